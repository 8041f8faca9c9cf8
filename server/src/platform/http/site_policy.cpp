#include "platform/http/site_policy.hpp"

#include <algorithm>
#include <cctype>
#include <stdexcept>

#include <fmt/format.h>

namespace balcao::http {

namespace {

std::string lower(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

// The port that a scheme implies is left out by browsers, also when the configuration names it.
std::string without_default_port(std::string authority, bool secure) {
    std::string_view const port = secure ? ":443" : ":80";
    if (authority.ends_with(port)) authority.erase(authority.size() - port.size());
    return authority;
}

} // namespace

SitePolicy::SitePolicy(std::string_view public_url, bool is_tls) : secure_(is_tls) {
    auto url = lower(public_url);
    if (url.ends_with('/')) url.pop_back();
    if (!url.empty()) {
        if (is_tls && !url.starts_with("https://")) {
            throw std::runtime_error("Endereço público inválido: “" + std::string(public_url) +
                                     "”. Com BALCAO_TLS_CERT ele começa com https://.");
        }
        secure_ = url.starts_with("https://");
        std::string_view const scheme = secure_ ? "https://" : "http://";
        auto const authority = url.starts_with(scheme) ? url.substr(scheme.size()) : std::string{};
        if (authority.empty() || authority.find_first_of("/?#@ ") != std::string::npos) {
            throw std::runtime_error("Endereço público inválido: “" + std::string(public_url) +
                                     "”. Informe só o esquema e o nome, como https://balcao.exemplo.com.br.");
        }
        authority_ = without_default_port(authority, secure_);
        origin_ = fmt::format("{}{}", scheme, authority_);
    }
    header_lines_ = "X-Content-Type-Options: nosniff\r\n"
                    "Referrer-Policy: same-origin\r\n"
                    "X-Frame-Options: DENY\r\n"
                    "Cross-Origin-Opener-Policy: same-origin\r\n"
                    "Cross-Origin-Resource-Policy: same-origin\r\n"
                    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n";
    // Not by a certificate alone: a browser that has not accepted it yet would let nobody in.
    if (!url.empty() && secure_) header_lines_ += "Strict-Transport-Security: max-age=31536000\r\n";
}

bool SitePolicy::accepts_host(Request const& request) const {
    if (origin_.empty() || request.path == "/healthz" || request.path == "/readyz" || request.path == "/metrics")
        return true;
    auto const host = request.header("host");
    return host && without_default_port(lower(*host), secure_) == authority_;
}

bool SitePolicy::accepts_origin(Request const& request) const {
    if (request.header("sec-fetch-site") == "cross-site") return false;
    auto const origin = request.header("origin");
    if (!origin) return true;
    if (!origin_.empty()) return lower(*origin) == origin_;
    auto const host = request.header("host");
    return host && lower(*origin) == fmt::format("{}{}", secure_ ? "https://" : "http://",
                                                 without_default_port(lower(*host), secure_));
}

std::optional<std::string> SitePolicy::secure_origin(std::string_view host, std::uint16_t port) const {
    if (!origin_.empty()) return origin_;
    auto const bracket = host.starts_with('[') ? host.find(']') : 0;
    if (bracket == std::string_view::npos) return std::nullopt;
    auto const name = host.substr(0, host.find(':', bracket));
    auto const is_of_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '.'; };
    bool const is_plain = bracket > 0 || std::ranges::all_of(name, is_of_name);
    if (name.empty() || !is_plain) return std::nullopt;
    constexpr std::uint16_t default_port = 443;
    return fmt::format("https://{}{}", name, port == default_port ? std::string{} : fmt::format(":{}", port));
}

} // namespace balcao::http
