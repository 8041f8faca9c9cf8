// NFeConsultaProtocolo4.

#include <fmt/format.h>

#include "nfce/key.hpp"
#include "nfce/tables.hpp"
#include "platform/base/documents.hpp"
#include "sefaz/simulator/authoriser_judge.hpp"
#include "sefaz/simulator/receipt_judge.hpp"

namespace balcao::sefaz::simulator {

namespace {

constexpr Shape shape{"consSitNFe", "retConsSitNFe", "4.00"};

std::string answer(Inquiry const& inquiry, Code const& code, std::string_view inside) {
    auto const& key = inquiry.message.subject.chNFe;
    nfce::XmlWriter xml;
    open_answer(xml, shape);
    write_code(xml, code);
    xml.text("cUF", uf_of_key(key));
    xml.text("dhRecbto", date_time(inquiry.now()));
    xml.text("chNFe", key.size() == 44 ? key : std::string(44, '0'));
    xml.raw(inside);
    xml.close(shape.answer);
    return xml.take();
}

Verdict refuse(Inquiry const& inquiry, Code const& code) {
    return {.result = answer(inquiry, code, {}), .cStat = code.cStat};
}

/// What is wrong with a key in itself.
std::optional<Code> form_fault(std::string const& key) {
    if (!nfce::tables::uf_of_code(key.substr(0, 2))) return Code(614);
    auto const month = key.substr(4, 2);
    if (month < "01" || month > "12") return Code(616);
    if (!is_valid_cnpj(key.substr(6, 14))) return Code(617);
    if (key.substr(20, 2) != "65" && key.substr(20, 2) != "55") return Code(618);
    if (key.substr(25, 9) == "000000000") return Code(619);
    if (nfce::key_check_digit(key.substr(0, 43)) != key[43]) return Code(236);
    return std::nullopt;
}

/// The protocol as the schema of this service has it: without the messages of an alert.
std::string without_alerts(std::string protocol) {
    constexpr std::string_view end = "</xMsg>";
    auto const from = protocol.find("<cMsg>");
    return from == std::string::npos ? protocol : protocol.erase(from, protocol.rfind(end) + end.size() - from);
}

Verdict of_document(Inquiry const& inquiry, Document const& document) {
    auto inside = without_alerts(document.protNFe);
    if (!inquiry.variants.bare_query)
        for (auto const& event : events_of(inquiry.memory, document.chNFe)) inside += event.procEventoNFe;
    Code const code(document.cancelada ? 101 : document.cStat);
    return {.result = answer(inquiry, code, inside), .cStat = code.cStat, .cStat_inner = code.cStat};
}

/// Another document has the number that this key names: 562 when only cNF (and so the check digit) differs, else 613.
std::optional<Code> other_of_number(Inquiry const& inquiry, std::string const& key) {
    auto const parts = nfce::parse_key(key);
    if (!parts) return std::nullopt;
    auto const known = document_of_number(inquiry.memory, {parts->CNPJ, parts->mod, parts->serie, parts->nNF});
    if (!known) return std::nullopt;
    bool const only_cNF = known->chNFe.substr(0, 35) == key.substr(0, 35);
    return Code(only_cNF ? 562 : 613, {}, fmt::format("[chNFe:{}]", known->chNFe));
}

Verdict judge(Inquiry const& inquiry) {
    auto const& key = inquiry.message.subject.chNFe;
    if (auto const fault = form_fault(key)) return refuse(inquiry, *fault);
    if (auto const fault = key_fault(inquiry, key)) return refuse(inquiry, *fault);
    if (auto const document = document_of_key(inquiry.memory, key)) return of_document(inquiry, *document);
    return refuse(inquiry, other_of_number(inquiry, key).value_or(Code(217)));
}

} // namespace

ServiceFunctions const services::query{
    .shape = shape, .schema = "nfe/consSitNFe_v4.00.xsd", .judge = &judge, .refuse = &refuse, .tell = &refuse};

} // namespace balcao::sefaz::simulator
