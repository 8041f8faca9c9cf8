#pragma once
// Codes that people read off a screen or a sheet and type.

#include <string>
#include <string_view>

namespace balcao::auth {

/// `K7QF-M2XD-…`: `groups` of four characters at random, each one of 32 that are not easily mistaken (5 bits each).
std::string make_code(int groups);
/// The code as it is compared: capitals, without blanks and hyphens.
std::string normalize_code(std::string_view typed);
/// Whether two codes are the same as they are compared. Takes as long wherever they differ.
bool is_same_code(std::string_view typed, std::string_view code);

} // namespace balcao::auth
