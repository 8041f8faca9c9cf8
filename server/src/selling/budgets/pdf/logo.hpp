#pragma once
// The company's logo as the head of a document shows it.

#include <functional>
#include <optional>
#include <string_view>

#include <cairo.h>

namespace balcao::budgets::pdf {

/// A picture scaled into 190 × 60 points; width and height are those it takes of them.
struct Logo {
    double width = 0;
    double height = 0;
    std::function<void(cairo_t*, double x, double y)> draw{}; // left and top
};

/// PNG or JPEG; nothing when there is none or it cannot be read.
std::optional<Logo> read_logo(std::string_view bytes);

} // namespace balcao::budgets::pdf
