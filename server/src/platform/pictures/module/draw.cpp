#include "platform/pictures/module/draw.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>

#include <cairo.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <librsvg/rsvg.h>

namespace balcao::pictures::module {

namespace {

constexpr int most_pixels = 4096;
constexpr auto damaged = "O arquivo está danificado ou não é uma imagem. Exporte de novo e envie.";
constexpr auto too_large = "A imagem é grande demais. Use uma de até 4.096 pixels de lado.";
constexpr auto no_size = "Este SVG não tem tamanho. Exporte-o de novo, com largura e altura, ou como PNG.";
constexpr auto not_drawn = "Este SVG não pôde ser desenhado. Exporte-o como PNG e envie.";

struct Refused {
    char const* sentence;
};

struct Unref {
    void operator()(void* object) const { g_object_unref(object); }
};
using Pixels = std::unique_ptr<GdkPixbuf, Unref>;

struct Destroy {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* cr) const { cairo_destroy(cr); }
};

struct Size {
    int width = 0;
    int height = 0;
};

Size fitted(double width, double height, double scale) {
    auto const side = [scale](double length) { return std::max(1, static_cast<int>(std::lround(length * scale))); };
    return {.width = side(width), .height = side(height)};
}

// Called when the header was read and before memory is taken for what it promises. A size of zero ends the loading.
void look_at_size(GdkPixbufLoader* loader, int width, int height, gpointer is_too_large) {
    if (width <= most_pixels && height <= most_pixels) return;
    *static_cast<bool*>(is_too_large) = true;
    gdk_pixbuf_loader_set_size(loader, 0, 0);
}

// The whole image, upright; a file that only starts like one is refused. `end`: what closes a complete file, since
// decoders are content with a part.
Pixels decode(std::string_view bytes, char const* format, std::string_view end) {
    if (!bytes.contains(end)) throw Refused{damaged};
    std::unique_ptr<GdkPixbufLoader, Unref> const loader(gdk_pixbuf_loader_new_with_type(format, nullptr));
    if (!loader) throw std::runtime_error(std::string("gdk-pixbuf has no loader for ") + format);
    bool is_too_large = false;
    g_signal_connect(loader.get(), "size-prepared", G_CALLBACK(look_at_size), &is_too_large);
    auto const is_taken = gdk_pixbuf_loader_write(loader.get(), reinterpret_cast<guchar const*>(bytes.data()),
                                                  bytes.size(), nullptr) != FALSE;
    auto const is_closed = gdk_pixbuf_loader_close(loader.get(), nullptr) != FALSE; // must be called in any case
    if (is_too_large) throw Refused{too_large};
    auto* const decoded = gdk_pixbuf_loader_get_pixbuf(loader.get());
    if (!is_taken || !is_closed || decoded == nullptr) throw Refused{damaged};
    return Pixels(gdk_pixbuf_apply_embedded_orientation(decoded));
}

Pixels reduced(Pixels pixels, int longest_side) {
    auto const width = gdk_pixbuf_get_width(pixels.get());
    auto const height = gdk_pixbuf_get_height(pixels.get());
    auto const longest = std::max(width, height);
    if (longest <= longest_side) return pixels;
    auto const size = fitted(width, height, static_cast<double>(longest_side) / longest);
    return Pixels(gdk_pixbuf_scale_simple(pixels.get(), size.width, size.height, GDK_INTERP_BILINEAR));
}

std::string encoded(GdkPixbuf* pixels, char const* format) {
    gchar* bytes = nullptr;
    gsize size = 0;
    auto const is_jpeg = std::string_view(format) == "jpeg";
    auto const is_done =
        gdk_pixbuf_save_to_buffer(pixels, &bytes, &size, format, nullptr, is_jpeg ? "quality" : nullptr,
                                  is_jpeg ? "90" : nullptr, nullptr) != FALSE;
    if (!is_done) throw std::runtime_error(std::string("gdk-pixbuf cannot write ") + format);
    std::string text(bytes, size);
    g_free(bytes);
    return text;
}

std::string redraw(std::string_view bytes, char const* format, std::string_view end, int longest_side) {
    auto const pixels = reduced(decode(bytes, format, end), longest_side);
    if (!pixels) throw std::runtime_error("no memory for the picture");
    return encoded(pixels.get(), format);
}

// Width and height of the drawing, in any unit: in pixels, or those of its view box.
std::optional<RsvgRectangle> measures(RsvgHandle* handle) {
    RsvgRectangle box{};
    if (rsvg_handle_get_intrinsic_size_in_pixels(handle, &box.width, &box.height) == FALSE) {
        gboolean has_box = FALSE;
        rsvg_handle_get_intrinsic_dimensions(handle, nullptr, nullptr, nullptr, nullptr, &has_box, &box);
        if (has_box == FALSE) return std::nullopt;
    }
    if (!std::isfinite(box.width) || !std::isfinite(box.height) || box.width <= 0 || box.height <= 0)
        return std::nullopt;
    return box;
}

cairo_status_t append(void* text, unsigned char const* bytes, unsigned count) {
    static_cast<std::string*>(text)->append(reinterpret_cast<char const*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

std::string draw_svg(std::string_view bytes, int longest_side) {
    std::unique_ptr<RsvgHandle, Unref> const handle(
        rsvg_handle_new_from_data(reinterpret_cast<guint8 const*>(bytes.data()), bytes.size(), nullptr));
    if (!handle) throw Refused{not_drawn};
    auto const box = measures(handle.get());
    if (!box) throw Refused{no_size};
    auto const size = fitted(box->width, box->height, longest_side / std::max(box->width, box->height));
    std::unique_ptr<cairo_surface_t, Destroy> const surface(
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, size.width, size.height));
    std::unique_ptr<cairo_t, Destroy> const cr(cairo_create(surface.get()));
    RsvgRectangle const place{
        .x = 0, .y = 0, .width = static_cast<double>(size.width), .height = static_cast<double>(size.height)};
    if (rsvg_handle_render_document(handle.get(), cr.get(), &place, nullptr) == FALSE) throw Refused{not_drawn};
    std::string pixels;
    if (cairo_surface_write_to_png_stream(surface.get(), append, &pixels) != CAIRO_STATUS_SUCCESS)
        throw Refused{not_drawn};
    return pixels;
}

} // namespace

extern "C" Draw balcao_picture_draw;
extern "C" void balcao_picture_draw(std::string_view upload, Format format, int longest_side, std::string& pixels,
                                    std::string& refusal) {
    try {
        switch (format) {
        case Format::png: pixels = redraw(upload, "png", "IEND\xae\x42\x60\x82", longest_side); break;
        case Format::jpeg: pixels = redraw(upload, "jpeg", "\xff\xd9", longest_side); break;
        case Format::svg: pixels = draw_svg(upload, longest_side); break;
        }
    } catch (Refused const& refused) {
        refusal = refused.sentence;
    }
}

} // namespace balcao::pictures::module
