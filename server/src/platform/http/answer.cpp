#include "platform/http/answer.hpp"

#include <array>
#include <ctime>
#include <stdexcept>

#include <fmt/format.h>

#include "platform/http/site_policy.hpp"

namespace balcao::http {

namespace {

std::string_view reason(int status) {
    switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 202: return "Accepted";
    case 204: return "No Content";
    case 303: return "See Other";
    case 304: return "Not Modified";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 412: return "Precondition Failed";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 417: return "Expectation Failed";
    case 421: return "Misdirected Request";
    case 422: return "Unprocessable Content";
    case 428: return "Precondition Required";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 500: return "Internal Server Error";
    case 503: return "Service Unavailable";
    default: return "Other";
    }
}

// `Date: Sat, 21 Nov 2026 09:45:51 GMT`, made once a second; strftime would follow the locale.
std::string_view date_line() {
    constexpr std::array<std::string_view, 7> days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    thread_local std::time_t formatted = -1;
    thread_local std::string line;
    auto const now = std::time(nullptr);
    if (now != formatted) {
        std::tm parts{};
        ::gmtime_r(&now, &parts);
        line = fmt::format("Date: {}, {:02} {} {} {:02}:{:02}:{:02} GMT\r\n",
                           days[static_cast<std::size_t>(parts.tm_wday)], parts.tm_mday,
                           months[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900, parts.tm_hour,
                           parts.tm_min, parts.tm_sec);
        formatted = now;
    }
    return line;
}

void append_start(std::string& out, int status, std::string_view site_lines, Framing const& framing) {
    fmt::format_to(std::back_inserter(out), "HTTP/1.1 {} {}\r\n", status, reason(status));
    out += date_line();
    out += site_lines;
    out += "X-Request-Id: ";
    out += framing.request_id;
    out += "\r\n";
    if (!framing.keep_alive) out += "Connection: close\r\n";
    else if (framing.http_1_0) out += "Connection: keep-alive\r\n";
}

void append_line(std::string& out, std::string_view name, std::string_view value) {
    if (name.find_first_of("\r\n") != std::string_view::npos || value.find_first_of("\r\n") != std::string_view::npos)
        throw std::logic_error("line break in the response header " + std::string(name));
    out += name;
    out += ": ";
    out += value;
    out += "\r\n";
}

} // namespace

void append_head(std::string& out, Response const& response, std::string_view site_lines, Framing const& framing) {
    append_start(out, response.status, site_lines, framing);
    bool const is_stream = response.open_stream != nullptr;
    bool has_content = is_stream || !response.body.empty();
    if (is_stream) append_line(out, "Content-Type", "text/event-stream");
    else if (has_content) append_line(out, "Content-Type", response.content_type);
    if (!is_stream && response.status != 204 && response.status != 304)
        fmt::format_to(std::back_inserter(out), "Content-Length: {}\r\n", response.body.size());

    bool has_policy = false;
    bool has_cache_rule = false;
    for (auto const& [name, value] : response.headers) {
        append_line(out, name, value);
        has_policy = has_policy || name == "Content-Security-Policy";
        has_cache_rule = has_cache_rule || name == "Cache-Control";
    }
    if (!has_policy) append_line(out, "Content-Security-Policy", api_content_policy);
    if (!has_cache_rule) out += "Cache-Control: no-store\r\n";
    if (is_stream) out += "X-Accel-Buffering: no\r\n"; // nginx would hold messages back
    out += "\r\n";
}

void append_head(std::string& out, StaticFiles::Answer const& file, std::string_view site_lines,
                 Framing const& framing) {
    append_start(out, file.status, site_lines, framing);
    out += file.head;
    out += "\r\n";
}

} // namespace balcao::http
