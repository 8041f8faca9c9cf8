#include "platform/spreadsheets/spreadsheet.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <unistd.h>
#include <xlsxwriter.h>

#include "platform/base/decimal.hpp"

namespace balcao::spreadsheets {

namespace {

// `=`, `+`, `-`, `@` start a formula, and a tab or carriage return may hide one (OWASP, CSV injection).
bool starts_formula(std::string_view text) { return !text.empty() && std::string_view("=+-@\t\r").contains(text[0]); }

std::string number_text(Number const& number) {
    std::string text;
    detail::append_fixed(text, number.raw, number.places);
    return text;
}

class Csv final : public Spreadsheet {
public:
    explicit Csv(std::span<Heading const> headings) : out_("\xEF\xBB\xBF") {
        for (auto const& heading : headings) text(heading.title);
        end_row();
    }
    void row(std::span<Cell const> cells) override {
        for (auto const& cell : cells) {
            if (auto const* const number = std::get_if<Number>(&cell)) {
                auto shown = number_text(*number);
                std::ranges::replace(shown, '.', ',');
                separate();
                out_ += shown;
            } else if (auto const* const words = std::get_if<std::string>(&cell)) {
                text(*words);
            } else {
                separate();
            }
        }
        end_row();
    }
    std::string take() override { return std::move(out_); }

private:
    void separate() {
        if (!std::exchange(is_first_, false)) out_ += ';';
    }
    void text(std::string_view words) {
        separate();
        std::string guarded = starts_formula(words) ? "'" : "";
        guarded += words;
        auto const is_plain = guarded.find_first_of(";\"\r\n\t,") == std::string::npos && !guarded.starts_with(' ') &&
                              !guarded.ends_with(' ');
        if (is_plain) {
            out_ += guarded;
            return;
        }
        out_ += '"';
        for (char const c : guarded) {
            if (c == '"') out_ += '"';
            out_ += c;
        }
        out_ += '"';
    }
    void end_row() {
        out_ += "\r\n";
        is_first_ = true;
    }

    std::string out_;
    bool is_first_ = true;
};

// A file of our own, gone with this object.
class TemporaryFile {
public:
    TemporaryFile() : path_(std::filesystem::temp_directory_path() / "balcao-XXXXXX") {
        auto const handle = ::mkstemp(path_.data());
        if (handle < 0) throw std::system_error(errno, std::generic_category(), "no temporary file");
        ::close(handle);
    }
    ~TemporaryFile() { ::unlink(path_.c_str()); }
    TemporaryFile(TemporaryFile const&) = delete;
    TemporaryFile& operator=(TemporaryFile const&) = delete;

    std::string const& path() const { return path_; }
    std::string read() const {
        std::ifstream stream(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

private:
    std::string path_;
};

class Xlsx final : public Spreadsheet {
public:
    Xlsx(std::string const& name, std::span<Heading const> headings) {
        lxw_workbook_options options{.constant_memory = LXW_TRUE, .tmpdir = nullptr, .use_zip64 = LXW_FALSE};
        workbook_ = workbook_new_opt(file_.path().c_str(), &options);
        if (workbook_ == nullptr) throw std::bad_alloc();
        sheet_ = workbook_add_worksheet(workbook_, name.c_str());
        auto* const bold = workbook_add_format(workbook_);
        format_set_bold(bold);
        for (int places = 0; places < static_cast<int>(formats_.size()); ++places) {
            auto* const format = workbook_add_format(workbook_);
            // Two places always, more only when they are there.
            format_set_num_format(format, places == 0 ? "0" : places <= 2 ? "#,##0.00" : "#,##0.00##");
            formats_[static_cast<std::size_t>(places)] = format;
        }
        lxw_col_t column = 0;
        for (auto const& heading : headings) { // widths come before rows in constant memory
            check(worksheet_set_column(sheet_, column, column, heading.width, nullptr));
            ++column;
        }
        worksheet_freeze_panes(sheet_, 1, 0);
        column = 0;
        for (auto const& heading : headings)
            check(worksheet_write_string(sheet_, 0, column++, heading.title.c_str(), bold));
    }
    ~Xlsx() override {
        if (workbook_ != nullptr) workbook_close(workbook_); // given up midway
    }
    Xlsx(Xlsx const&) = delete;
    Xlsx& operator=(Xlsx const&) = delete;

    void row(std::span<Cell const> cells) override {
        ++row_;
        lxw_col_t column = 0;
        for (auto const& cell : cells) {
            if (auto const* const number = std::get_if<Number>(&cell)) {
                auto* const format = formats_.at(static_cast<std::size_t>(std::min(number->places, 4)));
                check(worksheet_write_number(sheet_, row_, column, std::strtod(number_text(*number).c_str(), nullptr),
                                             format));
            } else if (auto const* const words = std::get_if<std::string>(&cell); words != nullptr && !words->empty()) {
                check(worksheet_write_string(sheet_, row_, column, words->c_str(), nullptr));
            }
            ++column;
        }
    }
    std::string take() override {
        check(workbook_close(std::exchange(workbook_, nullptr)));
        return file_.read();
    }

private:
    static void check(lxw_error error) {
        if (error != LXW_NO_ERROR) throw std::runtime_error(std::string("xlsx: ") + lxw_strerror(error));
    }

    TemporaryFile const file_;
    lxw_workbook* workbook_ = nullptr;
    lxw_worksheet* sheet_ = nullptr;
    std::array<lxw_format*, 5> formats_{}; // by places
    lxw_row_t row_ = 0;
};

} // namespace

Result<Format> format_of(http::Request const& request) {
    auto const format = request.query("format").value_or("xlsx");
    if (format == "xlsx") return Format::xlsx;
    if (format == "csv") return Format::csv;
    return invalid(std::vector<FieldProblem>{{"format", "Use csv ou xlsx."}});
}

std::unique_ptr<Spreadsheet> new_spreadsheet(Format format, std::string const& name,
                                             std::span<Heading const> headings) {
    if (format == Format::csv) return std::make_unique<Csv>(headings);
    return std::make_unique<Xlsx>(name, headings);
}

http::Response download(Format format, std::string_view stem, std::string file) {
    auto const is_csv = format == Format::csv;
    auto const name = std::string(stem) + (is_csv ? ".csv" : ".xlsx");
    return {.content_type = is_csv ? "text/csv; charset=utf-8"
                                   : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            .body = std::move(file),
            .headers = {{"Content-Disposition", "attachment; filename=\"" + name + "\""}}};
}

} // namespace balcao::spreadsheets
