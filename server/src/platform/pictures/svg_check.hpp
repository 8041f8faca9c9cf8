#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace balcao::pictures {

/// The Portuguese sentence when the bytes are not an SVG that is safe to draw: only drawing elements and attributes,
/// references only within the file (`#id`) or to embedded PNG and JPEG data, no script, no event handlers, no DTD, no
/// entities, no processing instructions, at most 64 levels deep; no filters, masks and patterns, and no `use` of what
/// holds a `use` itself, with which few bytes ask for any amount of work. Nothing is fetched.
std::optional<std::string> svg_problem(std::string_view bytes);

} // namespace balcao::pictures
