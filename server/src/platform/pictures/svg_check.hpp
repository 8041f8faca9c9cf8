#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace balcao::pictures {

/// The Portuguese sentence if the bytes are not an SVG that is safe to draw: drawing elements and attributes only;
/// references only within the file (`#id`) or to embedded PNG and JPEG data; no script, event handlers, DTD, entities
/// or processing instructions; at most 64 levels; no filters, masks and patterns, and no nested `use`, with which few
/// bytes cause any amount of work. Nothing is fetched.
std::optional<std::string> svg_problem(std::string_view bytes);

} // namespace balcao::pictures
