#pragma once

#include "logo.hpp"
#include "placing.hpp"

#include <functional>
#include <string>

/// What rolls and sheets are drawn with. Lengths in points. Not for concurrent use.
namespace balcao::nfce::danfe {

/// An image over a rectangle, its pixels kept as they are.
void draw_image(cairo_t* cr, cairo_surface_t* image, double x, double y, double width, double height,
                cairo_filter_t filter);

/// Grey, across a page of this size, behind what is drawn after it.
void draw_watermark(cairo_t* cr, std::string const& text, double width, double height);

/// A document of so many pages: `size` gives width and height of a page, counted from 0, and `draw` fills it.
/// std::runtime_error when the PDF cannot be made.
struct PageSize {
    double width, height;
};
void write_pdf(std::string& pdf, std::size_t pages, std::function<PageSize(std::size_t)> const& size,
               std::function<void(cairo_t*, std::size_t)> const& draw);

} // namespace balcao::nfce::danfe
