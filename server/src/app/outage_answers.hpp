#pragma once
// What a request is answered that could not be served for want of the database, its disk or the key: no bug, and
// nothing that its sender could put right.

#include <exception>
#include <optional>
#include <string_view>

#include "platform/http/http.hpp"

namespace balcao::app {

/// 503 `disk_full`.
http::Response disk_full(http::Request const& request);
/// 503 `unavailable`: the database cannot be reached.
http::Response away(http::Request const& request);

/// The same: nothing is written to it. `why`: Database::refusal.
http::Response refused(http::Request const& request, std::string_view why);

/// The answer to what a handler threw, which is logged; none: it is a bug.
std::optional<http::Response> answer_to(std::exception const& error, http::Request const& request);

} // namespace balcao::app
