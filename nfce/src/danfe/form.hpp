#pragma once

#include "canvas.hpp"
#include "letters.hpp"

#include <string>
#include <vector>

/// Parts of a form: texts, boxes, lines of fields. A part is laid out once and drawn wherever it comes to stand.
namespace balcao::nfce::danfe {

inline constexpr double mm = 72.0 / 25.4;
inline constexpr double name_size = 6, value_size = 10, small_size = 6.5;
inline constexpr double padding = 0.8 * mm;

/// A text ready to be drawn: one line of letters, or a layout of several.
class Piece {
public:
    Piece(Layout layout) : layout_(std::move(layout)), height_(height_of(layout_)) {}
    Piece(std::string line, double size, Weight weight, double x);
    double height() const { return height_; }
    void draw(Ink& ink, double x, double y) const;

private:
    Layout layout_;
    std::string line_;
    double size_ = 0, x_ = 0;
    Weight weight_ = Weight::normal;
    double height_;
};

/// Set in the sheet's face. A text that is wider than `width` becomes smaller, down to `least`, and then takes several
/// lines; nothing is cut.
Piece fitted(std::string const& text, double width, double size, double least, Weight weight = Weight::normal,
             Align align = Align::left);

/// Texts with their place, and boxes around them.
class Part {
public:
    double height = 0;
    void add(Piece piece, double x, double y);
    void box(double x, double y, double width, double height);
    void draw(Ink& ink, double x, double y) const;

private:
    struct Text {
        Piece piece;
        double x, y;
    };
    struct Box {
        double x, y, width, height;
    };
    std::vector<Text> texts_;
    std::vector<Box> boxes_;
};

/// Fields side by side, each in its box, all as high as the highest and at least `least`.
Part line_of(Line const& line, double width, double least);
/// The title of a block.
Part title_of(std::string const& title, double width);

} // namespace balcao::nfce::danfe
