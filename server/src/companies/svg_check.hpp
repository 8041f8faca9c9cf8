#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace balcao::companies {

/// The Portuguese sentence when the bytes are not an SVG drawing that is safe to show: only drawing elements and
/// attributes, references only within the file (`#id`) or to embedded PNG and JPEG data, no script, no event
/// handlers, no DTD, no entities, no processing instructions, at most 64 levels deep. Nothing is fetched.
std::optional<std::string> svg_problem(std::string_view bytes);

} // namespace balcao::companies
