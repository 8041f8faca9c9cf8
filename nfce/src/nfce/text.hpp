#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Text of the layout (reference d3): printable Latin-1, written as UTF-8, single blanks, none at the ends.
namespace balcao::nfce {

/// A text made fit for the layout, and what had to be done to it.
struct NormalisedText {
    std::string text;
    bool cut = false;          ///< it was longer than `max` characters
    bool had_control = false;  ///< it held control characters other than tab and line ends; they were dropped
    bool invalid_utf8 = false; ///< not UTF-8; `text` is empty
};

/// NFC; typographic quotes, dashes and the ellipsis become ASCII; tabs, line ends and no-break spaces become blanks;
/// everything else outside Latin-1 is dropped; runs of blanks collapse; cut to `max` characters (not bytes).
NormalisedText normalise_text(std::string_view typed, std::size_t max);

/// The longest beginning of a UTF-8 text with at most `max` characters.
std::string_view first_characters(std::string_view utf8, std::size_t max);

/// True when normalise_text(utf8, max) would change nothing; quick.
bool is_normalised(std::string_view utf8, std::size_t max);

/// True when every character is 0x20–0x7E or 0xA1–0xFF in valid UTF-8 and neither end is a blank; "" is not.
bool is_layout_text(std::string_view utf8);

} // namespace balcao::nfce
