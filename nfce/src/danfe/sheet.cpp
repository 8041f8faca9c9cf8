#include "sheet.hpp"

#include "form.hpp"

#include <algorithm>
#include <numeric>

namespace balcao::nfce::danfe {

namespace {

constexpr double page_width = 210 * mm, page_height = 297 * mm;
constexpr double margin = 6 * mm, width = page_width - 2 * margin, bottom = page_height - margin;
constexpr double line_height = 7.2 * mm, cell_padding = 0.5 * mm;
/// Boxes of the head.
constexpr double issuer_width = 77 * mm, title_width = 31 * mm, key_width = 90 * mm, bars_height = 15 * mm;
/// The additional data: the part of the width for texts, the rest is the tax authority's.
constexpr double texts_width = 130 * mm, least_additional = 22 * mm, small_additional = 30 * mm;

/// The table of items: the titles of its columns, and its rows.
class ItemTable {
public:
    explicit ItemTable(Sheet const& sheet)
        : edges_(edges_of(sheet.columns, 0)), second_edges_(edges_of(sheet.second_columns, second_left)) {
        add_titles(sheet.columns, edges_);
        add_titles(sheet.second_columns, second_edges_);
        for (auto const& item : sheet.items) {
            auto row = cells(item.fields, sheet.columns, edges_);
            if (!item.second.empty()) append(row, cells(item.second, sheet.second_columns, second_edges_));
            rows_.push_back(std::move(row));
        }
    }
    double head_height() const { return titles_.height; }
    std::size_t size() const { return rows_.size(); }
    double row_height(std::size_t row) const { return rows_[row].height; }
    double rows_height() const {
        return std::accumulate(rows_.begin(), rows_.end(), 0.0,
                               [](double sum, Row const& r) { return sum + r.height; });
    }
    /// From `top` to `end`, with the rows from `first` to before `last`.
    void draw(Ink& ink, double top, double end, std::size_t first, std::size_t last) const {
        titles_.draw(ink, margin, top);
        double y = top + titles_.height;
        for (auto row = first; row < last; ++row) {
            for (auto const& [part, offset] : rows_[row].lines) part.draw(ink, margin, y + offset);
            y += rows_[row].height;
        }
        ink.box(margin, top, width, end - top);
    }

private:
    static constexpr double second_left = 14 * mm; // below the description
    struct Row {
        std::vector<std::pair<Part, double>> lines;
        double height = 0;
    };

    static std::vector<double> edges_of(std::vector<Column> const& columns, double left) {
        double fixed = 0;
        for (auto const& column : columns) fixed += column.width * mm;
        std::vector<double> edges{left};
        for (auto const& column : columns)
            edges.push_back(edges.back() + (column.width == 0 ? width - left - fixed : column.width * mm));
        return edges;
    }
    static void append(Row& row, Row&& below) {
        for (auto& [part, offset] : below.lines) row.lines.emplace_back(std::move(part), row.height + offset);
        row.height += below.height;
    }
    void add_titles(std::vector<Column> const& columns, std::vector<double> const& edges) {
        if (columns.empty()) return;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            double const inner = edges[i + 1] - edges[i] - 2 * cell_padding;
            titles_.add(fitted(columns[i].title, inner, 5, 5, Weight::normal, Align::centre), edges[i] + cell_padding,
                        titles_top_ + 0.3 * mm);
        }
        double const end = titles_.height + 0.3 * mm;
        for (std::size_t i = 0; i < columns.size(); ++i)
            titles_.box(edges[i], titles_top_, edges[i + 1] - edges[i], end - titles_top_);
        titles_top_ = end;
    }
    static Row cells(std::vector<std::string> const& fields, std::vector<Column> const& columns,
                     std::vector<double> const& edges) {
        Part part;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (fields[i].empty()) continue;
            double const inner = edges[i + 1] - edges[i] - 2 * cell_padding;
            // Texts keep their size and take lines, amounts stay on one as long as they can.
            double const least = columns[i].align == Align::left ? small_size : name_size;
            part.add(fitted(fields[i], inner, small_size, least, Weight::normal, columns[i].align),
                     edges[i] + cell_padding, 0.3 * mm);
        }
        double const height = part.height + 0.3 * mm;
        for (std::size_t i = 0; i < columns.size(); ++i) part.box(edges[i], 0, edges[i + 1] - edges[i], height);
        Row row;
        row.height = height;
        row.lines.emplace_back(std::move(part), 0);
        return row;
    }

