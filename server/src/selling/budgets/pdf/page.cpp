#include "selling/budgets/pdf/page.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include <cairo-pdf.h>

namespace balcao::budgets::pdf {

namespace {

// Fonts of one thread: loading them costs more than drawing a budget.
PangoContext* context() {
    struct Free {
        void operator()(PangoContext* made) const { g_object_unref(made); }
    };
    thread_local std::unique_ptr<PangoContext, Free> const context([] {
        auto* made = pango_font_map_create_context(pango_cairo_font_map_get_default());
        // Positions in the PDF must not depend on a screen's pixels.
        auto* options = cairo_font_options_create();
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
        pango_cairo_context_set_font_options(made, options);
        cairo_font_options_destroy(options);
        pango_cairo_context_set_resolution(made, 72.0);
        return made;
    }());
    return context.get();
}

PangoFontDescription* font(Style const& style) {
    struct Free {
        void operator()(PangoFontDescription* made) const { pango_font_description_free(made); }
    };
    thread_local std::unique_ptr<PangoFontDescription, Free> const font(
        pango_font_description_from_string("Inter, DejaVu Sans"));
    pango_font_description_set_absolute_size(font.get(), style.size * PANGO_SCALE);
    pango_font_description_set_weight(font.get(), style.bold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL);
    return font.get();
}

PangoAlignment alignment(Align align) {
    switch (align) {
    case Align::left: return PANGO_ALIGN_LEFT;
    case Align::right: return PANGO_ALIGN_RIGHT;
    case Align::center: return PANGO_ALIGN_CENTER;
    }
    std::unreachable();
}

double points(int pango_units) { return static_cast<double>(pango_units) / PANGO_SCALE; }

} // namespace

void set_color(cairo_t* cr, std::uint32_t rgb) {
    auto const part = [rgb](unsigned shift) { return static_cast<double>(rgb >> shift & 0xFFU) / 255; };
    cairo_set_source_rgb(cr, part(16), part(8), part(0));
}

Text::Text(std::string_view text, double width, Style const& style)
    : layout_(pango_layout_new(context()), Unref{}), color_(style.color) {
    auto* const layout = layout_.get();
    pango_layout_set_font_description(layout, font(style));
    pango_layout_set_width(layout, static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout, alignment(style.align));
    pango_layout_set_auto_dir(layout, FALSE); // a word in another script must not turn a column around
    if (style.tabular) {
        auto* const attributes = pango_attr_list_new();
        pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
        pango_layout_set_attributes(layout, attributes);
        pango_attr_list_unref(attributes);
    }
    pango_layout_set_text(layout, text.data(), static_cast<int>(text.size()));
    int height = 0;
    pango_layout_get_size(layout, nullptr, &height);
    height_ = points(height);
}

double Text::width() const {
    int width = 0;
    pango_layout_get_size(layout_.get(), &width, nullptr);
    return points(width);
}

void Text::draw(cairo_t* cr, double x, double y) const {
    set_color(cr, color_);
    cairo_move_to(cr, x, y);
    pango_cairo_show_layout(cr, layout_.get());
}

int Text::line_count() const { return pango_layout_get_line_count(layout_.get()); }

double Text::line_height() const { return height_ / line_count(); }

void Text::draw_line(cairo_t* cr, int line, double x, double y) const {
    set_color(cr, color_);
    cairo_move_to(cr, x, y + points(pango_layout_get_baseline(layout_.get())));
    pango_cairo_show_layout_line(cr, pango_layout_get_line_readonly(layout_.get(), line));
}

void Pages::line(double x, double y, double width, std::uint32_t color, double thickness) {
    draw([=](cairo_t* cr) {
        set_color(cr, color);
        cairo_set_line_width(cr, thickness);
        cairo_move_to(cr, x, y);
        cairo_rel_line_to(cr, width, 0);
        cairo_stroke(cr);
    });
}

void Pages::box(double x, double y, double width, double height, std::uint32_t color) {
    draw([=](cairo_t* cr) {
        set_color(cr, color);
        cairo_rectangle(cr, x, y, width, height);
        cairo_fill(cr);
    });
}

bool Pages::need(double height) {
    if (height <= left() || is_at_top()) return false;
    pages_.emplace_back();
    y_ = margin;
    start_page_(*this);
    top_ = y_;
    return true;
}

namespace {

void draw_footer(cairo_t* cr, PdfTexts const& texts, std::size_t page, std::size_t pages) {
    auto const y = page_height - 40;
    set_color(cr, line_grey);
    cairo_set_line_width(cr, 0.6);
    cairo_move_to(cr, margin, y);
    cairo_rel_line_to(cr, content_width, 0);
    cairo_stroke(cr);
    constexpr Style style{.size = 7.5, .color = grey};
    Text(texts.generated, content_width / 2, style).draw(cr, margin, y + 6);
    auto const number = "Página " + std::to_string(page) + " de " + std::to_string(pages);
    constexpr Style to_the_right{.size = 7.5, .color = grey, .align = Align::right};
    Text(number, content_width / 2, to_the_right).draw(cr, margin + content_width / 2, y + 6);
}

cairo_status_t append(void* out, unsigned char const* bytes, unsigned int size) {
    static_cast<std::string*>(out)->append(reinterpret_cast<char const*>(bytes), size);
    return CAIRO_STATUS_SUCCESS;
}

} // namespace

void write_pdf(PdfTexts const& texts, std::vector<std::vector<Pages::Drawing>> const& pages, std::string& pdf) {
    std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> const surface(
        cairo_pdf_surface_create_for_stream(append, &pdf, page_width, page_height), &cairo_surface_destroy);
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, std::string(texts.title).c_str());
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_AUTHOR, std::string(texts.author).c_str());
    {
        std::unique_ptr<cairo_t, decltype(&cairo_destroy)> const cr(cairo_create(surface.get()), &cairo_destroy);
        for (std::size_t page = 0; page < pages.size(); ++page) {
            for (auto const& drawing : pages[page]) drawing(cr.get());
            draw_footer(cr.get(), texts, page + 1, pages.size());
            cairo_show_page(cr.get());
        }
        if (cairo_status(cr.get()) != CAIRO_STATUS_SUCCESS)
            throw std::runtime_error(std::string("PDF: ") + cairo_status_to_string(cairo_status(cr.get())));
    }
    cairo_surface_finish(surface.get());
    if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) throw std::runtime_error("PDF cannot be written");
}

} // namespace balcao::budgets::pdf
