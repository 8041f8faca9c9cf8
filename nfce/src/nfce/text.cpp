#include "nfce/text.hpp"

#include <utf8proc.h>

#include <cstdlib>
#include <memory>

namespace balcao::nfce {

namespace {

/// ASCII for the typographic characters that word processors put into texts; empty for all others.
std::string_view ascii_for(utf8proc_int32_t c) {
    switch (c) {
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x2032: return "'";
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x2033: return "\"";
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2014:
    case 0x2015:
    case 0x2212: return "-";
    case 0x2026: return "...";
    case 0x2022: return "*";
    default: return {};
    }
}

bool is_blank(utf8proc_int32_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xA0 || c == 0x85 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x3000;
}

bool is_control(utf8proc_int32_t c) { return c < 0x20 || (c >= 0x7F && c <= 0x9F); }

constexpr bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

} // namespace

NormalisedText normalise_text(std::string_view typed, std::size_t max) {
    NormalisedText result;
    utf8proc_uint8_t* raw = nullptr;
    auto const size = utf8proc_map(reinterpret_cast<utf8proc_uint8_t const*>(typed.data()),
                                   static_cast<utf8proc_ssize_t>(typed.size()), &raw,
                                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
    std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> const composed(raw, &std::free);
    if (size < 0) {
        result.invalid_utf8 = true;
        return result;
    }
    bool blank_before = false;
    auto const append = [&](std::string_view piece) {
        if (blank_before && !result.text.empty()) result.text += ' ';
        blank_before = false;
        result.text += piece;
    };
    for (utf8proc_ssize_t at = 0; at < size;) {
        utf8proc_int32_t c = 0;
        auto const length = utf8proc_iterate(composed.get() + at, size - at, &c);
        std::string_view const bytes(reinterpret_cast<char const*>(composed.get() + at),
                                     static_cast<std::size_t>(length));
        at += length;
        if (is_blank(c)) {
            blank_before = true;
        } else if (is_control(c)) {
            result.had_control = true;
        } else if (c <= 0xFF) {
            append(bytes);
        } else if (auto const ascii = ascii_for(c); !ascii.empty()) {
            append(ascii);
        }
    }
    if (auto const kept = first_characters(result.text, max); kept.size() < result.text.size()) {
        result.cut = true;
        result.text.resize(kept.size());
        while (result.text.ends_with(' ')) result.text.pop_back();
    }
    return result;
}

std::string_view first_characters(std::string_view utf8, std::size_t max) {
    std::size_t count = 0;
    for (std::size_t at = 0; at < utf8.size(); ++at)
        if (starts_character(utf8[at]) && count++ == max) return utf8.substr(0, at);
    return utf8;
}

bool is_normalised(std::string_view utf8, std::size_t max) {
    if (utf8.empty() || utf8.size() > max || utf8.front() == ' ' || utf8.back() == ' ') return false;
    // Letters above ASCII go the long way: they may have to be composed.
    char before = 0;
    for (char const c : utf8) {
        if (c < 0x20 || c == 0x7F || (c == ' ' && before == ' ')) return false;
        before = c;
    }
    return true;
}

bool is_layout_text(std::string_view utf8) {
    if (utf8.empty() || utf8.front() == ' ' || utf8.back() == ' ') return false;
    for (std::size_t at = 0; at < utf8.size(); ++at) {
        auto const c = static_cast<unsigned char>(utf8[at]);
        if (c >= 0x20 && c <= 0x7E) continue;
        if ((c != 0xC2 && c != 0xC3) || ++at == utf8.size()) return false;
        auto const next = static_cast<unsigned char>(utf8[at]);
        if (next < (c == 0xC2 ? 0xA1 : 0x80) || next > 0xBF) return false;
    }
    return true;
}

} // namespace balcao::nfce
