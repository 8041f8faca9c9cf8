#include "platform/http/uri.hpp"

#include <algorithm>

#include "platform/base/text.hpp"

namespace balcao::http {

namespace {

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

enum class Plus { literal, blank };

std::optional<std::string> decode(std::string_view text, Plus plus) {
    std::string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            if (i + 2 >= text.size()) return std::nullopt;
            auto const high = hex_value(text[i + 1]);
            auto const low = hex_value(text[i + 2]);
            if (high < 0 || low < 0) return std::nullopt;
            decoded += static_cast<char>(high * 16 + low);
            i += 2;
        } else if (text[i] == '+' && plus == Plus::blank) {
            decoded += ' ';
        } else {
            decoded += text[i];
        }
    }
    if (!is_utf8(decoded)) return std::nullopt;
    return decoded;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }
bool is_line_space(char c) { return c == '\n' || c == '\r' || c == '\t'; }

} // namespace

std::optional<Target> parse_target(std::string_view target) {
    if (!target.starts_with('/') || target.find('#') != std::string_view::npos) return std::nullopt;
    auto const question = target.find('?');
    auto path = decode(target.substr(0, question), Plus::literal);
    if (!path || std::ranges::any_of(*path, is_control)) return std::nullopt;
    Target parsed{.path = std::move(*path)};
    if (question == std::string_view::npos) return parsed;

    for (auto rest = target.substr(question + 1); !rest.empty();) {
        auto const end = rest.find('&');
        auto const part = rest.substr(0, end);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
        if (part.empty()) continue;
        auto const equals = part.find('=');
        auto name = decode(part.substr(0, equals), Plus::blank);
        auto value =
            decode(equals == std::string_view::npos ? std::string_view{} : part.substr(equals + 1), Plus::blank);
        if (!name || !value || std::ranges::any_of(*name, is_control)) return std::nullopt;
        if (std::ranges::any_of(*value, [](char c) { return is_control(c) && !is_line_space(c); })) return std::nullopt;
        if (std::ranges::find(parsed.query, *name, &std::pair<std::string, std::string>::first) != parsed.query.end())
            return std::nullopt; // which of the two is meant, each program decides for itself
        parsed.query.emplace_back(std::move(*name), std::move(*value));
    }
    return parsed;
}

} // namespace balcao::http
