#include "logo.hpp"

#include <gdk-pixbuf/gdk-pixbuf.h>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace balcao::nfce::danfe {

namespace {

constexpr int most_pixels = 4'096;

struct Unref {
    void operator()(void* object) const { g_object_unref(object); }
};
using Pixbuf = std::unique_ptr<GdkPixbuf, Unref>;

/// Called when the header was read and before memory is taken for what it promises. A size of zero ends the loading.
void refuse_if_too_large(GdkPixbufLoader* loader, int width, int height, void*) {
    if (width > most_pixels || height > most_pixels) gdk_pixbuf_loader_set_size(loader, 0, 0);
}

Pixbuf decode(std::string_view bytes, char const* format, std::string_view end) {
    if (!bytes.contains(end)) return nullptr; // decoders are content with a part
    std::unique_ptr<GdkPixbufLoader, Unref> const loader(gdk_pixbuf_loader_new_with_type(format, nullptr));
    if (!loader) throw std::runtime_error(std::string("gdk-pixbuf has no loader for ") + format);
    g_signal_connect(loader.get(), "size-prepared", G_CALLBACK(refuse_if_too_large), nullptr);
    bool const taken = gdk_pixbuf_loader_write(loader.get(), reinterpret_cast<guchar const*>(bytes.data()),
                                               bytes.size(), nullptr) != FALSE;
    bool const closed = gdk_pixbuf_loader_close(loader.get(), nullptr) != FALSE; // must be called in any case
    auto* const pixels = gdk_pixbuf_loader_get_pixbuf(loader.get());
    if (!taken || !closed || pixels == nullptr) return nullptr;
    g_object_ref(pixels);
    return Pixbuf(pixels);
}

Pixbuf decode(std::string_view bytes) {
    if (bytes.starts_with("\x89PNG\r\n\x1a\n")) return decode(bytes, "png", "IEND\xae\x42\x60\x82");
    if (bytes.starts_with("\xff\xd8\xff")) return decode(bytes, "jpeg", "\xff\xd9");
    return nullptr;
}

} // namespace

Surface read_logo(std::string_view bytes, int most_pixels) {
    auto pixels = decode(bytes);
    if (!pixels) return nullptr;
    int width = gdk_pixbuf_get_width(pixels.get()), height = gdk_pixbuf_get_height(pixels.get());
    if (int const longest = std::max(width, height); longest > most_pixels) {
        width = std::max(1, width * most_pixels / longest);
        height = std::max(1, height * most_pixels / longest);
        pixels.reset(gdk_pixbuf_scale_simple(pixels.get(), width, height, GDK_INTERP_BILINEAR));
        if (!pixels) throw std::runtime_error("no memory for the logo");
    }
    Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) throw std::runtime_error("no memory for the logo");
    cairo_surface_flush(surface.get());
    int const channels = gdk_pixbuf_get_n_channels(pixels.get());
    // On white: printers of receipts know no transparency.
    auto const on_white = [](unsigned value, unsigned alpha) {
        return (value * alpha + 255 * (255 - alpha) + 127) / 255;
    };
    for (int y = 0; y < height; ++y) {
        auto const* from = gdk_pixbuf_read_pixels(pixels.get()) +
                           static_cast<std::ptrdiff_t>(y) * gdk_pixbuf_get_rowstride(pixels.get());
        auto* to = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(surface.get()) +
                                                    static_cast<std::ptrdiff_t>(y) *
                                                        cairo_image_surface_get_stride(surface.get()));
        for (int x = 0; x < width; ++x, from += channels) {
            unsigned const alpha = channels == 4 ? from[3] : 255;
            to[x] = on_white(from[0], alpha) << 16U | on_white(from[1], alpha) << 8U | on_white(from[2], alpha);
        }
    }
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

} // namespace balcao::nfce::danfe
