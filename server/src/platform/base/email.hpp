#pragma once
// E-mail addresses.

#include <optional>
#include <string>
#include <string_view>

namespace balcao {

/// As stored and compared: trimmed, in composed form (NFC) and lower case.
std::string normalize_email(std::string_view typed);
/// The sentence if it is no address, or could be confused with another (invisible or fullwidth characters).
std::optional<std::string> email_problem(std::string_view normalized);
/// Normalises an address stored before these rules: valid, or empty if that is impossible.
std::string repaired_email(std::string_view stored);

} // namespace balcao
