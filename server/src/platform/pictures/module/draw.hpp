#pragma once
// The drawing module (this folder). It alone links librsvg, cairo and gdk-pixbuf, some forty libraries; only the
// drawing process loads it.

#include <string>
#include <string_view>

namespace balcao::pictures::module {

inline constexpr char const* file_name = "libbalcao_pictures.so";
inline constexpr char const* draw_name = "balcao_picture_draw";

enum class Format { png, jpeg, svg };

/// Writes a JPEG (of a JPEG) or PNG of at most `longest_side` pixels a side to `pixels`, or a Portuguese sentence to
/// `refusal`. Throws std::runtime_error if memory or a library fails.
using Draw = void(std::string_view upload, Format format, int longest_side, std::string& pixels, std::string& refusal);

} // namespace balcao::pictures::module
