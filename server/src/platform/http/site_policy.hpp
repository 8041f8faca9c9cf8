#pragma once
// Same-site policy: whose pages may send changes, and security headers of every answer.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "platform/http/http.hpp"

namespace balcao::http {

class SitePolicy {
public:
    /// `public_url`: scheme and authority, or empty. `is_tls`: the listener speaks TLS itself, so that the URL is under
    /// https. Throws std::runtime_error with a Portuguese sentence otherwise.
    explicit SitePolicy(std::string_view public_url, bool is_tls = false);

    bool is_secure() const { return secure_; }
    /// False if the Host is not the public URL's. Probes (/healthz …) may use any name.
    bool accepts_host(Request const& request) const;
    /// False for an unsafe request from a page of another site.
    bool accepts_origin(Request const& request) const;
    /// Where HTTPS is spoken: the public URL, or the name that Host says, with `port`. nullopt: Host says none.
    std::optional<std::string> secure_origin(std::string_view host, std::uint16_t port) const;
    /// Header lines for every answer, each ending in CRLF.
    std::string const& header_lines() const { return header_lines_; }

private:
    std::string origin_;    // lower case, empty: what Host says
    std::string authority_; // the part of origin_ after the scheme
    bool secure_ = false;
    std::string header_lines_;
};

/// Content-Security-Policy of answers that are not pages.
inline constexpr std::string_view api_content_policy = "default-src 'none'; frame-ancestors 'none'";

} // namespace balcao::http
