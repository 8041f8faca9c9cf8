#pragma once
// Ready answers for refusals of the listener: the only place with these texts.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "platform/http/http.hpp"

namespace balcao::http::refusals {

Response unreadable(std::string_view id);
Response header_too_large(std::string_view id);
Response timeout(std::string_view id);
Response wrong_host(std::string_view id);
Response foreign_origin(std::string_view id);
Response not_found(std::string_view id);
/// `allow`: value of the Allow header.
Response method_not_allowed(std::string_view allow, std::string_view id);
Response unexpected_body(std::string_view id);
Response unsupported_media_type(std::vector<std::string> const& accepted, std::string_view id);
Response body_too_large(std::size_t limit, std::string_view id);
Response unknown_expectation(std::string_view id);
/// 308 to the same address under https.
Response only_https(std::string const& location, std::string_view id);
/// 503 with Retry-After: too many connections or requests waiting.
Response busy(std::string_view id);

} // namespace balcao::http::refusals