    std::vector<double> edges_, second_edges_;
    Part titles_;
    double titles_top_ = 0;
    std::vector<Row> rows_;
};

/// The additional data, of which a page shows some lines.
class Additional {
public:
    explicit Additional(std::string const& text)
        : layout_(
              make_layout(text, texts_width - 2 * padding, small_size, Weight::normal, PANGO_ALIGN_LEFT, Face::serif)) {
        for (auto* line = pango_layout_get_lines_readonly(layout_.get()); line != nullptr; line = line->next)
            lines_.push_back(static_cast<PangoLayoutLine*>(line->data));
        line_ = height_of(layout_) / static_cast<double>(lines_.size());
    }
    std::size_t size() const { return lines_.size(); }
    /// Of a box with so many lines.
    double height_for(std::size_t lines) const { return overhead + line_ * static_cast<double>(lines); }
    std::size_t lines_in(double height) const {
        return height < overhead ? 0 : static_cast<std::size_t>((height - overhead) / line_ + 0.001);
    }
    void draw(Ink& ink, double top, double end, std::size_t first, std::size_t last) const {
        bool const goes_on = last < lines_.size();
        auto const title =
            title_of(goes_on ? "DADOS ADICIONAIS (CONTINUAM NA PRÓXIMA FOLHA)" : "DADOS ADICIONAIS", width);
        title.draw(ink, margin, top);
        Part boxes;
        double const box_top = title.height, height = end - top - title.height;
        boxes.add(fitted("INFORMAÇÕES COMPLEMENTARES", texts_width, name_size, name_size), padding, box_top + 0.2 * mm);
        boxes.add(fitted("RESERVADO AO FISCO", width - texts_width, name_size, name_size), texts_width + padding,
                  box_top + 0.2 * mm);
        boxes.box(0, box_top, texts_width, height);
        boxes.box(texts_width, box_top, width - texts_width, height);
        boxes.draw(ink, margin, top);
        double y = top + overhead - 0.6 * mm + pango_layout_get_baseline(layout_.get()) / double{PANGO_SCALE};
        for (auto i = first; i < last; ++i, y += line_) {
            cairo_move_to(ink.cairo(), margin + padding, y);
            pango_cairo_show_layout_line(ink.cairo(), lines_[i]);
        }
    }

private:
    static constexpr double overhead = 6.6 * mm; // title, name, room below
    Layout layout_;
    std::vector<PangoLayoutLine*> lines_;
    double line_ = 0;
};

/// What one page shows of items and additional data.
struct Page {
    std::size_t first_item = 0, last_item = 0, first_line = 0, last_line = 0;
    double table_top = 0, table_end = 0, texts_top = 0, texts_end = 0; ///< equal: none
};

class SheetDrawing {
public:
    SheetDrawing(Sheet const& sheet, cairo_surface_t* logo)
        : sheet_(sheet), logo_(logo), table_(sheet), additional_(sheet.additional) {
        for (auto const& line : sheet.operation) operation_.push_back(line_of(line, width, line_height));
        for (auto const& frame : sheet.frames) {
            frames_.push_back(title_of(frame.title, width));
            for (auto const& line : frame.lines) frames_.push_back(line_of(line, width, line_height));
        }
        table_title_ = title_of("DADOS DOS PRODUTOS / SERVIÇOS", width);
        set_stub();
        set_head();
        set_pages();
    }

