#include "form.hpp"

#include <algorithm>

namespace balcao::nfce::danfe {

namespace {

PangoAlignment pango_align(Align align) {
    return align == Align::left ? PANGO_ALIGN_LEFT : align == Align::right ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_CENTER;
}

} // namespace

Piece::Piece(std::string line, double size, Weight weight, double x)
    : line_(std::move(line)), size_(size), x_(x), weight_(weight), height_(height_of_letters(weight) * size) {}

void Piece::draw(Ink& ink, double x, double y) const {
    if (!layout_) return ink.line(line_, size_, weight_, x + x_, y);
    cairo_move_to(ink.cairo(), x, y);
    pango_cairo_show_layout(ink.cairo(), layout_.get());
}

Piece fitted(std::string const& text, double width, double size, double least, Weight weight, Align align) {
    if (auto const natural = width_of_letters(text, weight); natural && *natural * least <= width) {
        double const fitting = std::min(size, width / std::max(*natural, 0.001));
        double const rest = width - *natural * fitting;
        return {text, fitting, weight, align == Align::left ? 0 : align == Align::right ? rest : rest / 2};
    }
    return make_layout(text, width, least, weight, pango_align(align), Face::serif);
}

void Part::add(Piece piece, double x, double y) {
    height = std::max(height, y + piece.height());
    texts_.push_back({std::move(piece), x, y});
}

void Part::box(double x, double y, double width, double box_height) {
    height = std::max(height, y + box_height);
    boxes_.push_back({x, y, width, box_height});
}

void Part::draw(Ink& ink, double x, double y) const {
    for (auto const& box : boxes_) ink.box(x + box.x, y + box.y, box.width, box.height);
    for (auto const& text : texts_) text.piece.draw(ink, x + text.x, y + text.y);
}

Part line_of(Line const& line, double width, double least) {
    double sum = 0;
    for (auto const& field : line) sum += field.width;
    Part part;
    double x = 0;
    for (auto const& field : line) {
        double const inner = field.width / sum * width - 2 * padding;
        auto name = fitted(field.name, inner, name_size, 4.5);
        double const below = name.height();
        part.add(std::move(name), x + padding, 0.2 * mm);
        if (!field.value.empty()) {
            part.add(fitted(field.value, inner, value_size, name_size, Weight::normal, field.align), x + padding,
                     below + 0.1 * mm);
        }
        x += field.width / sum * width;
    }
    double const height = std::max(part.height + 0.3 * mm, least);
    x = 0;
    for (auto const& field : line) {
        part.box(x, 0, field.width / sum * width, height);
        x += field.width / sum * width;
    }
    return part;
}

Part title_of(std::string const& title, double width) {
    Part part;
    part.add(fitted(title, width, name_size, name_size, Weight::bold), 0, 0.6 * mm);
    part.height += 0.2 * mm;
    return part;
}

} // namespace balcao::nfce::danfe
