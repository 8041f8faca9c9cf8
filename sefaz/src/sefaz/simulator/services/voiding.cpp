// NFeInutilizacao4.

#include <fmt/format.h>

#include "nfce/datetime.hpp"
#include "nfce/tables.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"
#include "sefaz/simulator/authoriser_judge.hpp"
#include "sefaz/simulator/receipt_judge.hpp"
#include "sefaz/simulator/signer_judge.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr Shape shape{"inutNFe", "retInutNFe", "4.00"};
constexpr int most_numbers = 10'000;
constexpr int first_year = 6;
constexpr int last_own_serie = 889;

struct Asked {
    std::string id, cUF, ano, CNPJ, mod;
    VoidedRange range;
};

/// Of a message that keeps to the schema; other ones give zeros.
Asked asked(Inquiry const& inquiry) {
    auto const body = inquiry.message.root.child("infInut").value_or(inquiry.message.root);
    auto const number = [&](char const* name) { return static_cast<int>(parse_int(body.text_of(name)).value_or(0)); };
    return {.id = body.attribute("Id").value_or(""),
            .cUF = body.text_of("cUF"),
            .ano = body.text_of("ano"),
            .CNPJ = body.text_of("CNPJ"),
            .mod = body.text_of("mod"),
            .range = {.CNPJ = body.text_of("CNPJ"),
                      .mod = number("mod"),
                      .serie = number("serie"),
                      .nNFIni = number("nNFIni"),
                      .nNFFin = number("nNFFin"),
                      .nProt = {},
                      .homologada_em = inquiry.now(),
                      .inutNFe = std::string(inquiry.message.subject.document)}};
}

Verdict answer(Inquiry const& inquiry, Code const& code, Asked const* done) {
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    xml.open("infInut");
    write_code(xml, code);
    auto const cUF = asked(inquiry).cUF;
    xml.text("cUF", nfce::tables::uf_of_code(cUF) ? std::string_view(cUF) : default_uf);
    if (done != nullptr) {
        xml.text("ano", done->ano);
        xml.text("CNPJ", done->CNPJ);
        xml.text("mod", done->mod);
        xml.text("serie", std::to_string(done->range.serie));
        xml.text("nNFIni", std::to_string(done->range.nNFIni));
        xml.text("nNFFin", std::to_string(done->range.nNFFin));
    }
    xml.text("dhRecbto", date_time(inquiry.now()));
    if (done != nullptr) xml.text("nProt", done->range.nProt);
    xml.close("infInut");
    xml.close(shape.answer);
    return {.result = xml.take(), .cStat = code.cStat, .cStat_inner = code.cStat};
}

Verdict refuse(Inquiry const& inquiry, Code const& code) { return answer(inquiry, code, nullptr); }

std::optional<Code> signature_fault(Inquiry const& inquiry, Asked const& numbers) {
    auto const document = nfce::XmlDocument::parse(inquiry.message.subject.document);
    if (!document) return Code(215);
    return signer_fault(inquiry, *document, "infInut", numbers.CNPJ);
}

/// What is wrong with the range in itself.
std::optional<Code> range_fault(Inquiry const& inquiry, Asked const& numbers) {
    auto const& range = numbers.range;
    auto const id = fmt::format("ID{}{}{}{}{:03}{:09}{:09}", numbers.cUF, numbers.ano, numbers.CNPJ, numbers.mod,
                                range.serie, range.nNFIni, range.nNFFin);
    if (auto const fault = kind_fault(inquiry, {.mod = range.mod, .tpEmis = 1, .cUF = numbers.cUF})) return fault;
    if (numbers.id != id) return Code(215, {}, "[Elemento: inutNFe/infInut/@Id]");
    if (!is_valid_cnpj(numbers.CNPJ)) return Code(207);
    auto const this_year = parse_int(nfce::DateTime::from_epoch(inquiry.now(), -3).aamm().substr(0, 2)).value_or(0);
    auto const year = parse_int(numbers.ano).value_or(0);
    if (year > this_year) return Code(453);
    if (year < first_year) return Code(454);
    if (range.serie > last_own_serie) return Code(266);
    if (range.nNFFin < range.nNFIni) return Code(224);
    if (range.nNFFin - range.nNFIni >= most_numbers) return Code(201);
    return std::nullopt;
}

std::optional<Code> conflict_of_range(db::Connection& memory, VoidedRange const& range) {
    auto const voided = voided_within(memory, range);
    for (auto const& known : voided)
        if (known.nNFIni == range.nNFIni && known.nNFFin == range.nNFFin) return Code(563);
    if (!voided.empty()) return Code(256);
    if (is_any_number_used(memory, range)) return Code(241);
    return std::nullopt;
}

Verdict judge(Inquiry const& inquiry) {
    auto numbers = asked(inquiry);
    auto const body = inquiry.message.root.child("infInut");
    if (body->text_of("tpAmb") != "2") return refuse(inquiry, Code(252));
    if (auto const fault = signature_fault(inquiry, numbers)) return refuse(inquiry, *fault);
    if (auto const fault = range_fault(inquiry, numbers)) return refuse(inquiry, *fault);
    if (auto const conflict = conflict_of_range(inquiry.memory, numbers.range)) return refuse(inquiry, *conflict);
    numbers.range.nProt = next_protocol(inquiry.registrar(), numbers.cUF);
    add_voided(inquiry.memory, numbers.range);
    return answer(inquiry, Code(102), &numbers);
}

} // namespace

ServiceFunctions const services::voiding{
    .shape = shape, .schema = "nfe/inutNFe_v4.00.xsd", .judge = &judge, .refuse = &refuse, .tell = &refuse};

} // namespace balcao::sefaz::simulator
