#include "logo.hpp"
#include "nfce/danfe_draw.hpp"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <qrencode.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>

namespace balcao::nfce {

namespace {

using danfe::Align;
using danfe::Block;
using danfe::Weight;

constexpr double kMillimetre = 72.0 / 25.4;

struct Geometry {
    double width, height; ///< points; height 0: as long as the content
    double margin, font_size;
};

Geometry geometry_of(Paper paper) {
    switch (paper) {
    case Paper::roll80: return {80 * kMillimetre, 0, 4 * kMillimetre, 7.0};
    case Paper::roll58: return {58 * kMillimetre, 0, 2.5 * kMillimetre, 6.5};
    case Paper::a4: return {210 * kMillimetre, 297 * kMillimetre, 15 * kMillimetre, 9.5};
    }
    throw std::logic_error("unknown Paper");
}

struct LayoutFree {
    void operator()(PangoLayout* layout) const { g_object_unref(layout); }
};
using Layout = std::unique_ptr<PangoLayout, LayoutFree>;

/// Fonts of one thread: loading them costs more than drawing a receipt.
PangoContext* pango_context() {
    struct Free {
        void operator()(PangoContext* context) const { g_object_unref(context); }
    };
    thread_local std::unique_ptr<PangoContext, Free> const context([] {
        auto* created = pango_font_map_create_context(pango_cairo_font_map_get_default());
        // Positions in the PDF must not depend on a screen's pixels.
        auto* options = cairo_font_options_create();
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
        pango_cairo_context_set_font_options(created, options);
        cairo_font_options_destroy(options);
        pango_cairo_context_set_resolution(created, 72.0);
        return created;
    }());
    return context.get();
}

Layout make_layout(std::string const& text, double width, double size, Weight weight, PangoAlignment align) {
    Layout layout(pango_layout_new(pango_context()));
    struct Free {
        void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
    };
    thread_local std::unique_ptr<PangoFontDescription, Free> const font(
        pango_font_description_from_string("DejaVu Sans"));
    pango_font_description_set_absolute_size(font.get(), size * PANGO_SCALE);
    pango_font_description_set_weight(font.get(), weight == Weight::bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout.get(), font.get());
    pango_layout_set_width(layout.get(), static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout.get(), align);
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
}

double height_of(Layout const& layout) {
    int height = 0;
    pango_layout_get_size(layout.get(), nullptr, &height);
    return static_cast<double>(height) / PANGO_SCALE;
}

using Qr = std::unique_ptr<QRcode, decltype(&QRcode_free)>;

/// A block laid out: texts with their place inside it, a logo at their left, or a QR code.
struct Placed {
    struct Part {
        Layout layout;
        double x, y;
    };
    std::vector<Part> parts;
    Qr qr{nullptr, &QRcode_free};
    double module = 0;
    cairo_surface_t* logo = nullptr;
    double logo_width = 0, logo_height = 0;
    bool rule = false;
    double height = 0;
};

class Setter {
public:
    Setter(Geometry const& geometry, cairo_surface_t* logo)
        : g_(geometry), logo_(logo), width_(geometry.width - 2 * geometry.margin) {}

