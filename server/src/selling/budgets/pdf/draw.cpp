#include "selling/budgets/pdf/draw.hpp"

#include <algorithm>
#include <string_view>

#include "selling/budgets/pdf/logo.hpp"
#include "selling/budgets/pdf/page.hpp"

namespace balcao::budgets::pdf {

namespace {

constexpr double gap = 14; // between sections

constexpr Style plain{.size = 9};
constexpr Style small{.size = 8, .color = grey};
constexpr Style strong{.size = 9, .bold = true};
// Not spaced out: whoever copies or searches the text would find its letters apart.
constexpr Style label{.size = 7, .bold = true, .color = grey};

Style aligned(Style style, Align align) {
    style.align = align;
    return style;
}
Style colored(Style style, std::uint32_t color) {
    style.color = color;
    return style;
}
Style amount(Style style) {
    style.align = Align::right;
    style.tabular = true;
    return style;
}

// One column of texts below one another.
class Column {
public:
    Column(Pages& pages, double x, double width) : pages_(pages), x_(x), width_(width), y_(pages.y()) {}

    void add(std::string_view words, Style const& style, double space = 1.5) {
        Text const text(words, width_, style);
        pages_.draw(text, x_, y_);
        y_ += text.height() + space;
    }
    // A name and its value side by side.
    void add(Labelled const& pair, double label_width, Style const& value_style) {
        Text const name(pair.label, label_width - 6, small);
        Text const value(pair.value, width_ - label_width, value_style);
        pages_.draw(name, x_, y_ + 0.8);
        pages_.draw(value, x_ + label_width, y_);
        y_ += std::max(name.height() + 0.8, value.height()) + 2;
    }
    void skip(double space) { y_ += space; }
    double y() const { return y_; }

private:
    Pages& pages_;
    double x_;
    double width_;
    double y_;
};

// The columns of the item table; widths in points, the description takes what is left.
struct TableColumn {
    std::string_view title;
    std::string DocumentItem::* text;
    double width = 0;
    bool is_number = false;
    double x = 0;
};

class Drawing {
public:
    explicit Drawing(BudgetDocument const& document)
        : document_(document), pages_([this](Pages&) { continue_page(); }) {}

    Pages const& layout() {
        header();
        parties();
        items();
        if (document_.has_amounts) {
            sums_and_conditions();
            installments();
        }
        notes();
        signatures();
        return pages_;
    }

private:
    void header() {
        auto const logo = read_logo(document_.logo);
        constexpr double right_width = 205;
        auto const top = pages_.y();

        Column right(pages_, margin + content_width - right_width, right_width);
        right.add(document_.title, {.size = 16, .bold = true, .color = document_.accent, .align = Align::right}, 5);
        for (auto const& [name, value] : document_.dates)
            right.add(name + "  " + value, aligned(plain, Align::right), 2);

        Column left(pages_, margin, content_width - right_width - 16);
        if (logo) {
            pages_.draw([draw = logo->draw, top](cairo_t* cr) { draw(cr, margin, top); });
            left.skip(logo->height + 7);
            left.add(document_.company, strong);
        } else {
            left.add(document_.company, {.size = 16, .bold = true}, 4);
        }
        for (auto const& line : document_.company_lines) left.add(line, small, 1);

        pages_.move_down(std::max(left.y(), right.y()) - top + 9);
        pages_.line(margin, pages_.y(), content_width, document_.accent, 1.6);
        pages_.move_down(gap);
    }

    // What later pages begin with.
    void continue_page() {
        Text const left(document_.title + "  ·  " + document_.client, content_width * 0.62,
                        colored(strong, document_.accent));
        Text const right(document_.company, content_width * 0.36, aligned(small, Align::right));
        auto const top = pages_.y();
        pages_.draw(left, margin, top);
        pages_.draw(right, margin + content_width * 0.64, top + 1);
        pages_.move_down(std::max(left.height(), right.height()) + 6);
        pages_.line(margin, pages_.y(), content_width, document_.accent, 0.8);
        pages_.move_down(10);
    }

