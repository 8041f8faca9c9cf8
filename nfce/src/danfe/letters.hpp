#pragma once

#include "placing.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Lines of Latin-1 in the sheet's face, by a table of its letters, and boxes. A form has hundreds of both: a
/// PangoLayout and an operation of cairo for each would cost several times as much as all the rest.
namespace balcao::nfce::danfe {

/// Width of the text at size 1; nullopt when it has other characters than printable Latin-1 or the face lacks one.
std::optional<double> width_of_letters(std::string_view text, Weight weight);
double height_of_letters(Weight weight); ///< of a line, at size 1

/// What a page shows of boxes and lines, put on it together by finish().
class Ink {
public:
    explicit Ink(cairo_t* cr) : cr_(cr) {}
    cairo_t* cairo() const { return cr_; }
    void box(double x, double y, double width, double height) { boxes_.push_back({x, y, width, height}); }
    void line(std::string const& text, double size, Weight weight, double x, double y);
    void finish();

private:
    struct Lines {
        std::string text;
        std::vector<cairo_glyph_t> glyphs;
        std::vector<cairo_text_cluster_t> clusters;
    };
    cairo_t* cr_;
    std::vector<cairo_rectangle_t> boxes_;
    std::map<std::pair<Weight, double>, Lines> lines_; // by weight and size
};

} // namespace balcao::nfce::danfe
