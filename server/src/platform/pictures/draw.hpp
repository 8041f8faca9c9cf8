#pragma once
// Turns what somebody uploaded into pixels, in this process. Only the confined process of `drawing_process.hpp` and the
// fuzzer call it: the libraries behind it have broken on foreign files before.

#include <string_view>

#include "platform/pictures/picture.hpp"

namespace balcao::pictures {

/// The type is decided by the content. PNG and JPEG of at most 4,096 pixels a side become smaller when their longest
/// side has more than `longest_side` pixels; an SVG of drawing elements only (`svg_check.hpp`) is drawn with that
/// longest side. A JPEG stays one, all else becomes a PNG.
Drawn draw(std::string_view upload, int longest_side);

} // namespace balcao::pictures