    void parties() {
        auto const has_delivery = !document_.delivery.empty();
        auto const top = pages_.y();
        constexpr double middle = 24;
        auto const half = has_delivery ? (content_width - middle) / 2 : content_width;
        Column client(pages_, margin, half);
        client.add("CLIENTE", label, 3);
        client.add(document_.client, {.size = 10.5, .bold = true}, 2.5);
        for (auto const& line : document_.client_lines) client.add(line, plain);
        auto bottom = client.y();
        if (has_delivery) {
            Column delivery(pages_, margin + half + middle, half);
            delivery.add("OBRA E ENTREGA", label, 3);
            for (auto const& pair : document_.delivery) delivery.add(pair, 60, plain);
            bottom = std::max(bottom, delivery.y());
        }
        pages_.move_down(bottom - top + gap);
    }

    std::vector<TableColumn> columns() const {
        // Wide enough for most codes; the longest of 60 characters go over several lines.
        std::size_t longest = 0;
        for (auto const& item : document_.items) longest = std::max(longest, item.code.size());
        auto const code_width = std::clamp(static_cast<double>(longest) * 5.4 + cell_gap, 48.0, 92.0);
        std::vector<TableColumn> all{{"CÓDIGO", &DocumentItem::code, code_width},
                                     {"DESCRIÇÃO", &DocumentItem::description, 0},
                                     {"QTD.", &DocumentItem::quantity, 52, true},
                                     {"UN.", &DocumentItem::unit, 28}};
        if (document_.has_weights) all.push_back({"PESO (KG)", &DocumentItem::weight, 74, true});
        if (document_.has_amounts) {
            all.push_back({"UNITÁRIO", &DocumentItem::price, 62, true});
            if (document_.has_discounts) all.push_back({"DESC.", &DocumentItem::discount, 56, true});
            all.push_back({"TOTAL", &DocumentItem::total, 74, true});
        }
        double taken = 0;
        for (auto const& column : all) taken += column.width;
        all[1].width = content_width - taken;
        double x = margin;
        for (auto& column : all) {
            column.x = x;
            x += column.width;
        }
        return all;
    }

    // Room between a column and the next.
    static constexpr double cell_gap = 8;
    static double text_width(TableColumn const& column, bool is_last) {
        return column.width - (is_last ? 0 : cell_gap);
    }

    void table_head(std::vector<TableColumn> const& columns) {
        for (auto const& column : columns) {
            Text const text(column.title, text_width(column, &column == &columns.back()),
                            aligned(colored(label, document_.accent), column.is_number ? Align::right : Align::left));
            pages_.draw(text, column.x, pages_.y());
        }
        pages_.move_down(13);
        pages_.line(margin, pages_.y(), content_width, document_.accent, 0.8);
        pages_.move_down(4.5);
    }

    void items() {
        if (document_.items.empty()) return;
        auto const all = columns();
        pages_.need(60);
        table_head(all);
        for (auto const& item : document_.items) {
            std::vector<Text> cells;
            double height = 0;
            for (auto const& column : all) {
                auto const style = column.is_number                     ? amount(plain)
                                   : column.text == &DocumentItem::code ? small
                                                                        : plain;
                cells.emplace_back(item.*column.text, text_width(column, &column == &all.back()), style);
                height = std::max(height, cells.back().height());
            }
            constexpr double padding = 4.5;
            if (pages_.need(height + padding)) table_head(all);
            for (std::size_t i = 0; i < all.size(); ++i) pages_.draw(cells[i], all[i].x, pages_.y());
            pages_.move_down(height + padding);
            pages_.line(margin, pages_.y(), content_width, line_grey);
            pages_.move_down(padding);
        }
        pages_.move_down(gap - 4);
    }

