// The addresses of tables.hpp.

#include "nfce/endpoint_reading.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>

namespace balcao::nfce {

namespace {

/// Addresses that are called, which is why they must be https.
constexpr std::array<std::string_view, 7> services{"NFeAutorizacao4",     "NFeRetAutorizacao4", "NFeConsultaProtocolo4",
                                                   "NFeInutilizacao4",    "NFeStatusServico4",  "NFeRecepcaoEvento4",
                                                   "CadConsultaCadastro4"};
/// Addresses that are printed.
constexpr std::array<std::string_view, 2> consultations{"qrCode", "urlChave"};

bool is_web_address(std::string_view url, std::string_view scheme) {
    if (!url.starts_with(scheme) || url.size() == scheme.size() || url[scheme.size()] == '/') return false;
    // User names in addresses only serve to deceive; anything but visible ASCII is a slip of the pen.
    return std::ranges::all_of(
        url, [](char c) { return c > ' ' && c < 0x7f && c != '@' && c != '"' && c != '<' && c != '>'; });
}

} // namespace

EndpointReading::EndpointReading(std::string_view json) {
    boost::system::error_code error;
    auto const file = boost::json::parse(json, error);
    auto const* all = error || !file.is_object() ? nullptr : file.get_object().if_contains("endpoints");
    if (error) {
        report("O arquivo não é JSON.");
    } else if (all == nullptr || !all->is_array()) {
        report("Falta a lista endpoints.");
    } else {
        for (auto const& row : all->get_array()) {
            ++number_;
            if (row.is_object()) read(row.get_object());
            else report("A linha não é um objeto.");
        }
    }
}

void EndpointReading::read(boost::json::object const& row) {
    auto const text = [&row](char const* name) {
        auto const* value = row.if_contains(name);
        return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
    };
    auto const before = errors.size();
    auto const uf = text("uf"), service = text("service"), ambiente = text("ambiente");
    auto const* mod = row.if_contains("modelo");
    auto const modelo = mod == nullptr ? 65 : mod->is_int64() ? mod->get_int64() : 0;
    if (modelo != 65 && modelo != 55) report("modelo deve ser 65 (NFC-e) ou 55 (NF-e).");
    auto const* tpAmb = row.if_contains("tpAmb");
    auto const environment = tpAmb != nullptr && tpAmb->is_int64() ? tpAmb->get_int64() : 0;
    if (!tables::uf_code(uf)) report(fmt::format("“{}” não é uma UF.", uf));
    if (environment != 1 && environment != 2) report("tpAmb deve ser 1 (produção) ou 2 (homologação).");
    else if (!ambiente.empty() && ambiente != (environment == 1 ? "producao" : "homologacao"))
        report("ambiente e tpAmb não combinam.");

    bool const is_service = std::ranges::find(services, service) != services.end();
    if (!is_service && std::ranges::find(consultations, service) == consultations.end())
        report(fmt::format("O serviço “{}” não existe.", service));
    auto const* given = row.if_contains("url");
    auto url = text("url");
    if (given == nullptr || (!given->is_null() && url.empty())) {
        report("Falta url (null quando a UF não oferece o serviço).");
    } else if (is_service && !url.empty() && !is_web_address(url, "https://")) {
        report(fmt::format("“{}” não é um endereço https://.", url));
    }
    // Services of the NF-e have the names of those of the NFC-e, so their rows stand under "nfe/NFeAutorizacao4".
    Tables::EndpointKey key{uf, static_cast<int>(environment), modelo == 55 ? "nfe/" + service : service};
    if (errors.size() == before &&
        !rows.emplace(std::move(key), Tables::Endpoint{std::move(url), text("alternativa")}).second)
        report(fmt::format("{} de {} aparece duas vezes neste ambiente.", service, uf));
}

void EndpointReading::report(std::string sentence) {
    errors.push_back({.line = number_, .column = 0, .message = std::move(sentence)});
}

Tables::Endpoint const* Tables::find_endpoint(std::string_view uf, int tpAmb, std::string_view service) const {
    auto const at = endpoints_.find(std::tuple(std::string(uf), tpAmb, std::string(service)));
    return at == endpoints_.end() || at->second.url.empty() ? nullptr : &at->second;
}

std::optional<std::string_view> Tables::endpoint(std::string_view uf, int tpAmb, std::string_view service) const {
    auto const* found = find_endpoint(uf, tpAmb, service);
    return found == nullptr ? std::nullopt : std::optional<std::string_view>(found->url);
}

std::optional<ConsultationUrls> Tables::consultation_urls(std::string_view uf, int tpAmb) const {
    auto const* qr = find_endpoint(uf, tpAmb, "qrCode");
    auto const* key = find_endpoint(uf, tpAmb, "urlChave");
    if (qr == nullptr || key == nullptr) return std::nullopt;
    return ConsultationUrls{.qrCode = qr->url, .urlChave = key->url};
}

bool Tables::is_qr_base(std::string_view uf, int tpAmb, std::string_view base) const {
    auto const* qr = find_endpoint(uf, tpAmb, "qrCode");
    auto const same = [base](std::string_view url) {
        return !url.empty() && (url == base || url == std::string(base) + "?p=");
    };
    return qr != nullptr && (same(qr->url) || same(qr->alternative));
}

bool Tables::is_key_consultation(std::string_view uf, int tpAmb, std::string_view url) const {
    auto const* key = find_endpoint(uf, tpAmb, "urlChave");
    return key != nullptr && !url.empty() && (key->url == url || key->alternative == url);
}

} // namespace balcao::nfce
