#pragma once
// Versions of records as ETags.

#include <cstdint>
#include <string>
#include <string_view>

#include "platform/base/result.hpp"
#include "platform/http/http.hpp"

namespace balcao::http {

/// `"7"`
std::string etag(std::int64_t version);
/// The If-Match header; failure `missing_precondition` if absent.
Result<std::string_view> if_match(Request const& request);
/// `*` or exactly this version.
bool etag_matches(std::string_view if_match, std::int64_t version);

} // namespace balcao::http
