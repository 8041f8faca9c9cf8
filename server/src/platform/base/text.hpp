#pragma once
// Text helpers: UTF-8 in, UTF-8 out.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace balcao {

/// True for well-formed UTF-8 (no surrogates, no overlong forms).
bool is_utf8(std::string_view text);
/// True if the text has a control character (line breaks included) or one outside XML 1.0.
bool has_control_characters(std::string_view text);
/// Number of code points. The text must be UTF-8.
std::size_t length(std::string_view text);
/// Trims white space at both ends.
std::string trim(std::string_view text);
/// Folds for search and order: lower case, no accents, single blanks, trimmed.
std::string fold(std::string_view text);
/// Only the ASCII digits of the text.
std::string digits(std::string_view text);
bool is_digits(std::string_view text);
/// Makes foreign text fit for a field: trimmed and cut to `longest` code points; empty if it has control characters.
/// The text must be UTF-8.
std::string one_line(std::string_view text, std::size_t longest);
/// Upper-cases ASCII letters; other bytes stay.
std::string upper_ascii(std::string_view text);
/// `%text%` for `like … escape '\'`, with the pattern characters of the text escaped.
std::string like_contains(std::string_view text);
/// A non-negative whole number, digits only.
std::optional<std::int64_t> parse_int(std::string_view text);

} // namespace balcao