    void write(std::string& pdf) const {
        write_pdf(
            pdf, pages_.size(), [](std::size_t) { return PageSize{page_width, page_height}; },
            [this](cairo_t* cr, std::size_t page) { draw_page(cr, page); });
    }

private:
    void set_stub() {
        if (sheet_.stub.empty()) return;
        constexpr double number_width = 36 * mm, upper = 8.5 * mm, lower = 7.5 * mm, left = width - number_width;
        stub_.add(fitted(sheet_.stub, left - 2 * padding, small_size, 5), padding, 0.4 * mm);
        double const first = std::max(upper, stub_.height + 0.4 * mm);
        stub_.add(fitted("DATA DE RECEBIMENTO", 40 * mm, name_size, name_size), padding, first + 0.2 * mm);
        stub_.add(fitted("IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR", left - 42 * mm, name_size, name_size),
                  42 * mm + padding, first + 0.2 * mm);
        stub_.box(0, 0, left, first);
        stub_.box(0, first, 42 * mm, lower);
        stub_.box(42 * mm, first, left - 42 * mm, lower);
        stub_.box(left, 0, number_width, first + lower);
        double y = 1.5 * mm;
        for (auto const& text : {std::string("NF-e"), "Nº " + sheet_.number, "SÉRIE " + sheet_.series}) {
            stub_.add(fitted(text, number_width, value_size, name_size, Weight::bold, Align::centre), left, y);
            y += 4.3 * mm;
        }
        stub_height_ = stub_.height + 3.5 * mm;
    }

    void set_head() {
        if (!sheet_.regime.empty()) regime_ = line_of(sheet_.regime, issuer_width, line_height);
        key_line_ = line_of({{"CHAVE DE ACESSO", sheet_.key, 1, Align::centre}}, key_width, line_height);
        double const above = bars_height + key_line_.height;
        head_height_ = above + 11 * mm;
        set_issuer();
        for (auto [x, box] : {std::pair{0.0, issuer_width}, {issuer_width, title_width}})
            head_.box(x, 0, box, head_height_);
        double const left = issuer_width + title_width;
        head_.box(left, 0, key_width, bars_height);
        head_.box(left, above, key_width, head_height_ - above);
        head_.add(fitted(sheet_.authenticity, key_width - 4 * padding, 8, 6, Weight::normal, Align::centre),
                  left + 2 * padding, above + 2 * mm);
        auto const add = [&](std::string const& text, double size, Weight weight, double y) {
            head_.add(fitted(text, title_width - 2 * padding, size, 5, weight, Align::centre), issuer_width + padding,
                      y);
        };
        add("DANFE", 13, Weight::bold, 0.6 * mm);
        head_.add(make_layout("Documento Auxiliar da\nNota Fiscal Eletrônica", title_width, 7, Weight::normal,
                              PANGO_ALIGN_CENTER, Face::serif),
                  issuer_width, 6 * mm);
        head_.add(make_layout("0 - ENTRADA\n1 - SAÍDA", 18 * mm, 7, Weight::normal, PANGO_ALIGN_LEFT, Face::serif),
                  issuer_width + 3 * mm, 13 * mm);
        head_.box(issuer_width + title_width - 9 * mm, 13 * mm, 6 * mm, 6 * mm);
        head_.add(fitted(std::to_string(sheet_.direction), 6 * mm, value_size, value_size, Weight::bold, Align::centre),
                  issuer_width + title_width - 9 * mm, 13.8 * mm);
        add("Nº " + sheet_.number, value_size, Weight::bold, 20 * mm);
        add("SÉRIE " + sheet_.series, value_size, Weight::bold, 24 * mm);
    }

