#include "platform/auth/session_cookie.hpp"

#include <string>

#include "platform/auth/sessions.hpp"

namespace balcao::auth {

std::optional<GivenToken> given_token(http::Request const& request) {
    static std::string const secure_name = "__Host-" + std::string(session_cookie_name);
    if (auto const token = request.cookie(secure_name)) return GivenToken{.token = *token};
    if (auto const token = request.cookie(session_cookie_name))
        return GivenToken{.token = *token, .by_plain_name = true};
    return std::nullopt;
}

void set_session_cookie(http::Response& response, std::string_view token, bool secure) {
    response.headers.emplace_back("Set-Cookie", session_cookie(token, secure));
    if (secure) response.headers.emplace_back("Set-Cookie", session_cookie({}, false));
}

} // namespace balcao::auth
