#pragma once
// Pages being filled from top to bottom: texts are laid out first and drawn once it is known how many pages there are.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <cairo.h>
#include <pango/pangocairo.h>

namespace balcao::budgets::pdf {

/// A4 in points; all measures here are points.
inline constexpr double page_width = 595.276;
inline constexpr double page_height = 841.890;
inline constexpr double margin = 42;
inline constexpr double content_width = page_width - 2 * margin;
inline constexpr double page_bottom = page_height - 52; // above the footer

inline constexpr std::uint32_t ink = 0x1A2021;
inline constexpr std::uint32_t grey = 0x646B67;
inline constexpr std::uint32_t line_grey = 0xE0E2DD;

void set_color(cairo_t* cr, std::uint32_t rgb);

enum class Align { left, right, center };

struct Style {
    double size = 9;
    bool bold = false;
    std::uint32_t color = ink;
    Align align = Align::left;
    bool tabular = false; // digits of one width
};

/// A text laid out in a width; plain text, never markup. Shared, since drawing comes later.
class Text {
public:
    Text(std::string_view text, double width, Style const& style);

    double height() const { return height_; }
    double width() const; // of the longest line
    void draw(cairo_t* cr, double x, double y) const;

    /// Its lines one by one, for texts that may go on over pages.
    int line_count() const;
    double line_height() const;
    void draw_line(cairo_t* cr, int line, double x, double y) const;

private:
    struct Unref {
        void operator()(PangoLayout* layout) const { g_object_unref(layout); }
    };
    std::shared_ptr<PangoLayout> layout_;
    std::uint32_t color_;
    double height_ = 0;
};

class Pages {
public:
    using Drawing = std::function<void(cairo_t*)>;

    /// `start_page` is called for each page that begins after the first; it may draw and move down.
    explicit Pages(std::function<void(Pages&)> start_page) : start_page_(std::move(start_page)) {
        pages_.emplace_back();
    }

    double y() const { return y_; }
    void move_down(double by) { y_ += by; }
    double left() const { return page_bottom - y_; }
    bool is_at_top() const { return y_ <= top_; }
    std::size_t count() const { return pages_.size(); }

    /// On the current page.
    void draw(Drawing drawing) { pages_.back().push_back(std::move(drawing)); }
    void draw(Text const& text, double x, double y) {
        draw([text, x, y](cairo_t* cr) { text.draw(cr, x, y); });
    }
    void line(double x, double y, double width, std::uint32_t color, double thickness = 0.6);
    void box(double x, double y, double width, double height, std::uint32_t color);

    /// Begins a new page unless `height` fits on this one or the page is still empty. True when one began.
    bool need(double height);

    std::vector<std::vector<Drawing>> const& pages() const { return pages_; }

private:
    std::function<void(Pages&)> start_page_;
    std::vector<std::vector<Drawing>> pages_;
    double y_ = margin;
    double top_ = margin;
};

struct PdfTexts {
    std::string title;
    std::string author;
    std::string generated; // beside the number of each page
};
void write_pdf(PdfTexts const& texts, std::vector<std::vector<Pages::Drawing>> const& pages, std::string& pdf);

} // namespace balcao::budgets::pdf
