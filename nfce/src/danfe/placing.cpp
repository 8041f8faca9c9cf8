#include "placing.hpp"

#include <algorithm>
#include <stdexcept>

namespace balcao::nfce::danfe {

namespace {

constexpr double millimetre = 72.0 / 25.4;

struct ContextFree {
    void operator()(PangoContext* context) const { g_object_unref(context); }
};
using Context = std::unique_ptr<PangoContext, ContextFree>;

Context make_context() {
    Context created(pango_font_map_create_context(pango_cairo_font_map_get_default()));
    // Positions in the PDF must not depend on a screen's pixels.
    auto* options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    pango_cairo_context_set_font_options(created.get(), options);
    cairo_font_options_destroy(options);
    pango_cairo_context_set_resolution(created.get(), 72.0);
    return created;
}

/// Fonts of one thread: loading them costs more than drawing a receipt.
PangoContext* pango_context(Face face) {
    thread_local auto const sans = make_context();
    thread_local auto const serif = [] {
        auto created = make_context();
        // Else letters stand on whole points, which the small print of a form shows.
        pango_context_set_round_glyph_positions(created.get(), FALSE);
        return created;
    }();
    return face == Face::sans ? sans.get() : serif.get();
}

/// A code that takes two lines must not seem to have one more character.
PangoAttrList* without_hyphens() {
    struct Free {
        void operator()(PangoAttrList* attributes) const { pango_attr_list_unref(attributes); }
    };
    thread_local std::unique_ptr<PangoAttrList, Free> const attributes([] {
        auto* created = pango_attr_list_new();
        pango_attr_list_insert(created, pango_attr_insert_hyphens_new(FALSE));
        return created;
    }());
    return attributes.get();
}

Placed sized(Placed placed) {
    for (auto const& part : placed.parts) placed.height = std::max(placed.height, part.y + height_of(part.layout));
    return placed;
}

} // namespace

Geometry geometry_of(Paper paper) {
    switch (paper) {
    case Paper::roll80: return {80 * millimetre, 0, 4 * millimetre, 7.0};
    case Paper::roll58: return {58 * millimetre, 0, 2.5 * millimetre, 6.5};
    case Paper::a4: return {210 * millimetre, 297 * millimetre, 12 * millimetre, 8.0};
    }
    throw std::logic_error("unknown Paper");
}

Layout make_layout(std::string const& text, double width, double size, Weight weight, PangoAlignment align, Face face) {
    Layout layout(pango_layout_new(pango_context(face)));
    struct Free {
        void operator()(PangoFontDescription* font) const { pango_font_description_free(font); }
    };
    thread_local std::unique_ptr<PangoFontDescription, Free> const sans(
        pango_font_description_from_string("DejaVu Sans")),
        serif(pango_font_description_from_string("Liberation Serif, Times New Roman"));
    auto const& font = face == Face::sans ? sans : serif;
    pango_font_description_set_absolute_size(font.get(), size * PANGO_SCALE);
    pango_font_description_set_weight(font.get(), weight == Weight::bold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL);
    pango_layout_set_font_description(layout.get(), font.get());
    pango_layout_set_width(layout.get(), static_cast<int>(width * PANGO_SCALE));
    pango_layout_set_wrap(layout.get(), PANGO_WRAP_WORD_CHAR);
    pango_layout_set_alignment(layout.get(), align);
    if (face == Face::serif) pango_layout_set_attributes(layout.get(), without_hyphens());
    pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
    return layout;
}

double height_of(Layout const& layout) {
    int height = 0;
    pango_layout_get_size(layout.get(), nullptr, &height);
    return static_cast<double>(height) / PANGO_SCALE;
}

Placed Setter::operator()(Text const& text) const {
    Placed placed;
    add_below(placed, text, 0, width_);
    return placed;
}

Placed Setter::operator()(Header const& header) const {
    Placed placed;
    double left = 0;
    if (logo_ != nullptr) {
        double const wide = cairo_image_surface_get_width(logo_), high = cairo_image_surface_get_height(logo_);
        double const scale = std::min(std::min(width_ * 0.26, 40 * millimetre) / wide, 20 * millimetre / high);
        placed.logo = logo_;
        placed.logo_width = wide * scale;
        placed.logo_height = high * scale;
        left = placed.logo_width + 2 * millimetre;
    }
    for (auto const& line : header.lines) add_below(placed, line, left, width_ - left);
    if (double const missing = placed.logo_height - placed.height; missing > 0) {
        for (auto& part : placed.parts) part.y += missing / 2;
        placed.height = placed.logo_height;
    }
    return placed;
}

Placed Setter::operator()(Pair const& pair) const {
    Placed placed;
    double const right = width_ * 0.42;
    placed.parts.push_back({make_layout(pair.left, width_ - right, g_.font_size, pair.weight, PANGO_ALIGN_LEFT), 0, 0});
    placed.parts.push_back(
        {make_layout(pair.right, right, g_.font_size, pair.weight, PANGO_ALIGN_RIGHT), width_ - right, 0});
    return sized(std::move(placed));
}

Placed Setter::operator()(Item const& item) const {
    return is_wide() ? columns(item, Weight::normal)
                     : two_lines(item.code + ' ' + item.description,
                                 item.quantity + ' ' + item.unit + " x " + item.unit_value, item.total);
}

Placed Setter::operator()(ItemTitles const& /*titles*/) const {
    return is_wide() ? columns({"Código", "Descrição", "Qtde", "UN", "Vl Unit", "Vl Total"}, Weight::bold)
                     : two_lines("Código Descrição", "Qtde UN Vl Unit", "Vl Total");
}

Placed Setter::operator()(Rule const& /*rule*/) const {
    Placed placed;
    placed.rule = true;
    placed.height = g_.font_size * 0.7;
    return placed;
}

Placed Setter::operator()(KeySection const& section) const {
    auto placed = qr_code(section.qr_code);
    double const side = placed.module * placed.qr->width;
    if (is_wide()) {
        double const left = side + 2 * placed.qr_quiet, code_height = placed.height;
        placed.qr_x = placed.qr_y = placed.qr_quiet;
        placed.height = 0;
        for (auto const* lines : {&section.key, &section.identification})
            for (auto const& line : *lines) add_below(placed, line, left, width_ - left);
        if (double const missing = code_height - placed.height; missing > 0)
            for (auto& part : placed.parts) part.y += missing / 2;
        placed.height = std::max(placed.height, code_height);
        return placed;
    }
    double const code_height = placed.height;
    placed.height = 0;
    for (auto const& line : section.key) add_below(placed, line, 0, width_);
    placed.qr_x = (width_ - side) / 2;
    placed.qr_y = placed.height + placed.qr_quiet;
    placed.height += code_height;
    for (auto const& line : section.identification) add_below(placed, line, 0, width_);
    return placed;
}

Placed Setter::columns(Item const& item, Weight weight) const {
    Placed placed;
    double const size = g_.font_size, gap = size / 2;
    double const code = 8 * size, quantity = 7 * size, unit = 4 * size, amount = 8 * size;
    double const description = width_ - code - quantity - unit - 2 * amount - 5 * gap;
    double x = 0;
    auto const add = [&](std::string const& text, double width, PangoAlignment align) {
        placed.parts.push_back({make_layout(text, width, size, weight, align), x, 0});
        x += width + gap;
    };
    add(item.code, code, PANGO_ALIGN_LEFT);
    add(item.description, description, PANGO_ALIGN_LEFT);
    add(item.quantity, quantity, PANGO_ALIGN_RIGHT);
    add(item.unit, unit, PANGO_ALIGN_LEFT);
    add(item.unit_value, amount, PANGO_ALIGN_RIGHT);
    add(item.total, amount, PANGO_ALIGN_RIGHT);
    return sized(std::move(placed));
}

Placed Setter::two_lines(std::string const& description, std::string const& amounts, std::string const& total) const {
    Placed placed;
    double const right = width_ * 0.28;
    placed.parts.push_back({make_layout(description, width_, g_.font_size, Weight::normal, PANGO_ALIGN_LEFT), 0, 0});
    double const y = height_of(placed.parts.front().layout);
    placed.parts.push_back(
        {make_layout(amounts, width_ - right - g_.font_size, g_.font_size, Weight::normal, PANGO_ALIGN_LEFT),
         g_.font_size, y});
    placed.parts.push_back(
        {make_layout(total, right, g_.font_size, Weight::normal, PANGO_ALIGN_RIGHT), width_ - right, y});
    return sized(std::move(placed));
}

Placed Setter::qr_code(std::string const& content) const {
    Placed placed;
    placed.qr.reset(QRcode_encodeString(content.c_str(), 0, QR_ECLEVEL_M, QR_MODE_8, 1));
    if (!placed.qr) throw std::runtime_error("QR code cannot be made");
    double const modules = placed.qr->width;
    placed.qr_quiet = std::max(3 * millimetre, 4 * 0.36 * millimetre);
    placed.module =
        std::min(std::max(22 * millimetre / modules, 0.36 * millimetre), (width_ - 2 * placed.qr_quiet) / modules);
    placed.height = placed.module * modules + 2 * placed.qr_quiet;
    return placed;
}

void Setter::add_below(Placed& placed, Text const& text, double x, double width) const {
    auto const align = text.align == Align::centre ? PANGO_ALIGN_CENTER : PANGO_ALIGN_LEFT;
    placed.parts.push_back({make_layout(text.text, width, g_.font_size, text.weight, align), x, placed.height});
    placed.height += height_of(placed.parts.back().layout);
}

} // namespace balcao::nfce::danfe
