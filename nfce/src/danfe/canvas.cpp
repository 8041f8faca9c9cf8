#include "canvas.hpp"

#include <cairo-pdf.h>

#include <stdexcept>

namespace balcao::nfce::danfe {

namespace {

cairo_status_t append(void* out, unsigned char const* bytes, unsigned int size) {
    static_cast<std::string*>(out)->append(reinterpret_cast<char const*>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

} // namespace

void draw_image(cairo_t* cr, cairo_surface_t* image, double x, double y, double width, double height,
                cairo_filter_t filter) {
    cairo_save(cr);
    cairo_translate(cr, x, y);
    cairo_scale(cr, width / cairo_image_surface_get_width(image), height / cairo_image_surface_get_height(image));
    cairo_set_source_surface(cr, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), filter);
    cairo_paint(cr);
    cairo_restore(cr);
}

void draw_watermark(cairo_t* cr, std::string const& text, double width, double height) {
    auto layout = make_layout(text, width * 2, width / 6, Weight::bold, PANGO_ALIGN_CENTER);
    int longest = 0;
    pango_layout_get_pixel_size(layout.get(), &longest, nullptr);
    if (longest > width * 1.2)
        layout = make_layout(text, width * 2, width / 6 * width / longest, Weight::bold, PANGO_ALIGN_CENTER);
    cairo_save(cr);
    cairo_translate(cr, width / 2, height / 2);
    cairo_rotate(cr, -0.6);
    cairo_set_source_rgb(cr, 0.85, 0.85, 0.85);
    cairo_move_to(cr, -width, -height_of(layout) / 2);
    pango_cairo_show_layout(cr, layout.get());
    cairo_restore(cr);
}

void write_pdf(std::string& pdf, std::size_t pages, std::function<PageSize(std::size_t)> const& size,
               std::function<void(cairo_t*, std::size_t)> const& draw) {
    pdf.clear();
    auto const first = size(0);
    Surface const surface(cairo_pdf_surface_create_for_stream(append, &pdf, first.width, first.height));
    {
        std::unique_ptr<cairo_t, decltype(&cairo_destroy)> const cr(cairo_create(surface.get()), &cairo_destroy);
        for (std::size_t i = 0; i < pages; ++i) {
            auto const [width, height] = size(i);
            cairo_pdf_surface_set_size(surface.get(), width, height);
            draw(cr.get(), i);
            cairo_show_page(cr.get());
        }
    }
    cairo_surface_finish(surface.get());
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) throw std::runtime_error("PDF cannot be written");
}

} // namespace balcao::nfce::danfe
