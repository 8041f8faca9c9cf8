#pragma once

#include "canvas.hpp"

/// The form of an NF-e on A4 portrait (MOC 7.0, annex II): the parts of the first page, a table of items that goes on
/// over further pages, and the additional data, which go on behind it.
namespace balcao::nfce::danfe {

/// `logo` may be null.
void draw_sheet(Sheet const& sheet, cairo_surface_t* logo, std::string& pdf);

} // namespace balcao::nfce::danfe
