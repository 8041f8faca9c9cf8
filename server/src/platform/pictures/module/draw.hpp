#pragma once
// The module that draws (this folder). It alone links librsvg, cairo and gdk-pixbuf, some forty libraries that the
// server has no use for: only the process that draws loads them.

#include <string>
#include <string_view>

namespace balcao::pictures::module {

inline constexpr char const* file_name = "libbalcao_pictures.so";
inline constexpr char const* draw_name = "balcao_picture_draw";

enum class Format { png, jpeg, svg };

/// Puts a JPEG (of a JPEG) or PNG of at most `longest_side` pixels a side into `pixels`, or a Portuguese sentence into
/// `refusal`. Throws std::runtime_error when memory or a library fails.
using Draw = void(std::string_view upload, Format format, int longest_side, std::string& pixels, std::string& refusal);

} // namespace balcao::pictures::module
