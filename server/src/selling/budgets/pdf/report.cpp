#include <algorithm>

#include "selling/budgets/pdf/draw.hpp"
#include "selling/budgets/pdf/logo.hpp"
#include "selling/budgets/pdf/page.hpp"

namespace balcao::budgets::pdf {

namespace {

constexpr double gap_between = 16;
constexpr double cell_room = 6;
constexpr double row_padding = 3;

class Report {
public:
    explicit Report(ReportDocument const& document)
        : document_(document), pages_([this](Pages&) { continue_page(); }) {}

    Pages const& layout() {
        head();
        figures();
        for (auto const& table : document_.tables) draw(table);
        return pages_;
    }

private:
    void head() {
        auto const top = pages_.y();
        constexpr double right_width = 250;
        auto y = top;
        auto const right = [&](std::string const& words, Style style) {
            style.align = Align::right;
            Text const text(words, right_width, style);
            pages_.draw(text, margin + content_width - right_width, y);
            y += text.height() + 3;
        };
        right(document_.title, {.size = 16, .bold = true, .color = document_.accent});
        for (auto const& line : document_.subtitles) right(line, {.size = 9});
        auto left = top;
        auto const add = [&](std::string const& words, Style const& style) {
            Text const text(words, content_width - right_width - 16, style);
            pages_.draw(text, margin, left);
            left += text.height() + 1.5;
        };
        if (auto const logo = read_logo(document_.logo)) {
            pages_.draw([draw = logo->draw, top](cairo_t* cr) { draw(cr, margin, top); });
            left += logo->height + 7;
        }
        add(document_.company, {.size = 11, .bold = true});
        for (auto const& line : document_.company_lines) add(line, {.size = 8, .color = grey});
        pages_.move_down(std::max(left, y) - top + 8);
        pages_.line(margin, pages_.y(), content_width, document_.accent, 1.6);
        pages_.move_down(gap_between);
    }

    void continue_page() {
        Text const left(document_.title, content_width * 0.6, {.size = 9, .bold = true, .color = document_.accent});
        Text const right(document_.company, content_width * 0.38, {.size = 8, .color = grey, .align = Align::right});
        pages_.draw(left, margin, pages_.y());
        pages_.draw(right, margin + content_width * 0.62, pages_.y());
        pages_.move_down(std::max(left.height(), right.height()) + 6);
        pages_.line(margin, pages_.y(), content_width, document_.accent, 0.8);
        pages_.move_down(10);
    }

    void figures() {
        auto const& all = document_.figures;
        if (all.empty()) return;
        auto const width = content_width / static_cast<double>(all.size());
        double height = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            auto const x = margin + static_cast<double>(i) * width;
            Text const label(all[i].label, width - cell_room, {.size = 8, .color = grey});
            Text const value(all[i].value, width - cell_room, {.size = 12.5, .bold = true, .tabular = true});
            pages_.draw(label, x, pages_.y());
            pages_.draw(value, x, pages_.y() + label.height() + 2);
            height = std::max(height, label.height() + 2 + value.height());
        }
        pages_.move_down(height + gap_between);
    }

    void draw(ReportTable const& table) {
        double shares = 0;
        for (auto const& column : table.columns) shares += column.share;
        auto const width = [&](ReportTable::Column const& column) { return content_width * column.share / shares; };
        auto const row = [&](std::vector<std::string> const& texts) {
            std::vector<Text> cells;
            double height = 0;
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                auto of_column = plain_style;
                if (table.columns[i].is_number) {
                    of_column.align = Align::right;
                    of_column.tabular = true;
                }
                cells.emplace_back(texts.at(i), width(table.columns[i]) - cell_room, of_column);
                height = std::max(height, cells.back().height());
            }
            if (pages_.need(height + 2 * row_padding)) titles(table, width);
            auto x = margin;
            for (std::size_t i = 0; i < cells.size(); ++i) {
                bool const is_last = i + 1 == cells.size();
                pages_.draw(cells[i], x + (is_last ? cell_room : 0), pages_.y());
                x += width(table.columns[i]);
            }
            pages_.move_down(height + row_padding);
            pages_.line(margin, pages_.y(), content_width, line_grey);
            pages_.move_down(row_padding);
        };
        pages_.need(70);
        pages_.draw(Text(table.title, content_width, {.size = 10.5, .bold = true}), margin, pages_.y());
        pages_.move_down(18);
        titles(table, width);
        for (auto const& texts : table.rows) row(texts);
        if (!table.note.empty()) {
            pages_.draw(Text(table.note, content_width, {.size = 8, .color = grey}), margin, pages_.y());
            pages_.move_down(14);
        }
        pages_.move_down(gap_between);
    }

    template <class Width>
    void titles(ReportTable const& table, Width const& width) {
        auto x = margin;
        for (auto const& column : table.columns) {
            bool const is_last = &column == &table.columns.back();
            auto style = title_style;
            style.color = document_.accent;
            style.align = column.is_number ? Align::right : Align::left;
            pages_.draw(Text(column.title, width(column) - cell_room, style), x + (is_last ? cell_room : 0),
                        pages_.y());
            x += width(column);
        }
        pages_.move_down(12);
        pages_.line(margin, pages_.y(), content_width, document_.accent, 0.8);
        pages_.move_down(row_padding);
    }

    static constexpr Style plain_style{.size = 8.5};
    static constexpr Style title_style{.size = 7, .bold = true};

    ReportDocument const& document_;
    Pages pages_;
};

} // namespace

} // namespace balcao::budgets::pdf

extern "C" void balcao_report_draw(balcao::budgets::ReportDocument const& document, std::string& pdf);
extern "C" void balcao_report_draw(balcao::budgets::ReportDocument const& document, std::string& pdf) {
    using namespace balcao::budgets::pdf;
    Report report(document);
    pdf.clear();
    write_pdf({.title = document.title, .author = document.company, .generated = document.generated},
              report.layout().pages(), pdf);
}
