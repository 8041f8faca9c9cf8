#include "sefaz/simulator_answers.hpp"

#include <algorithm>
#include <array>
#include <expected>

#include <fmt/format.h>

#include "base/documents.hpp"
#include "nfce/tables.hpp"
#include "nfce/xml_document.hpp"
#include "nfce/xml_writer.hpp"

namespace balcao::sefaz {

namespace {

using nfce::Service;
using nfce::XmlElement;
using nfce::XmlWriter;

constexpr std::string_view soap = "http://www.w3.org/2003/05/soap-envelope";
constexpr std::string_view nfe = "http://www.portalfiscal.inf.br/nfe";
constexpr auto version = "SIMULADOR1.0";
constexpr int homologacao = 2;

constexpr std::array all_services{Service::authorisation, Service::authorisation_result,
                                  Service::query,         Service::status,
                                  Service::voiding,       Service::event,
                                  Service::registry};

bool same_letters(std::string_view a, std::string_view b) {
    auto const low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, low, low);
}

bool is_digits(std::string_view text, std::size_t from, std::size_t to) {
    return text.size() >= from && text.size() <= to &&
           std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A service the simulator knows: names of its message and of the answer, and the version of both.
struct Shape {
    std::string_view message, answer, version;
};
std::optional<Shape> shape_of(Service service) {
    switch (service) {
    case Service::status: return Shape{"consStatServ", "retConsStatServ", "4.00"};
    case Service::authorisation_result: return Shape{"consReciNFe", "retConsReciNFe", "4.00"};
    case Service::registry: return Shape{"ConsCad", "retConsCad", "2.00"};
    case Service::authorisation:
    case Service::query:
    case Service::voiding:
    case Service::event: break;
    }
    return std::nullopt;
}

/// One request on its way to an answer.
struct Work {
    Shape shape;
    Told const& told;
    std::string_view now;
    XmlElement message;
};

struct Code {
    int cStat;
    std::string xMotivo;
};
Code told_or(Told const& told, int usual) {
    auto const cStat = told.cStat.value_or(usual);
    auto const official = nfce::tables::official_text(cStat);
    return {cStat,
            !told.xMotivo.empty() ? told.xMotivo : std::string(official.value_or("Código escolhido no simulador"))};
}

std::string envelope(Service service, std::string_view result) {
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soap:Envelope xmlns:soap=\"{}\"><soap:Body><nfeResultMsg "
        "xmlns=\"{}/wsdl/{}\">{}</nfeResultMsg></soap:Body></soap:Envelope>",
        soap, nfe, nfce::service_name(service), result);
}

void open_answer(XmlWriter& xml, Shape const& shape) {
    xml.raw(fmt::format("<{} xmlns=\"{}\" versao=\"{}\">", shape.answer, nfe, shape.version));
}
void write_code(XmlWriter& xml, Code const& code) {
    xml.text("verAplic", version);
    xml.raw(fmt::format("<cStat>{}</cStat>", code.cStat));
    xml.text("xMotivo", code.xMotivo);
}

std::string refusal(Shape const& shape, int cStat, std::string_view now) {
    XmlWriter xml;
    open_answer(xml, shape);
    auto const is_registry = shape.message == "ConsCad";
    if (is_registry) xml.open("infCons");
    else xml.raw(fmt::format("<tpAmb>{}</tpAmb>", homologacao));
    write_code(xml, told_or({}, cStat));
    xml.text(is_registry ? "dhCons" : "dhRecbto", now);
    if (is_registry) xml.close("infCons");
    xml.close(shape.answer);
    return xml.take();
}

/// tpAmb of the message is the simulator's.
int environment_fault(XmlElement const& message) {
    auto const tpAmb = message.text_of("tpAmb");
    if (tpAmb == "2") return 0;
    return tpAmb == "1" ? 252 : 215;
}

std::string status(Work const& work) {
    auto const cUF = work.message.text_of("cUF");
    if (auto const wrong = environment_fault(work.message); wrong != 0) return refusal(work.shape, wrong, work.now);
    if (work.message.text_of("xServ") != "STATUS" || !is_digits(cUF, 2, 2)) return refusal(work.shape, 215, work.now);
    if (!nfce::tables::uf_of_code(cUF)) return refusal(work.shape, 289, work.now);
    XmlWriter xml;
    open_answer(xml, work.shape);
    xml.raw(fmt::format("<tpAmb>{}</tpAmb>", homologacao));
    write_code(xml, told_or(work.told, 107));
    xml.text("cUF", cUF);
    xml.text("dhRecbto", work.now);
    xml.raw("<tMed>1</tMed>");
    xml.close(work.shape.answer);
    return xml.take();
}

/// The simulator judges at once, so it never has a batch to ask for.
std::string batch_result(Work const& work) {
    auto const nRec = work.message.text_of("nRec");
    if (auto const wrong = environment_fault(work.message); wrong != 0) return refusal(work.shape, wrong, work.now);
    if (!is_digits(nRec, 15, 15)) return refusal(work.shape, 215, work.now);
    XmlWriter xml;
    open_answer(xml, work.shape);
    xml.raw(fmt::format("<tpAmb>{}</tpAmb>", homologacao));
    xml.text("verAplic", version);
    xml.text("nRec", nRec);
    auto const code = told_or(work.told, 106);
    xml.raw(fmt::format("<cStat>{}</cStat>", code.cStat));
    xml.text("xMotivo", code.xMotivo);
    auto const cUF = nRec.substr(0, 2);
    xml.text("cUF", nfce::tables::uf_of_code(cUF) ? cUF : "91");
    xml.text("dhRecbto", work.now);
    xml.close(work.shape.answer);
    return xml.take();
}

std::string registry(Work const& work) {
    auto const asked = work.message.child("infCons");
    if (!asked || asked->text_of("xServ") != "CONS-CAD") return refusal(work.shape, 215, work.now);
    auto const uf = asked->text_of("UF");
    auto const cnpj = asked->text_of("CNPJ"), cpf = asked->text_of("CPF"), ie = asked->text_of("IE");
    auto const given = static_cast<int>(!cnpj.empty()) + static_cast<int>(!cpf.empty()) + static_cast<int>(!ie.empty());
    auto const cUF = nfce::tables::uf_code(uf);
    auto const is_readable = (cnpj.empty() || is_valid_cnpj(cnpj)) && (cpf.empty() || is_digits(cpf, 11, 11)) &&
                             (ie.empty() || is_digits(ie, 2, 14));
    if (given != 1 || !cUF || !is_readable) return refusal(work.shape, 215, work.now);

    auto const code = told_or(work.told, 111);
    XmlWriter xml;
    open_answer(xml, work.shape);
    xml.open("infCons");
    write_code(xml, code);
    xml.text("UF", uf);
    auto const write_asked = [&] {
        if (!cnpj.empty()) xml.text("CNPJ", cnpj);
        if (!cpf.empty()) xml.text("CPF", cpf);
    };
    write_asked();
    if (!ie.empty()) xml.text("IE", ie);
    xml.text("dhCons", work.now);
    xml.text("cUF", *cUF);
    if (code.cStat == 111 || code.cStat == 112) {
        xml.open("infCad");
        xml.text("IE", ie.empty() ? "123456789" : ie);
        write_asked();
        xml.text("UF", uf);
        xml.raw("<cSit>1</cSit><indCredNFe>1</indCredNFe><indCredCTe>4</indCredCTe>");
        xml.text("xNome", "CONTRIBUINTE DE TESTE DO SIMULADOR");
        xml.text("xRegApur", "SIMPLES NACIONAL");
        xml.close("infCad");
    }
    xml.close("infCons");
    xml.close(work.shape.answer);
    return xml.take();
}

/// The message in the envelope, or the sentence of a SOAP fault.
std::expected<XmlElement, std::string> message_in(nfce::XmlDocument const& document, Service service) {
    auto const root = document.root();
    if (root.name() != "Envelope" || root.namespace_uri() != soap)
        return std::unexpected("O pedido não é um envelope SOAP 1.2.");
    auto const body = root.child("Body");
    auto data = body && body->namespace_uri() == soap ? body->child("nfeDadosMsg") : std::nullopt;
    if (!data) return std::unexpected("O envelope não traz nfeDadosMsg.");
    if (data->namespace_uri() != fmt::format("{}/wsdl/{}", nfe, nfce::service_name(service)))
        return std::unexpected("O namespace de nfeDadosMsg não é o deste serviço.");
    if (auto const inner = data->child("nfeDadosMsg")) data = inner; // as MT has it
    auto const messages = data->children();
    if (messages.size() != 1) return std::unexpected("nfeDadosMsg deve trazer uma mensagem.");
    return messages.front();
}

std::string result(Service service, Work const& work) {
    auto const& message = work.message;
    if (message.name() != work.shape.message) return refusal(work.shape, 516, work.now);
    if (message.namespace_uri() != nfe) return refusal(work.shape, 587, work.now);
    auto const given = message.attribute("versao");
    if (!given) return refusal(work.shape, 517, work.now);
    if (*given != work.shape.version) return refusal(work.shape, 239, work.now);
    if (service == Service::status) return status(work);
    return service == Service::registry ? registry(work) : batch_result(work);
}

} // namespace