    Placed operator()(danfe::Text const& text) const {
        Placed placed;
        add_below(placed, text, 0, width_);
        return placed;
    }
    Placed operator()(danfe::Header const& header) const {
        Placed placed;
        double left = 0;
        if (logo_ != nullptr) {
            double const wide = cairo_image_surface_get_width(logo_), high = cairo_image_surface_get_height(logo_);
            double const scale = std::min(std::min(width_ * 0.26, 40 * kMillimetre) / wide, 20 * kMillimetre / high);
            placed.logo = logo_;
            placed.logo_width = wide * scale;
            placed.logo_height = high * scale;
            left = placed.logo_width + 2 * kMillimetre;
        }
        for (auto const& line : header.lines) add_below(placed, line, left, width_ - left);
        if (double const missing = placed.logo_height - placed.height; missing > 0) {
            for (auto& part : placed.parts) part.y += missing / 2;
            placed.height = placed.logo_height;
        }
        return placed;
    }
    Placed operator()(danfe::Pair const& pair) const {
        Placed placed;
        double const right = width_ * 0.42;
        placed.parts.push_back(
            {make_layout(pair.left, width_ - right, g_.font_size, pair.weight, PANGO_ALIGN_LEFT), 0, 0});
        placed.parts.push_back(
            {make_layout(pair.right, right, g_.font_size, pair.weight, PANGO_ALIGN_RIGHT), width_ - right, 0});
        return sized(std::move(placed));
    }
    Placed operator()(danfe::Item const& item) const {
        Placed placed;
        double const right = width_ * 0.28;
        placed.parts.push_back(
            {make_layout(item.description, width_, g_.font_size, Weight::normal, PANGO_ALIGN_LEFT), 0, 0});
        double const y = height_of(placed.parts.front().layout);
        placed.parts.push_back(
            {make_layout(item.amounts, width_ - right - g_.font_size, g_.font_size, Weight::normal, PANGO_ALIGN_LEFT),
             g_.font_size, y});
        placed.parts.push_back(
            {make_layout(item.total, right, g_.font_size, Weight::normal, PANGO_ALIGN_RIGHT), width_ - right, y});
        return sized(std::move(placed));
    }
    Placed operator()(danfe::Rule const&) const {
        Placed placed;
        placed.rule = true;
        placed.height = g_.font_size * 0.7;
        return placed;
    }
    /// At least 22 mm of content; modules of 0.36 mm or more so that cheap printers and phones cope.
    Placed operator()(danfe::QrCode const& code) const {
        Placed placed;
        placed.qr.reset(QRcode_encodeString(code.content.c_str(), 0, QR_ECLEVEL_M, QR_MODE_8, 1));
        if (!placed.qr) throw std::runtime_error("QR code cannot be made");
        double const modules = placed.qr->width;
        double const quiet = std::max(3 * kMillimetre, 4 * 0.36 * kMillimetre);
        placed.module =
            std::min(std::max(22 * kMillimetre / modules, 0.36 * kMillimetre), (width_ - 2 * quiet) / modules);
        placed.height = placed.module * modules + 2 * quiet;
        return placed;
    }

private:
    void add_below(Placed& placed, danfe::Text const& text, double x, double width) const {
        auto const align = text.align == Align::centre ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT;
        placed.parts.push_back({make_layout(text.text, width, g_.font_size, text.weight, align), x, placed.height});
        placed.height += height_of(placed.parts.back().layout);
    }
    static Placed sized(Placed placed) {
        for (auto const& part : placed.parts) placed.height = std::max(placed.height, part.y + height_of(part.layout));
        return placed;
    }
    Geometry const& g_;
    cairo_surface_t* logo_;
    double width_;
};

/// An image over a rectangle, its pixels kept as they are.
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

/// Some pixels a module, so that a coarse printer can average them at the edges of modules; cairo writes the image with
/// one bit a pixel, in a fraction of the bytes and time of rectangles.
danfe::Surface image_of(QRcode const& qr) {
    constexpr int fineness = 4;
    int const side = qr.width * fineness;
    danfe::Surface image(cairo_image_surface_create(CAIRO_FORMAT_RGB24, side, side));
    if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS)
        throw std::runtime_error("no memory for the QR code");
    cairo_surface_flush(image.get());
    for (int y = 0; y < side; ++y) {
        auto* row = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(image.get()) +
                                                     static_cast<std::ptrdiff_t>(y) *
                                                         cairo_image_surface_get_stride(image.get()));
        auto const* modules = qr.data + static_cast<std::ptrdiff_t>(y / fineness) * qr.width;
        for (int x = 0; x < side; ++x) row[x] = (modules[x / fineness] & 1) != 0 ? 0x000000U : 0xFFFFFFU;
    }
    cairo_surface_mark_dirty(image.get());
    return image;
}

