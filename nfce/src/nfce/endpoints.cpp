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

constexpr std::string_view svc_an = "SVCAN", svc_rs = "SVCRS";

std::int64_t integer_in(boost::json::object const& row, char const* name, std::int64_t otherwise) {
    auto const* value = row.if_contains(name);
    return value != nullptr && value->is_int64() ? value->get_int64() : otherwise;
}

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
        auto const* meta = file.get_object().if_contains("_meta");
        if (meta != nullptr && meta->is_object()) modelo_ = integer_in(meta->get_object(), "modelo", modelo_);
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
    auto const environment = integer_in(row, "tpAmb", 0), modelo = integer_in(row, "modelo", modelo_);
    bool const is_nfe = modelo == 55;
    if (!is_nfe && modelo != 65) report("modelo deve ser 55 (NF-e) ou 65 (NFC-e).");
    if (!tables::uf_code(uf) && !(is_nfe && (uf == svc_an || uf == svc_rs)))
        report(fmt::format("“{}” não é uma UF.", uf));
    if (environment != 1 && environment != 2) report("tpAmb deve ser 1 (produção) ou 2 (homologação).");
    else if (!ambiente.empty() && ambiente != (environment == 1 ? "producao" : "homologacao"))
        report("ambiente e tpAmb não combinam.");

    bool const is_service = std::ranges::find(services, service) != services.end();
    if (!is_service && (is_nfe || std::ranges::find(consultations, service) == consultations.end()))
        report(fmt::format("O serviço “{}” não existe.", service));
    auto const* given = row.if_contains("url");
    auto url = text("url");
    if (given == nullptr || (!given->is_null() && url.empty())) {
        report("Falta url (null quando a UF não oferece o serviço).");
    } else if (is_service && !url.empty() && !is_web_address(url, "https://")) {
        report(fmt::format("“{}” não é um endereço https://.", url));
    }
    Tables::EndpointKey key{uf, static_cast<int>(environment), service, static_cast<int>(modelo)};
    if (errors.size() == before &&
        !rows.emplace(std::move(key), Tables::Endpoint{std::move(url), text("alternativa")}).second)
        report(fmt::format("{} de {} aparece duas vezes neste ambiente.", service, uf));
}

void EndpointReading::report(std::string sentence) {
    errors.push_back({.line = number_, .column = 0, .message = std::move(sentence)});
}

Tables::Endpoint const* Tables::find_endpoint(std::string_view uf, int tpAmb, std::string_view service, int mod) const {
    auto const at = endpoints_.find(std::tuple(std::string(uf), tpAmb, std::string(service), mod));
    return at == endpoints_.end() || at->second.url.empty() ? nullptr : &at->second;
}

std::optional<std::string_view> Tables::endpoint(std::string_view uf, int tpAmb, std::string_view service,
                                                 Authoriser of, std::string_view date) const {
    bool const is_svc = of == Authoriser::svc_an || of == Authoriser::svc_rs;
    if (is_svc && parameter("svc", uf, date, tpAmb) != (of == Authoriser::svc_an ? "AN" : "RS")) return std::nullopt;
    auto const* found = of == Authoriser::nfce ? find_endpoint(uf, tpAmb, service)
                        : !is_svc              ? find_endpoint(uf, tpAmb, service, 55)
                                  : find_endpoint(of == Authoriser::svc_an ? svc_an : svc_rs, tpAmb, service, 55);
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
