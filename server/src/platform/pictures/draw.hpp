#pragma once
// Draws an upload as pixels, in this process. Only the confined process (`drawing_process.hpp`) and the fuzzer call it:
// the libraries behind it have crashed on foreign files.

#include <string_view>

#include "platform/pictures/picture.hpp"

namespace balcao::pictures {

/// The content decides the type. PNG and JPEG of at most 4,096 pixels a side are reduced to `longest_side`; an SVG of
/// drawing elements only (`svg_check.hpp`) is drawn with that side. A JPEG stays JPEG, all else becomes PNG.
Drawn draw(std::string_view upload, int longest_side);

} // namespace balcao::pictures
