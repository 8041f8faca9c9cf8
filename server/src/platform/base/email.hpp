#pragma once
// E-mail addresses.

#include <optional>
#include <string>
#include <string_view>

namespace balcao {

/// As stored and compared: trimmed, in composed form (NFC) and lower case.
std::string normalize_email(std::string_view typed);
/// The sentence when it is not an address, or could be taken for another one (invisible or fullwidth characters).
std::optional<std::string> email_problem(std::string_view normalized);
/// What an address of before those rules was meant to be: always one without a problem, or empty.
std::string repaired_email(std::string_view stored);

} // namespace balcao
