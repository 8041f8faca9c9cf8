#pragma once

#include <cairo.h>

#include <memory>
#include <string_view>

namespace balcao::nfce::danfe {

struct SurfaceFree {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, SurfaceFree>;

/// A PNG or JPEG as pixels on white, at most `most_pixels` a side (larger ones are scaled down, their shape kept);
/// null when it is neither, damaged, incomplete, or of more than 4,096 pixels a side.
Surface read_logo(std::string_view bytes, int most_pixels);

} // namespace balcao::nfce::danfe
