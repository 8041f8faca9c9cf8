#pragma once

#include "nfce/danfe_draw.hpp"

#include <cairo.h>
#include <pango/pangocairo.h>
#include <qrencode.h>

#include <memory>
#include <string>
#include <vector>

/// Where on the paper each block of a DANFE goes; lengths in points. Not for concurrent use.
namespace balcao::nfce::danfe {

struct Geometry {
    double width, height; ///< points; height 0: as long as the content
    double margin, font_size;
};

Geometry geometry_of(Paper paper);

struct LayoutFree {
    void operator()(PangoLayout* layout) const { g_object_unref(layout); }
};
using Layout = std::unique_ptr<PangoLayout, LayoutFree>;

/// Rolls are set in DejaVu Sans; the manual of the NF-e wants Times New Roman, for which Liberation Serif stands.
enum class Face { sans, serif };
Layout make_layout(std::string const& text, double width, double size, Weight weight, PangoAlignment align,
                   Face face = Face::sans);
double height_of(Layout const& layout);

using Qr = std::unique_ptr<QRcode, decltype(&QRcode_free)>;

/// A block laid out: texts with their place inside it, a logo at their left, or a QR code.
struct Placed {
    struct Part {
        Layout layout;
        double x, y;
    };
    std::vector<Part> parts;
    Qr qr{nullptr, &QRcode_free};
    double module = 0, qr_quiet = 0, qr_x = 0, qr_y = 0;
    cairo_surface_t* logo = nullptr;
    double logo_width = 0, logo_height = 0;
    bool rule = false;
    double height = 0;
};

/// Lays blocks out for one kind of paper.
class Setter {
public:
    /// `logo` may be null; it and the geometry outlive what is placed.
    Setter(Geometry const& geometry, cairo_surface_t* logo)
        : g_(geometry), logo_(logo), width_(geometry.width - 2 * geometry.margin) {}

    Placed operator()(Text const& text) const;
    Placed operator()(Header const& header) const;
    Placed operator()(Pair const& pair) const;
    Placed operator()(Item const& item) const;
    Placed operator()(ItemTitles const& titles) const;
    Placed operator()(Rule const& rule) const;
    /// On a roll the texts are above and below the code, on a sheet at its right.
    Placed operator()(KeySection const& section) const;

private:
    bool is_wide() const { return g_.height > 0; }
    /// One line of the table of a sheet.
    Placed columns(Item const& item, Weight weight) const;
    Placed two_lines(std::string const& description, std::string const& amounts, std::string const& total) const;
    /// At least 22 mm of content; modules of 0.36 mm or more so that cheap printers and phones cope.
    Placed qr_code(std::string const& content) const;
    void add_below(Placed& placed, Text const& text, double x, double width) const;

    Geometry const& g_;
    cairo_surface_t* logo_;
    double width_;
};

} // namespace balcao::nfce::danfe
