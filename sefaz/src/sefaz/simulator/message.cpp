#include "sefaz/simulator/message.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "nfce/key.hpp"
#include "nfce/signature.hpp"

namespace balcao::sefaz::simulator {

namespace {

using nfce::Authoriser;
using nfce::Service;
using nfce::XmlElement;

using NamedAuthoriser = std::pair<std::string_view, Authoriser>;
constexpr std::array authorisers{NamedAuthoriser{"nfce", Authoriser::nfce}, NamedAuthoriser{"nfe", Authoriser::nfe},
                                 NamedAuthoriser{"svc-an", Authoriser::svc_an},
                                 NamedAuthoriser{"svc-rs", Authoriser::svc_rs}};

constexpr std::string_view soap = "http://www.w3.org/2003/05/soap-envelope";

constexpr std::array all_services{Service::authorisation, Service::authorisation_result,
                                  Service::query,         Service::status,
                                  Service::voiding,       Service::event,
                                  Service::registry};

bool same_letters(std::string_view a, std::string_view b) {
    auto const low = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::ranges::equal(a, b, {}, low, low);
}

std::expected<XmlElement, std::string> root_of_message(nfce::XmlDocument const& envelope, Service service) {
    auto const root = envelope.root();
    if (root.name() != "Envelope" || root.namespace_uri() != soap)
        return std::unexpected("O pedido não é um envelope SOAP 1.2.");
    auto const body = root.child("Body");
    auto data = body && body->namespace_uri() == soap ? body->child("nfeDadosMsg") : std::nullopt;
    if (!data) return std::unexpected("O envelope não traz nfeDadosMsg.");
    if (data->namespace_uri() != fmt::format("{}/wsdl/{}", nfce::nfe_namespace, nfce::service_name(service)))
        return std::unexpected("O namespace de nfeDadosMsg não é o deste serviço.");
    if (auto const inner = data->child("nfeDadosMsg")) data = inner; // as MT has it
    auto const messages = data->children();
    if (messages.size() != 1) return std::unexpected("nfeDadosMsg deve trazer uma mensagem.");
    return messages.front();
}

Subject about_receipt(XmlElement const& root, std::string_view xml) {
    auto const nfe = root.child("NFe");
    auto const body = nfe ? nfe->child("infNFe") : std::nullopt;
    if (!body) return {};
    auto const ide = body->child("ide"), emit = body->child("emit");
    auto const id = body->attribute("Id").value_or("");
    return {.CNPJ = emit ? emit->text_of("CNPJ") : "",
            .chNFe = id.starts_with("NFe") ? id.substr(3) : "",
            .name = ide ? fmt::format("{}/{}/{}", ide->text_of("mod"), ide->text_of("serie"), ide->text_of("nNF")) : "",
            .document = bytes_of(xml, "NFe")};
}

Subject about_key(XmlElement const& root) {
    auto const key = root.text_of("chNFe");
    return {.CNPJ = nfce::is_valid_key(key) ? key.substr(6, 14) : "", .chNFe = key, .name = key, .document = {}};
}

Subject about_event(XmlElement const& root, std::string_view xml) {
    auto const event = root.child("evento");
    auto const body = event ? event->child("infEvento") : std::nullopt;
    if (!body) return {};
    auto const key = body->text_of("chNFe");
    return {.CNPJ = body->text_of("CNPJ"),
            .chNFe = key,
            .name = key + "/" + body->text_of("tpEvento"),
            .document = bytes_of(xml, "evento")};
}

Subject about_numbers(XmlElement const& root, std::string_view xml) {
    auto const body = root.child("infInut");
    if (!body) return {};
    return {.CNPJ = body->text_of("CNPJ"),
            .chNFe = {},
            .name = fmt::format("{}/{}/{}-{}", body->text_of("mod"), body->text_of("serie"), body->text_of("nNFIni"),
                                body->text_of("nNFFin")),
            .document = bytes_of(xml, "inutNFe")};
}

Subject subject_of(Service service, XmlElement const& root, std::string_view xml) {
    switch (service) {
    case Service::authorisation: return about_receipt(root, xml);
    case Service::query: return about_key(root);
    case Service::event: return about_event(root, xml);
    case Service::voiding: return about_numbers(root, xml);
    case Service::authorisation_result: return {.CNPJ = {}, .chNFe = {}, .name = root.text_of("nRec"), .document = {}};
    case Service::status:
    case Service::registry: break;
    }
    return {};
}

} // namespace

std::optional<Service> service_of_name(std::string_view name) {
    for (auto const service : all_services)
        if (same_letters(name, nfce::service_name(service))) return service;
    return std::nullopt;
}

std::string_view name_of(Authoriser authoriser) {
    return std::ranges::find(authorisers, authoriser, &NamedAuthoriser::second)->first;
}

std::optional<Authoriser> authoriser_of_name(std::string_view name) {
    for (auto const& [known, authoriser] : authorisers)
        if (same_letters(name, known)) return authoriser;
    return std::nullopt;
}

std::optional<Address> address_of_path(std::string_view path) {
    constexpr std::string_view folder = "/ws/";
    if (!path.starts_with(folder)) return std::nullopt;
    path.remove_prefix(folder.size());
    auto const slash = path.find('/');
    bool const is_named = slash != std::string_view::npos;
    auto const authoriser = is_named ? authoriser_of_name(path.substr(0, slash)) : Authoriser::nfce;
    auto const service = service_of_name(is_named ? path.substr(slash + 1) : path);
    if (!authoriser || !service) return std::nullopt;
    return Address{*service, *authoriser};
}

std::string name_of(Address const& address) {
    auto const service = nfce::service_name(address.service);
    return address.authoriser == Authoriser::nfce ? std::string(service)
                                                  : fmt::format("{}/{}", name_of(address.authoriser), service);
}

std::string_view bytes_of(std::string_view xml, std::string_view name) {
    auto const open = fmt::format("<{}", name), close = fmt::format("</{}>", name);
    auto begin = xml.find(open);
    // "<NFe" must not be found in "<NFeOutra".
    while (begin != std::string_view::npos && begin + open.size() < xml.size() &&
           std::string_view(" >\t\r\n").find(xml[begin + open.size()]) == std::string_view::npos)
        begin = xml.find(open, begin + 1);
    auto const end = begin == std::string_view::npos ? begin : xml.find(close, begin);
    return end == std::string_view::npos ? std::string_view() : xml.substr(begin, end + close.size() - begin);
}

std::expected<Message, std::string> read_message(Service service, std::string_view body) {
    auto envelope = nfce::XmlDocument::parse(body);
    if (!envelope) return std::unexpected(envelope.error());
    auto const root = root_of_message(*envelope, service);
    if (!root) return std::unexpected(root.error());
    Message message{
        .envelope = *envelope, .root = *root, .xml = std::string(bytes_of(body, root->name())), .subject = {}};
    message.subject = subject_of(service, message.root, message.xml);
    return message;
}

} // namespace balcao::sefaz::simulator
