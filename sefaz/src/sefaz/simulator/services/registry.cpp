// CadConsultaCadastro4: what the simulator was told of a company. Of who asks it is a made-up taxpayer when it was told
// nothing; of others it knows nothing then.

#include <algorithm>
#include <iterator>
#include <vector>

#include "nfce/tables.hpp"
#include "platform/base/documents.hpp"
#include "sefaz/simulator/registration.hpp"
#include "sefaz/simulator/services.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr Shape shape{"ConsCad", "retConsCad", "2.00"};

bool has_digits(std::string_view text, std::size_t from, std::size_t to) {
    return text.size() >= from && text.size() <= to && text.find_first_not_of("0123456789") == std::string_view::npos;
}

struct Asked {
    std::string UF, CNPJ, CPF, IE;
};

/// nullopt for what the service's layout refuses.
std::optional<Asked> asked(Inquiry const& inquiry) {
    auto const body = inquiry.message.root.child("infCons");
    if (!body || body->text_of("xServ") != "CONS-CAD") return std::nullopt;
    Asked asked{.UF = body->text_of("UF"),
                .CNPJ = body->text_of("CNPJ"),
                .CPF = body->text_of("CPF"),
                .IE = body->text_of("IE")};
    auto const given = static_cast<int>(!asked.CNPJ.empty()) + static_cast<int>(!asked.CPF.empty()) +
                       static_cast<int>(!asked.IE.empty());
    bool const is_readable = (asked.CNPJ.empty() || is_valid_cnpj(asked.CNPJ)) &&
                             (asked.CPF.empty() || has_digits(asked.CPF, 11, 11)) &&
                             (asked.IE.empty() || has_digits(asked.IE, 2, 14));
    if (given != 1 || !nfce::tables::uf_code(asked.UF) || !is_readable) return std::nullopt;
    return asked;
}

void write_code_of_registry(nfce::XmlWriter& xml, Code const& code) {
    xml.text("verAplic", program_version);
    xml.constant("cStat", std::to_string(code.cStat));
    xml.text("xMotivo", code.xMotivo);
}

void write_person(nfce::XmlWriter& xml, Asked const& asked) {
    if (!asked.CNPJ.empty()) xml.text("CNPJ", asked.CNPJ);
    if (!asked.CPF.empty()) xml.text("CPF", asked.CPF);
}

Verdict refuse(Inquiry const& inquiry, Code const& code) {
    auto const body = inquiry.message.root.child("infCons");
    auto const UF = body ? body->text_of("UF") : "", CNPJ = body ? body->text_of("CNPJ") : "";
    auto const cUF = nfce::tables::uf_code(UF);
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    xml.open("infCons");
    write_code_of_registry(xml, code);
    xml.text("UF", cUF ? UF : *nfce::tables::uf_of_code(default_uf));
    xml.text("CNPJ", CNPJ.size() == 14 ? CNPJ : std::string(14, '0')); // the layout wants some
    xml.text("dhCons", date_time(inquiry.now()));
    xml.text("cUF", cUF.value_or(default_uf));
    xml.close("infCons");
    xml.close(shape.answer);
    return {.result = xml.take(), .cStat = code.cStat};
}

using Taxpayer = Registration::Inscricao;

void write_taxpayer(nfce::XmlWriter& xml, Asked const& asked, Taxpayer const& taxpayer) {
    xml.open("infCad");
    xml.text("IE", taxpayer.IE);
    write_person(xml, asked);
    xml.text("UF", taxpayer.UF);
    xml.raw(taxpayer.habilitada ? "<cSit>1</cSit>" : "<cSit>0</cSit>");
    xml.raw("<indCredNFe>1</indCredNFe><indCredCTe>4</indCredCTe>");
    xml.text("xNome", taxpayer.xNome);
    auto const told = [&](std::string_view name, std::string const& text) {
        if (!text.empty()) xml.text(name, text);
    };
    told("xFant", taxpayer.xFant);
    xml.text("xRegApur", "SIMPLES NACIONAL");
    if (!taxpayer.xLgr.empty()) {
        xml.open("ender");
        told("xLgr", taxpayer.xLgr);
        told("nro", taxpayer.nro);
        told("xCpl", taxpayer.xCpl);
        told("xBairro", taxpayer.xBairro);
        told("cMun", taxpayer.cMun);
        told("xMun", taxpayer.xMun);
        told("CEP", taxpayer.CEP);
        xml.close("ender");
    }
    xml.close("infCad");
}

Verdict answer(Inquiry const& inquiry, Asked const& asked, Code const& code, std::vector<Taxpayer> const& taxpayers) {
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    xml.open("infCons");
    write_code_of_registry(xml, code);
    xml.text("UF", asked.UF);
    write_person(xml, asked);
    if (!asked.IE.empty()) xml.text("IE", asked.IE);
    xml.text("dhCons", date_time(inquiry.now()));
    xml.text("cUF", *nfce::tables::uf_code(asked.UF));
    for (auto const& taxpayer : taxpayers) write_taxpayer(xml, asked, taxpayer);
    xml.close("infCons");
    xml.close(shape.answer);
    return {.result = xml.take(), .cStat = code.cStat};
}

Taxpayer made_up(Asked const& asked) {
    return {
        .IE = asked.IE.empty() ? "123456789" : asked.IE, .UF = asked.UF, .xNome = "CONTRIBUINTE DE TESTE DO SIMULADOR"};
}

Verdict tell(Inquiry const& inquiry, Code const& code) {
    auto const found = asked(inquiry);
    if (!found) return refuse(inquiry, Code(215));
    bool const is_found = code.cStat == 111 || code.cStat == 112;
    return answer(inquiry, *found, code, is_found ? std::vector{made_up(*found)} : std::vector<Taxpayer>());
}

Verdict judge(Inquiry const& inquiry) {
    auto const found = asked(inquiry);
    if (!found) return refuse(inquiry, Code(215));
    // Registers are kept by CNPJ; who asks by another document is answered as if nothing had been told.
    auto const registration = found->CNPJ.empty() ? std::nullopt : find_registration(inquiry.memory, found->CNPJ);
    if (!registration) {
        bool const asks_of_itself =
            found->CNPJ.empty() || inquiry.certificate_CNPJ.empty() || inquiry.certificate_CNPJ == found->CNPJ;
        return asks_of_itself ? answer(inquiry, *found, Code(111), {made_up(*found)})
                              : answer(inquiry, *found, Code(259), {});
    }
    std::vector<Taxpayer> here;
    std::ranges::copy_if(registration->inscricoes, std::back_inserter(here),
                         [&](Taxpayer const& each) { return each.UF == found->UF; });
    return answer(inquiry, *found, Code(here.empty() ? 259 : here.size() == 1 ? 111 : 112), here);
}

} // namespace

ServiceFunctions const services::registry{
    .shape = shape, .schema = {}, .judge = &judge, .refuse = &refuse, .tell = &tell};

} // namespace balcao::sefaz::simulator