    /// The issuer's texts beside the logo, smaller when they are many; the height of the box follows.
    void set_issuer() {
        constexpr double logo_most = 26 * mm;
        double left = padding;
        double const room = head_height_ - regime_.height - 2 * padding;
        if (logo_ != nullptr) {
            double const wide = cairo_image_surface_get_width(logo_), high = cairo_image_surface_get_height(logo_);
            double const scale = std::min(logo_most / wide, std::min(22 * mm, room) / high);
            logo_width_ = wide * scale;
            logo_height_ = high * scale;
            left += logo_width_ + 1.5 * mm;
        }
        std::vector<Layout> texts;
        double height = 0;
        for (double const scale : {1.0, 0.85, 0.75}) {
            texts.clear();
            height = 0;
            auto const add = [&](std::string const& text, double size, Weight weight) {
                texts.push_back(make_layout(text, issuer_width - left - padding, size * scale, weight,
                                            PANGO_ALIGN_CENTER, Face::serif));
                height += height_of(texts.back());
            };
            add(sheet_.issuer, 10, Weight::bold);
            for (auto const& line : sheet_.issuer_lines) add(line, 8, Weight::normal);
            if (height <= room) break;
        }
        head_height_ = std::max(head_height_, height + regime_.height + 2 * padding);
        double y = padding + std::max(0.0, (room - height) / 2);
        for (auto& text : texts) {
            double const below = y + height_of(text);
            head_.add(std::move(text), left, y);
            y = below;
        }
    }

    double operation_height() const {
        return std::accumulate(operation_.begin(), operation_.end(), head_height_,
                               [](double sum, Part const& part) { return sum + part.height; });
    }

    void set_pages() {
        double const frames = std::accumulate(frames_.begin(), frames_.end(), 0.0,
                                              [](double sum, Part const& part) { return sum + part.height; });
        double const titles = table_title_.height + table_.head_height();
        double const top = margin + stub_height_ + operation_height() + frames;
        double const items = titles + table_.rows_height();
        double const wanted = std::max(least_additional, additional_.height_for(additional_.size()));
        double texts = std::clamp(bottom - top - items, std::min(wanted, small_additional), wanted);
        if (texts > bottom - top) texts = 0; // blocks fill the page; all else comes behind
        Page first{.table_top = top + table_title_.height, .texts_top = bottom - texts, .texts_end = bottom};
        first.table_end = first.texts_top - first.table_top < table_.head_height() ? first.table_top : first.texts_top;
        first.last_item = fill(0, first.table_top, first.table_end, false);
        first.last_line = std::min(additional_.size(), additional_.lines_in(texts));
        pages_.push_back(first);
        double const head = margin + operation_height();
        while (pages_.back().last_item < table_.size() || pages_.back().last_line < additional_.size()) {
            auto const& before = pages_.back();
            Page page{.first_item = before.last_item,
                      .last_item = before.last_item,
                      .first_line = before.last_line,
                      .last_line = before.last_line};
            double y = head;
            if (page.first_item < table_.size()) {
                page.table_top = head + table_title_.height;
                page.last_item = fill(page.first_item, page.table_top, bottom, true);
                y = page.table_top + table_.head_height();
                for (auto i = page.first_item; i < page.last_item; ++i) y += table_.row_height(i);
                page.table_end = y;
            }
            auto const room = additional_.lines_in(bottom - y);
            if (page.last_item == table_.size() && page.first_line < additional_.size() && room > 0) {
                page.last_line = std::min(additional_.size(), page.first_line + room);
                page.texts_top = y;
                page.texts_end =
                    y + std::max(least_additional, additional_.height_for(page.last_line - page.first_line));
                page.texts_end = std::min(page.texts_end, bottom);
            }
            pages_.push_back(page);
        }
    }

    /// The row after the last one that the table from `top` to `end` has room for; with `one`, at least one.
    std::size_t fill(std::size_t row, double top, double end, bool one) const {
        double y = top + table_.head_height();
        auto const first = row;
        while (row < table_.size() && (y + table_.row_height(row) <= end + 0.01 || (one && row == first)))
            y += table_.row_height(row++);
        return row;
    }

