#pragma once
// The session cookie. Under TLS its name begins with __Host- (RFC 6265bis, 4.1.3.2), so that no other server of the
// domain can set it.

#include <optional>
#include <string_view>

#include "platform/http/http.hpp"

namespace balcao::auth {

struct GivenToken {
    std::string_view token;
    /// Received under the name used without TLS, and by earlier versions.
    bool by_plain_name = false;
};
/// None: no such cookie.
std::optional<GivenToken> given_token(http::Request const& request);

/// Adds Set-Cookie with the current name; an empty token deletes it.
void set_session_cookie(http::Response& response, std::string_view token, bool secure);

} // namespace balcao::auth
