#pragma once
// Is this file a logo we may show? Decided by its content, never by its name or declared type.

#include <string_view>

#include "base/result.hpp"

namespace balcao::companies {

enum class LogoType { png, jpeg, svg };

/// PNG and JPEG are decoded (at most 4,096 pixels a side); an SVG may hold drawing elements only: no script, no
/// event handlers, no references outside itself, no entities. At most 1 MiB is expected. Failure `invalid` at
/// `logo` with a sentence.
Result<LogoType> check_logo(std::string_view bytes);

std::string_view content_type_of(LogoType type);
/// `.png`, `.jpg` or `.svg`.
std::string_view extension_of(LogoType type);

} // namespace balcao::companies