    void sums_and_conditions() {
        constexpr double sums_width = 236;
        constexpr double middle = 24;
        auto const left_width = content_width - sums_width - middle;
        constexpr double label_width = 96;

        // Measured first: both stand side by side on one page.
        double conditions_height = 14;
        for (auto const& [name, value] : document_.conditions)
            conditions_height += Text(value, left_width - label_width, plain).height() + 2;
        auto const sums_height = static_cast<double>(document_.sums.size()) * 15 + 34;
        pages_.need(std::max(conditions_height, sums_height));
        auto const top = pages_.y();

        Column left(pages_, margin, left_width);
        if (!document_.conditions.empty()) left.add("CONDIÇÕES", label, 4);
        for (auto const& pair : document_.conditions) left.add(pair, label_width, plain);

        auto const x = margin + content_width - sums_width;
        auto y = top;
        for (auto const& [name, value] : document_.sums) {
            pages_.draw(Text(name, sums_width / 2, plain), x + 10, y);
            pages_.draw(Text(value, sums_width - 20, amount(plain)), x + 10, y);
            y += 15;
        }
        constexpr double bar = 30;
        pages_.box(x, y, sums_width, bar, document_.accent);
        Text const name(document_.total.label, sums_width / 2 - 10, colored(strong, 0xFFFFFF));
        Text const value(document_.total.value, sums_width - 20, amount({.size = 13, .bold = true, .color = 0xFFFFFF}));
        pages_.draw(name, x + 10, y + (bar - name.height()) / 2);
        pages_.draw(value, x + 10, y + (bar - value.height()) / 2);
        y += bar;
        pages_.move_down(std::max(left.y(), y) - top + gap);
    }

    void installments() {
        auto const& all = document_.installments;
        if (all.empty()) return;
        constexpr std::size_t longest_of_three = 12; // characters of an amount
        auto const is_long = [](Labelled const& part) { return part.value.size() > longest_of_three; };
        auto const in_row = std::ranges::any_of(all, is_long) ? std::size_t{2} : std::size_t{3};
        constexpr double row_height = 14.5;
        pages_.need(14 + row_height * 2);
        title(all.size() == 1 ? "PARCELA (R$)" : "PARCELAS (R$)");
        constexpr double middle = 30;
        auto const count = static_cast<double>(in_row);
        auto const width = (content_width - middle * (count - 1)) / count;
        for (std::size_t first = 0; first < all.size(); first += in_row) {
            pages_.need(row_height);
            for (std::size_t i = first; i < std::min(first + in_row, all.size()); ++i) {
                auto const x = margin + static_cast<double>(i - first) * (width + middle);
                auto const number = std::to_string(i + 1) + "/" + std::to_string(all.size());
                pages_.draw(Text(number, 34, small), x, pages_.y() + 0.8);
                pages_.draw(Text(all[i].label, 60, {.size = 9, .tabular = true}), x + 34, pages_.y());
                pages_.draw(Text(all[i].value, width - 94, amount(plain)), x + 94, pages_.y());
            }
            pages_.move_down(row_height);
        }
        pages_.move_down(gap - 4);
    }

    void notes() {
        if (document_.notes.empty()) return;
        Text const text(document_.notes, content_width, plain);
        auto const height = text.line_height() + 1.5;
        pages_.need(14 + height * std::min(text.line_count(), 3));
        title("OBSERVAÇÕES");
        for (int line = 0; line < text.line_count(); ++line) {
            pages_.need(height);
            auto const y = pages_.y();
            pages_.draw([text, line, y](cairo_t* cr) { text.draw_line(cr, line, margin, y); });
            pages_.move_down(height);
        }
        pages_.move_down(gap - 4);
    }

    void signatures() {
        if (document_.signatures.empty()) return;
        constexpr double middle = 40;
        constexpr double room = 34; // to sign in
        auto const count = static_cast<double>(document_.signatures.size());
        auto const width = (content_width - middle * (count - 1)) / count;
        pages_.need(room + 34);
        pages_.move_down(room);
        double x = margin;
        for (auto const& name : document_.signatures) {
            pages_.line(x, pages_.y(), width, grey, 0.6);
            pages_.draw(Text(name, width, aligned(small, Align::center)), x, pages_.y() + 4);
            x += width + middle;
        }
        pages_.move_down(30);
    }

    void title(std::string_view words) {
        pages_.draw(Text(words, content_width, label), margin, pages_.y());
        pages_.move_down(14);
    }

    BudgetDocument const& document_;
    Pages pages_;
};

} // namespace

} // namespace balcao::budgets::pdf

extern "C" void balcao_budget_draw(balcao::budgets::BudgetDocument const& document, std::string& pdf);
extern "C" void balcao_budget_draw(balcao::budgets::BudgetDocument const& document, std::string& pdf) {
    using namespace balcao::budgets::pdf;
    Drawing drawing(document);
    pdf.clear();
    auto const title = document.title + " · " + document.client;
    write_pdf({.title = title, .author = document.company, .generated = document.generated}, drawing.layout().pages(),
              pdf);
}
