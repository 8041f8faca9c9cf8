#include "budgets/pdf/logo.hpp"

#include <algorithm>
#include <memory>

#include <librsvg/rsvg.h>

#include "danfe/logo.hpp"

namespace balcao::budgets::pdf {

namespace {

constexpr double logo_width = 190;
constexpr double logo_height = 60;

struct Unref {
    void operator()(void* object) const { g_object_unref(object); }
};

std::optional<Logo> svg_logo(std::string_view bytes) {
    std::shared_ptr<RsvgHandle> const handle(
        rsvg_handle_new_from_data(reinterpret_cast<guint8 const*>(bytes.data()), bytes.size(), nullptr), Unref{});
    if (!handle) return std::nullopt;
    double wide = 0;
    double high = 0;
    if (rsvg_handle_get_intrinsic_size_in_pixels(handle.get(), &wide, &high) == FALSE) {
        gboolean has_box = FALSE;
        RsvgRectangle box{};
        rsvg_handle_get_intrinsic_dimensions(handle.get(), nullptr, nullptr, nullptr, nullptr, &has_box, &box);
        wide = has_box != FALSE ? box.width : 1;
        high = has_box != FALSE ? box.height : 1;
    }
    if (wide <= 0 || high <= 0) return std::nullopt;
    auto const scale = std::min(logo_width / wide, logo_height / high);
    Logo logo{.width = wide * scale, .height = high * scale};
    logo.draw = [handle, width = logo.width, height = logo.height](cairo_t* cr, double x, double y) {
        RsvgRectangle const place{.x = x, .y = y, .width = width, .height = height};
        cairo_save(cr);
        rsvg_handle_render_document(handle.get(), cr, &place, nullptr); // what cannot be drawn is left out
        cairo_restore(cr);
    };
    return logo;
}

std::optional<Logo> pixel_logo(std::string_view bytes) {
    constexpr int most_pixels = 800; // 300 dpi on the box
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

} // namespace

std::optional<Logo> read_logo(std::string_view bytes) {
    if (bytes.empty()) return std::nullopt;
    auto pixels = pixel_logo(bytes);
    return pixels ? pixels : svg_logo(bytes);
}

} // namespace balcao::budgets::pdf
