#include "nfce/danfe_content.hpp"

#include <cairo-pdf.h>
#include <pango/pangocairo.h>
#include <qrencode.h>

#include <algorithm>
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
    case Paper::Roll80: return {80 * kMillimetre, 0, 4 * kMillimetre, 7.0};
    case Paper::Roll58: return {58 * kMillimetre, 0, 2.5 * kMillimetre, 6.5};
    case Paper::A4: return {210 * kMillimetre, 297 * kMillimetre, 15 * kMillimetre, 9.5};
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
    thread_local const std::unique_ptr<PangoContext, Free> context([] {
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

Layout make_layout(const std::string& text, double width, double size, Weight weight, PangoAlignment align) {
    Layout layout(pango_layout_new(pango_context()));
    struct Free {
        void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
    };
    thread_local const std::unique_ptr<PangoFontDescription, Free> font(pango_font_description_from_string("DejaVu Sans"));
    pango_font_description_set_absolute_size(font.get(), size * PANGO_SCALE);
    pango_font_description_set_weight(font.get(), weight == Weight::Bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout.get(), font.get());
    pango_layout_set_width(layout.get(), static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout.get(), align);
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
}

double height_of(const Layout& layout) {
    int height = 0;
    pango_layout_get_size(layout.get(), nullptr, &height);
    return static_cast<double>(height) / PANGO_SCALE;
}

using Qr = std::unique_ptr<QRcode, decltype(&QRcode_free)>;

/// A block laid out: texts with their place inside it, or a QR code.
struct Placed {
    struct Part {
        Layout layout;
        double x, y;
    };
    std::vector<Part> parts;
    Qr qr{nullptr, &QRcode_free};
    double module = 0;
    bool rule = false;
    double height = 0;
};

class Setter {
public:
    explicit Setter(const Geometry& geometry) : g_(geometry), width_(geometry.width - 2 * geometry.margin) {}

    Placed operator()(const danfe::Text& text) const {
        return one(
            make_layout(text.text, width_, g_.font_size, text.weight, text.align == Align::Centre ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT));
    }
    Placed operator()(const danfe::Pair& pair) const {
        Placed placed;
        const double right = width_ * 0.42;
        placed.parts.push_back({make_layout(pair.left, width_ - right, g_.font_size, pair.weight, PANGO_ALIGN_LEFT), 0, 0});
        placed.parts.push_back({make_layout(pair.right, right, g_.font_size, pair.weight, PANGO_ALIGN_RIGHT), width_ - right, 0});
        return sized(std::move(placed));
    }
    Placed operator()(const danfe::Item& item) const {
        Placed placed;
        const double right = width_ * 0.28;
        placed.parts.push_back({make_layout(item.description, width_, g_.font_size, Weight::Normal, PANGO_ALIGN_LEFT), 0, 0});
        const double y = height_of(placed.parts.front().layout);
        placed.parts.push_back(
            {make_layout(item.amounts, width_ - right - g_.font_size, g_.font_size, Weight::Normal, PANGO_ALIGN_LEFT), g_.font_size, y});
        placed.parts.push_back({make_layout(item.total, right, g_.font_size, Weight::Normal, PANGO_ALIGN_RIGHT), width_ - right, y});
        return sized(std::move(placed));
    }
    Placed operator()(const danfe::Rule&) const {
        Placed placed;
        placed.rule = true;
        placed.height = g_.font_size * 0.7;
        return placed;
    }
    /// At least 22 mm of content; modules of 0.36 mm or more so that cheap printers and phones cope.
    Placed operator()(const danfe::QrCode& code) const {
        Placed placed;
        placed.qr.reset(QRcode_encodeString(code.content.c_str(), 0, QR_ECLEVEL_M, QR_MODE_8, 1));
        if (!placed.qr) throw std::runtime_error("QR code cannot be made");
        const double modules = placed.qr->width;
        const double quiet = std::max(3 * kMillimetre, 4 * 0.36 * kMillimetre);
        placed.module = std::min(std::max(22 * kMillimetre / modules, 0.36 * kMillimetre), (width_ - 2 * quiet) / modules);
        placed.height = placed.module * modules + 2 * quiet;
        return placed;
    }

private:
    static Placed one(Layout layout) {
        Placed placed;
        placed.parts.push_back({std::move(layout), 0, 0});
        return sized(std::move(placed));
    }
    static Placed sized(Placed placed) {
        for (const auto& part : placed.parts) placed.height = std::max(placed.height, part.y + height_of(part.layout));
        return placed;
    }
    const Geometry& g_;
    double width_;
};

void draw(cairo_t* cr, const Placed& placed, const Geometry& g, double top) {
    if (placed.rule) {
        cairo_set_line_width(cr, 0.5);
        cairo_move_to(cr, g.margin, top + placed.height / 2);
        cairo_line_to(cr, g.width - g.margin, top + placed.height / 2);
        cairo_stroke(cr);
    }
    for (const auto& part : placed.parts) {
        cairo_move_to(cr, g.margin + part.x, top + part.y);
        pango_cairo_show_layout(cr, part.layout.get());
    }
    if (!placed.qr) return;
    const int modules = placed.qr->width;
    const double side = placed.module * modules;
    const double x0 = (g.width - side) / 2, y0 = top + (placed.height - side) / 2;
    // Dark modules as few rectangles: each takes a run of its row and as many rows below as have the same run free.
    std::vector<bool> dark;
    for (int i = 0; i < modules * modules; ++i) dark.push_back((placed.qr->data[i] & 1) != 0);
    const auto row_is_dark = [&](int y, int from, int to) {
        for (int x = from; x < to; ++x)
            if (!dark[static_cast<std::size_t>(y * modules + x)]) return false;
        return true;
    };
    for (int y = 0; y < modules; ++y)
        for (int x = 0; x < modules; ++x) {
            if (!row_is_dark(y, x, x + 1)) continue;
            int right = x + 1, below = y + 1;
            while (right < modules && row_is_dark(y, right, right + 1)) ++right;
            while (below < modules && row_is_dark(below, x, right)) ++below;
            for (int used = y; used < below; ++used)
                std::fill(dark.begin() + used * modules + x, dark.begin() + used * modules + right, false);
            cairo_rectangle(cr, x0 + x * placed.module, y0 + y * placed.module, (right - x) * placed.module, (below - y) * placed.module);
        }
    cairo_fill(cr);
}

void draw_watermark(cairo_t* cr, double width, double height) {
    const auto layout = make_layout("CANCELADA", width * 2, width / 6, Weight::Bold, PANGO_ALIGN_CENTER);
    cairo_save(cr);
    cairo_translate(cr, width / 2, height / 2);
    cairo_rotate(cr, -0.6);
    cairo_set_source_rgb(cr, 0.85, 0.85, 0.85);
    cairo_move_to(cr, -width, -height_of(layout) / 2);
    pango_cairo_show_layout(cr, layout.get());
    cairo_restore(cr);
}

cairo_status_t append(void* out, const unsigned char* bytes, unsigned int size) {
    static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

} // namespace

std::string danfe_pdf(const Nfce& nfce, const std::optional<Protocol>& protocol, const DanfeOptions& options) {
    const auto g = geometry_of(options.paper);
    std::vector<Placed> blocks;
    double length = 2 * g.margin;
    for (const auto& block : danfe::content_of(nfce, protocol, options)) {
        blocks.push_back(std::visit(Setter(g), block));
        length += blocks.back().height;
    }
    const double page = g.height > 0 ? g.height : length;
    std::string pdf;
    const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
        cairo_pdf_surface_create_for_stream(append, &pdf, g.width, page), &cairo_surface_destroy);
    {
        const std::unique_ptr<cairo_t, decltype(&cairo_destroy)> cr(cairo_create(surface.get()), &cairo_destroy);
        const auto start_page = [&] {
            if (options.cancelled) draw_watermark(cr.get(), g.width, page);
            return g.margin;
        };
        double top = start_page();
        for (const auto& block : blocks) {
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
    return pdf;
}

} // namespace balcao::nfce
