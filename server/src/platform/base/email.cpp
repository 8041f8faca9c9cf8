#include "platform/base/email.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <new>

#include <utf8proc.h>

#include "platform/base/text.hpp"

namespace balcao {

namespace {

// What utf8proc makes of the text; nothing when it is not UTF-8.
std::optional<std::string> mapped(std::string_view text, int options) {
    utf8proc_uint8_t* result = nullptr;
    auto const size =
        utf8proc_map(reinterpret_cast<utf8proc_uint8_t const*>(text.data()), static_cast<utf8proc_ssize_t>(text.size()),
                     &result, static_cast<utf8proc_option_t>(options));
    std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> const owner(result, &std::free);
    if (size == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
    if (size < 0) return std::nullopt;
    return std::string(reinterpret_cast<char const*>(result), static_cast<std::size_t>(size));
}

constexpr int composed = UTF8PROC_STABLE | UTF8PROC_COMPOSE;
constexpr int plain = composed | UTF8PROC_COMPAT | UTF8PROC_IGNORE;

// The text must be UTF-8.
template <class Each>
void each_code_point(std::string_view text, Each each) {
    auto const* at = reinterpret_cast<utf8proc_uint8_t const*>(text.data());
    auto left = static_cast<utf8proc_ssize_t>(text.size());
    while (left > 0) {
        utf8proc_int32_t code_point = 0;
        auto const used = utf8proc_iterate(at, left, &code_point);
        if (used <= 0) return;
        each(code_point);
        at += used;
        left -= used;
    }
}

// Blanks but the plain one, controls, marks of direction and what has no meaning yet.
bool is_invisible(utf8proc_int32_t c) {
    switch (utf8proc_category(c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return true;
    case UTF8PROC_CATEGORY_ZS: return c != ' ';
    default: return c == 0x2800; // a braille cell without dots
    }
}

void append(std::string& text, utf8proc_int32_t c) {
    std::array<utf8proc_uint8_t, 4> bytes{};
    auto const size = utf8proc_encode_char(c, bytes.data());
    text.append(reinterpret_cast<char const*>(bytes.data()), static_cast<std::size_t>(size));
}

// Something in it cannot be seen, or is another form of a plain character (fullwidth letters, ligatures).
bool is_deceptive(std::string_view text) {
    bool found = mapped(text, plain) != text;
    each_code_point(text, [&](utf8proc_int32_t c) { found = found || is_invisible(c); });
    return found;
}

// Plain characters in the place of those, and nothing that cannot be seen.
std::string without_deception(std::string_view text) {
    std::string result;
    each_code_point(mapped(text, plain).value_or(""), [&](utf8proc_int32_t c) {
        if (!is_invisible(c)) append(result, c);
    });
    return result;
}

} // namespace

// Letter by letter: folding would make "ss" of "ß", another address.
std::string normalize_email(std::string_view typed) {
    auto const text = mapped(trim(typed), composed);
    if (!text) return trim(typed);
    std::string lower;
    each_code_point(*text, [&](utf8proc_int32_t c) { append(lower, utf8proc_tolower(c)); });
    return mapped(lower, composed).value_or(lower);
}

std::optional<std::string> email_problem(std::string_view email) {
    constexpr auto wrong = "Digite um e-mail completo, como nome@empresa.com.br.";
    if (email.size() > 254) return "Digite no máximo 254 caracteres.";
    if (!is_utf8(email)) return wrong;
    if (is_deceptive(email))
        return "Este e-mail tem caracteres invisíveis ou parecidos com outros. Apague e digite de novo, sem copiar.";
    auto const at = email.find('@');
    if (at == 0 || at == std::string_view::npos || at > 64) return wrong;
    auto const domain = email.substr(at + 1);
    auto const is_bad = [](char c) {
        return static_cast<unsigned char>(c) <= ' ' || c == '@' || c == ',' || c == ';' || c == '<' || c == '>' ||
               c == '"' || c == 0x7f;
    };
    if (std::ranges::any_of(email.substr(0, at), is_bad) || std::ranges::any_of(domain, is_bad)) return wrong;
    auto const dot = domain.rfind('.');
    if (dot == std::string_view::npos || dot == 0 || domain.size() - dot < 3 || domain.contains("..")) return wrong;
    return std::nullopt;
}

std::string repaired_email(std::string_view stored) {
    auto email = normalize_email(without_deception(stored));
    if (email_problem(email)) email.clear();
    return email;
}

} // namespace balcao
