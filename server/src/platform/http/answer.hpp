#pragma once
// Answers as bytes: the header block of HTTP/1.1.

#include <string>
#include <string_view>

#include "platform/http/http.hpp"
#include "platform/http/static_files.hpp"

namespace balcao::http {

/// Parts of the header block besides the response itself.
struct Framing {
    std::string_view request_id;
    bool keep_alive = true;
    bool http_1_0 = false;
};

/// Appends the header block of `response`, blank line included. `site_lines`: SitePolicy::header_lines(). Adds
/// Cache-Control: no-store and the API's content policy unless the response sets them. Throws std::logic_error when
/// a header holds a line break.
void append_head(std::string& out, Response const& response, std::string_view site_lines, Framing const& framing);

/// The same for a static file, whose own lines are prepared.
void append_head(std::string& out, StaticFiles::Answer const& file, std::string_view site_lines,
                 Framing const& framing);

} // namespace balcao::http