void draw(cairo_t* cr, Placed const& placed, Geometry const& g, double top) {
    if (placed.rule) {
        cairo_set_line_width(cr, 0.5);
        cairo_move_to(cr, g.margin, top + placed.height / 2);
        cairo_line_to(cr, g.width - g.margin, top + placed.height / 2);
        cairo_stroke(cr);
    }
    if (placed.logo != nullptr) {
        draw_image(cr, placed.logo, g.margin, top + (placed.height - placed.logo_height) / 2, placed.logo_width,
                   placed.logo_height, CAIRO_FILTER_GOOD);
    }
    for (auto const& part : placed.parts) {
        cairo_move_to(cr, g.margin + part.x, top + part.y);
        pango_cairo_show_layout(cr, part.layout.get());
    }
    if (!placed.qr) return;
    double const side = placed.module * placed.qr->width;
    auto const image = image_of(*placed.qr);
    draw_image(cr, image.get(), (g.width - side) / 2, top + (placed.height - side) / 2, side, side,
               CAIRO_FILTER_NEAREST);
}

void draw_watermark(cairo_t* cr, double width, double height) {
    auto const layout = make_layout("CANCELADA", width * 2, width / 6, Weight::bold, PANGO_ALIGN_CENTER);
    cairo_save(cr);
    cairo_translate(cr, width / 2, height / 2);
    cairo_rotate(cr, -0.6);
    cairo_set_source_rgb(cr, 0.85, 0.85, 0.85);
    cairo_move_to(cr, -width, -height_of(layout) / 2);
    pango_cairo_show_layout(cr, layout.get());
    cairo_restore(cr);
}

cairo_status_t append(void* out, unsigned char const* bytes, unsigned int size) {
    static_cast<std::string*>(out)->append(reinterpret_cast<char const*>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

danfe::Drawn draw_pdf(std::vector<Block> const& content, DanfeOptions const& options, std::string& pdf) {
    danfe::Surface logo;
    if (!options.logo.empty()) {
        logo = danfe::read_logo(options.logo, 480); // 40 mm at 300 dpi
        if (!logo) return danfe::Drawn::bad_logo;
    }
    auto const g = geometry_of(options.paper);
    std::vector<Placed> blocks;
    double length = 2 * g.margin;
    for (auto const& block : content) {
        blocks.push_back(std::visit(Setter(g, logo.get()), block));
        length += blocks.back().height;
    }
    double const page = g.height > 0 ? g.height : length;
    pdf.clear();
    danfe::Surface const surface(cairo_pdf_surface_create_for_stream(append, &pdf, g.width, page));
    {
        std::unique_ptr<cairo_t, decltype(&cairo_destroy)> const cr(cairo_create(surface.get()), &cairo_destroy);
        auto const start_page = [&] {
            if (options.cancelled) draw_watermark(cr.get(), g.width, page);
            return g.margin;
        };
        double top = start_page();
        for (auto const& block : blocks) {
            if (top + block.height > page - g.margin + 0.5 && top > g.margin) {
                cairo_show_page(cr.get());
                top = start_page();
            }
            draw(cr.get(), block, g, top);
            top += block.height;
        }
    }
    cairo_surface_finish(surface.get());
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) throw std::runtime_error("PDF cannot be written");
    return danfe::Drawn::done;
}

} // namespace

} // namespace balcao::nfce

extern "C" balcao::nfce::danfe::Drawn balcao_danfe_draw(std::vector<balcao::nfce::danfe::Block> const& blocks,
                                                        balcao::nfce::DanfeOptions const& options, std::string& pdf);
extern "C" balcao::nfce::danfe::Drawn balcao_danfe_draw(std::vector<balcao::nfce::danfe::Block> const& blocks,
                                                        balcao::nfce::DanfeOptions const& options, std::string& pdf) {
    return balcao::nfce::draw_pdf(blocks, options, pdf);
}
