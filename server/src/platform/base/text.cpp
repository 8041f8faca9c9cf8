#include "platform/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <new>

#include <utf8proc.h>

namespace balcao {

namespace {

// Calls each(code point) until the text ends; false when it is not UTF-8.
template <class Each>
bool each_code_point(std::string_view text, Each each) {
    auto const* at = reinterpret_cast<utf8proc_uint8_t const*>(text.data());
    auto left = static_cast<utf8proc_ssize_t>(text.size());
    while (left > 0) {
        utf8proc_int32_t code_point = 0;
        auto const used = utf8proc_iterate(at, left, &code_point);
        if (used <= 0) return false;
        each(code_point);
        at += used;
        left -= used;
    }
    return true;
}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'; }

} // namespace

bool is_utf8(std::string_view text) {
    return each_code_point(text, [](utf8proc_int32_t) {});
}

bool has_control_characters(std::string_view text) {
    bool found = false;
    each_code_point(text, [&](utf8proc_int32_t c) {
        found = found || utf8proc_category(c) == UTF8PROC_CATEGORY_CC || c == 0xFFFE || c == 0xFFFF;
    });
    return found;
}

std::size_t length(std::string_view text) {
    std::size_t count = 0;
    each_code_point(text, [&](utf8proc_int32_t) { ++count; });
    return count;
}

std::string trim(std::string_view text) {
    auto first = text.begin();
    auto last = text.end();
    while (first != last && is_blank(*first)) ++first;
    while (last != first && is_blank(*(last - 1))) --last;
    return std::string(first, last);
}

std::string fold(std::string_view text) {
    utf8proc_uint8_t* mapped = nullptr;
    auto const options = static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                                        UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
    auto const size = utf8proc_map(reinterpret_cast<utf8proc_uint8_t const*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &mapped, options);
    std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> const owner(mapped, &std::free);
    if (size == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
    if (size < 0) return {}; // not UTF-8: nothing can match
    std::string folded;
    folded.reserve(static_cast<std::size_t>(size));
    for (utf8proc_ssize_t i = 0; i < size; ++i) {
        auto const c = static_cast<char>(mapped[i]);
        if (!is_blank(c)) folded += c;
        else if (!folded.empty() && folded.back() != ' ') folded += ' ';
    }
    if (!folded.empty() && folded.back() == ' ') folded.pop_back();
    return folded;
}

std::string digits(std::string_view text) {
    std::string result;
    std::ranges::copy_if(text, std::back_inserter(result), [](char c) { return c >= '0' && c <= '9'; });
    return result;
}

bool is_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::string one_line(std::string_view text, std::size_t longest) {
    if (has_control_characters(text)) return {};
    auto line = trim(text);
    while (length(line) > longest) {
        // A whole character: its first byte is the last that continues none.
        while ((static_cast<unsigned char>(line.back()) & 0xC0U) == 0x80U) line.pop_back();
        line.pop_back();
    }
    return trim(line);
}

std::string upper_ascii(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return result;
}

std::string like_contains(std::string_view text) {
    std::string pattern = "%";
    for (char const c : text) {
        if (c == '%' || c == '_' || c == '\\') pattern += '\\';
        pattern += c;
    }
    return pattern += '%';
}

std::optional<std::int64_t> parse_int(std::string_view text) {
    if (!is_digits(text)) return std::nullopt;
    std::int64_t value = 0;
    auto const [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

} // namespace balcao
