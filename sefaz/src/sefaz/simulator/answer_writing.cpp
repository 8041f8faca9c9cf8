#include "sefaz/simulator/answer_writing.hpp"

#include <fmt/format.h>

#include "nfce/datetime.hpp"
#include "nfce/signature.hpp"
#include "nfce/tables.hpp"
#include "nfce/text.hpp"

namespace balcao::sefaz::simulator {

namespace {

using nfce::Service;
using nfce::XmlWriter;

constexpr std::string_view soap = "http://www.w3.org/2003/05/soap-envelope";
constexpr int offset_of_brasilia = -3;
constexpr std::size_t longest_reason = 255;
constexpr int homologacao = 2;
constexpr std::string_view code_of_alert = "172";

/// Official texts name the item they are about; which one is known only when it is refused.
std::string without_placeholder(std::string_view text) { return std::string(text.substr(0, text.find(" [n"))); }

/// Puts the prefix at the names of elements that inherit their namespace; one that declares its own stays as it is with
/// all that is inside.
std::string with_prefix(std::string_view xml, std::string_view prefix) {
    std::string out;
    std::size_t at = 0;
    bool is_root = true;
    while (at < xml.size()) {
        auto const tag = xml.find('<', at);
        if (tag == std::string_view::npos) break;
        bool const closes = xml[tag + 1] == '/';
        auto const name = tag + (closes ? 2 : 1);
        auto const end = xml.find('>', tag);
        auto const declaration = xml.substr(tag, end - tag).find(" xmlns=\"");
        out += xml.substr(at, tag - at);
        at = end + 1;
        if (declaration != std::string_view::npos && !is_root) {
            auto const close = fmt::format("</{}>", xml.substr(name, xml.find_first_of(" >", name) - name));
            at = xml.find(close, end) + close.size();
            out += xml.substr(tag, at - tag);
            continue;
        }
        out += fmt::format("{}{}:", closes ? "</" : "<", prefix);
        auto head = std::string(xml.substr(name, end + 1 - name));
        if (is_root) head.replace(head.find(" xmlns="), 7, fmt::format(" xmlns:{}=", prefix));
        out += head;
        is_root = false;
    }
    return out;
}

} // namespace

SoapAnswer soap_fault(int status, std::string_view reason) {
    XmlWriter xml;
    xml.raw(fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soap:Envelope xmlns:soap=\"{}\"><soap:Body><soap:Fault><soap:Code>"
        "<soap:Value>soap:{}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang=\"pt-BR\">",
        soap, status == 400 ? "Sender" : "Receiver"));
    auto text = std::string(reason);
    std::erase_if(text, [](char c) { return c == '<' || c == '>' || c == '&'; });
    xml.raw(text);
    xml.raw("</soap:Text></soap:Reason></soap:Fault></soap:Body></soap:Envelope>");
    return {status, xml.take()};
}

SoapAnswer soap_answer(Service service, std::string_view result, bool prefixed) {
    auto const space = fmt::format("{}/wsdl/{}", nfce::nfe_namespace, nfce::service_name(service));
    if (prefixed) {
        return {200,
                fmt::format(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?><env:Envelope xmlns:env=\"{}\" "
                    "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"><env:Header/><env:Body><ns2:nfeResultMsg "
                    "xmlns:ns2=\"{}\">{}</ns2:nfeResultMsg></env:Body></env:Envelope>",
                    soap, space, with_prefix(result, "nfe"))};
    }
    return {200, fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?><soap:Envelope "
                             "xmlns:soap=\"{}\"><soap:Body><nfeResultMsg "
                             "xmlns=\"{}\">{}</nfeResultMsg></soap:Body></soap:Envelope>",
                             soap, space, result)};
}

Code::Code(int code, std::string_view text, std::string_view behind) : cStat(code) {
    auto const official = nfce::tables::official_text(code);
    auto const chosen = !text.empty() ? std::string(text)
                        : official    ? without_placeholder(*official)
                                      : std::string("Código escolhido no simulador");
    auto const room = longest_reason - (behind.empty() ? 0 : behind.size() + 1);
    xMotivo = nfce::normalise_text(chosen, room).text;
    if (!behind.empty()) xMotivo += fmt::format(" {}", behind);
}

std::string date_time(std::int64_t epoch) { return nfce::DateTime::from_epoch(epoch, offset_of_brasilia).to_string(); }

void open_answer(XmlWriter& xml, Shape const& shape) {
    xml.raw(fmt::format("<{} xmlns=\"{}\" versao=\"{}\">", shape.answer, nfce::nfe_namespace, shape.version));
}

void write_code(XmlWriter& xml, Code const& code, std::string_view between, std::string_view value) {
    xml.raw(fmt::format("<tpAmb>{}</tpAmb>", homologacao));
    xml.text("verAplic", program_version);
    if (!between.empty()) xml.text(between, value);
    xml.constant("cStat", std::to_string(code.cStat));
    xml.text("xMotivo", code.xMotivo);
}

std::string protocol(ProtocolFacts const& facts, nfce::Certificate const* signer) {
    XmlWriter xml;
    auto const id = facts.nProt.empty() ? std::string() : fmt::format("ID{}", facts.nProt);
    xml.raw(fmt::format("<tpAmb>{}</tpAmb>", homologacao));
    xml.text("verAplic", program_version);
    xml.text("chNFe", facts.chNFe);
    xml.text("dhRecbto", date_time(facts.when));
    if (!facts.nProt.empty()) xml.text("nProt", facts.nProt);
    if (!facts.digVal.empty()) xml.text("digVal", facts.digVal);
    xml.raw(fmt::format("<cStat>{}</cStat>", facts.code.cStat));
    xml.text("xMotivo", facts.code.xMotivo);
    for (auto const& alert : facts.alerts) {
        xml.text("cMsg", code_of_alert);
        xml.text("xMsg", alert);
    }
    auto const rest = xml.take() + "</infProt>";
    auto const attribute = id.empty() ? std::string() : fmt::format(" Id=\"{}\"", id);
    if (signer == nullptr || id.empty())
        return fmt::format("<protNFe versao=\"4.00\"><infProt{}>{}</protNFe>", attribute, rest);
    auto const digest =
        nfce::digest_value(fmt::format("<infProt xmlns=\"{}\" Id=\"{}\">", nfce::nfe_namespace, id), rest);
    return fmt::format("<protNFe xmlns=\"{}\" versao=\"4.00\"><infProt{}>{}{}</protNFe>", nfce::nfe_namespace,
                       attribute, rest, nfce::signature_element(id, digest, *signer));
}

} // namespace balcao::sefaz::simulator
