#pragma once
// How a session's token travels. Under TLS the cookie's name begins with __Host- (RFC 6265bis, 4.1.3.2), so that no
// other server of the domain can set it.

#include <optional>
#include <string_view>

#include "platform/http/http.hpp"

namespace balcao::auth {

struct GivenToken {
    std::string_view token;
    /// By the name that is used without TLS, and that earlier versions used with it.
    bool by_plain_name = false;
};
/// None: there is no such cookie.
std::optional<GivenToken> given_token(http::Request const& request);

/// Adds what makes the browser keep the token under the one name of now; an empty one makes it forget.
void set_session_cookie(http::Response& response, std::string_view token, bool secure);

} // namespace balcao::auth