std::optional<Service> service_of_name(std::string_view name) {
    for (auto const service : all_services)
        if (same_letters(name, nfce::service_name(service))) return service;
    return std::nullopt;
}

std::optional<Service> service_of_path(std::string_view path) {
    constexpr std::string_view folder = "/ws/";
    return path.starts_with(folder) ? service_of_name(path.substr(folder.size())) : std::nullopt;
}

SoapAnswer soap_fault(int status, std::string_view reason) {
    XmlWriter xml;
    xml.raw(fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><soap:Envelope xmlns:soap=\"{}\"><soap:Body><soap:Fault><soap:Code>"
        "<soap:Value>soap:{}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang=\"pt-BR\">",
        soap, status >= 500 ? "Receiver" : "Sender"));
    auto text = std::string(reason);
    std::erase_if(text, [](char c) { return c == '<' || c == '>' || c == '&'; });
    xml.raw(text);
    xml.raw("</soap:Text></soap:Reason></soap:Fault></soap:Body></soap:Envelope>");
    return {status, xml.take()};
}

SoapAnswer answer_soap(Service service, std::string_view request, Told const& told, std::string_view now) {
    auto const shape = shape_of(service);
    if (!shape)
        return soap_fault(500, "O simulador ainda não atende este serviço: ele chega junto com a emissão de notas.");
    auto const document = nfce::XmlDocument::parse(request);
    if (!document) return soap_fault(400, document.error());
    auto const message = message_in(*document, service);
    if (!message) return soap_fault(400, message.error());
    return {200, envelope(service, result(service, {.shape = *shape, .told = told, .now = now, .message = *message}))};
}

} // namespace balcao::sefaz
