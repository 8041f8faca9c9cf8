#pragma once
// E-mail addresses.

#include <optional>
#include <string>
#include <string_view>

namespace balcao {

/// As stored: trimmed, in lower case.
std::string normalize_email(std::string_view typed);
/// The sentence when it is not an address.
std::optional<std::string> email_problem(std::string_view normalized);

} // namespace balcao