    void draw_page(cairo_t* cr, std::size_t number) const {
        auto const& page = pages_[number];
        if (!sheet_.watermark.empty()) draw_watermark(cr, sheet_.watermark, page_width, page_height);
        cairo_set_source_rgb(cr, 0, 0, 0);
        Ink ink(cr);
        double y = margin;
        if (number == 0 && stub_height_ > 0) draw_stub(ink);
        if (number == 0) y += stub_height_;
        draw_head(ink, y, number);
        y += head_height_;
        auto const put = [&](Part const& part) {
            part.draw(ink, margin, y);
            y += part.height;
        };
        for (auto const& part : operation_) put(part);
        if (number == 0)
            for (auto const& part : frames_) put(part);
        if (page.table_end > page.table_top) {
            table_title_.draw(ink, margin, page.table_top - table_title_.height);
            table_.draw(ink, page.table_top, page.table_end, page.first_item, page.last_item);
        }
        if (page.texts_end > page.texts_top)
            additional_.draw(ink, page.texts_top, page.texts_end, page.first_line, page.last_line);
        ink.finish();
    }

    void draw_stub(Ink& ink) const {
        auto* const cr = ink.cairo();
        stub_.draw(ink, margin, margin);
        double const dashes[]{2, 2};
        cairo_set_line_width(cr, 0.4);
        cairo_set_dash(cr, dashes, 2, 0);
        cairo_move_to(cr, margin, margin + stub_.height + 1.75 * mm);
        cairo_line_to(cr, margin + width, margin + stub_.height + 1.75 * mm);
        cairo_stroke(cr);
        cairo_set_dash(cr, nullptr, 0, 0);
    }

    void draw_head(Ink& ink, double y, std::size_t number) const {
        head_.draw(ink, margin, y);
        key_line_.draw(ink, margin + issuer_width + title_width, y + bars_height);
        if (regime_.height > 0) regime_.draw(ink, margin, y + head_height_ - regime_.height);
        auto const count = "FOLHA " + std::to_string(number + 1) + "/" + std::to_string(pages_.size());
        Part folio;
        folio.add(fitted(count, title_width - 2 * padding, value_size, name_size, Weight::bold, Align::centre), 0, 0);
        folio.draw(ink, margin + issuer_width + padding, y + 28 * mm);
        if (logo_ != nullptr) {
            double const room = head_height_ - regime_.height;
            draw_image(ink.cairo(), logo_, margin + padding, y + (room - logo_height_) / 2, logo_width_, logo_height_,
                       CAIRO_FILTER_GOOD);
        }
        draw_bars(ink.cairo(), margin + issuer_width + title_width, y);
    }

    /// Modules of at most 0.28 mm, ten of them empty at each side.
    void draw_bars(cairo_t* cr, double left, double top) const {
        double modules = 0;
        for (char const c : sheet_.bars) modules += c - '0';
        double const module = std::min(0.28 * mm, key_width / (modules + 20));
        double x = left + (key_width - module * modules) / 2;
        bool bar = true;
        for (char const c : sheet_.bars) {
            if (bar) cairo_rectangle(cr, x, top + 2 * mm, module * (c - '0'), bars_height - 4 * mm);
            x += module * (c - '0');
            bar = !bar;
        }
        cairo_fill(cr);
    }

    Sheet const& sheet_;
    cairo_surface_t* const logo_;
    double logo_width_ = 0, logo_height_ = 0, stub_height_ = 0, head_height_ = 0;
    ItemTable const table_;
    Additional const additional_;
    std::vector<Part> operation_, frames_;
    Part stub_, head_, key_line_, regime_, table_title_;
    std::vector<Page> pages_;
};

} // namespace

void draw_sheet(Sheet const& sheet, cairo_surface_t* logo, std::string& pdf) { SheetDrawing(sheet, logo).write(pdf); }

} // namespace balcao::nfce::danfe
