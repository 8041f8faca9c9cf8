#include "selling/budgets/pdf/logo.hpp"

#include <algorithm>
#include <memory>

#include "danfe/logo.hpp"

namespace balcao::budgets::pdf {

namespace {

constexpr double logo_width = 190;
constexpr double logo_height = 60;
constexpr int most_pixels = 800; // 300 dpi on the box

} // namespace

std::optional<Logo> read_logo(std::string_view bytes) {
    if (bytes.empty()) return std::nullopt;
    std::shared_ptr<cairo_surface_t> const pixels = nfce::danfe::read_logo(bytes, most_pixels);
    if (!pixels) return std::nullopt;
    auto const wide = static_cast<double>(cairo_image_surface_get_width(pixels.get()));
    auto const high = static_cast<double>(cairo_image_surface_get_height(pixels.get()));
    auto const scale = std::min(logo_width / wide, logo_height / high);
    Logo logo{.width = wide * scale, .height = high * scale};
    logo.draw = [pixels, scale](cairo_t* cr, double x, double y) {
        cairo_save(cr);
        cairo_translate(cr, x, y);
        cairo_scale(cr, scale, scale);
        cairo_set_source_surface(cr, pixels.get(), 0, 0);
        cairo_paint(cr);
        cairo_restore(cr);
    };
    return logo;
}

} // namespace balcao::budgets::pdf
