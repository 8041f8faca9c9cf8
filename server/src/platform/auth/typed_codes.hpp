#pragma once
// Codes that people read and type.

#include <string>
#include <string_view>

namespace balcao::auth {

/// `K7QF-M2XD-…`: `groups` of four random characters out of 32 that are not easily confused (5 bits each).
std::string make_code(int groups);
/// Normalised: upper case, without blanks and hyphens.
std::string normalize_code(std::string_view typed);
/// Compares normalised codes in constant time.
bool is_same_code(std::string_view typed, std::string_view code);

} // namespace balcao::auth
