#pragma once
// An uploaded spreadsheet: texts in rows. Pure functions on foreign bytes, any thread.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/result.hpp"

namespace balcao::spreadsheets {

/// Limits of a file; beyond them it is refused as a whole.
inline constexpr std::size_t most_rows = 50'000; // without the heading
inline constexpr std::size_t most_columns = 200;
inline constexpr std::size_t most_cell_bytes = 32'767; // Excel's own limit, in characters
inline constexpr std::size_t most_text_bytes = std::size_t{64} * 1024 * 1024;

/// Rows of texts, each with its number in the file (from 1, empty ones counted). All text is in one string: 50,000 rows
/// of 44 cells would be 2.2 million strings.
class Table {
public:
    /// Cells are UTF-8 and trimmed.
    void add_cell(std::string_view text);
    /// Ends the row of the cells added since the last. Empty rows and trailing empty cells are dropped.
    void end_row(std::int64_t line);

    std::size_t rows() const { return lines_.size(); }
    std::int64_t line(std::size_t row) const { return lines_[row]; }
    std::vector<std::string_view> cells(std::size_t row) const;

    std::size_t open_cells() const { return cell_ends_.size() - open_row_; } // of the row not yet ended
    std::size_t text_bytes() const { return text_.size(); }

private:
    std::string text_;
    std::vector<std::uint32_t> cell_ends_; // in text_
    std::vector<std::uint32_t> row_ends_;  // in cell_ends_
    std::vector<std::int64_t> lines_;
    std::size_t open_row_ = 0; // in cell_ends_
};

/// Reads CSV (`;`, `,` or tab; UTF-8, UTF-16 with BOM, or Windows-1252) or XLSX, by content. Row 0 is the heading.
/// Failure `invalid` with a sentence if it is neither, broken, too large, or has only a heading.
Result<Table> read_table(std::string_view file);

/// The two readers; XLSX: first visible sheet. Numbers in Brazilian form (`1234,5`), dates as `2026-11-21`, booleans as
/// `Sim` and `Não`.
Result<Table> read_csv(std::string_view file);
Result<Table> read_xlsx(std::string_view file);

/// Adds a cell, or says which limit is exceeded.
Result<void> add_checked(Table& table, std::string_view text, std::int64_t line);
/// Ends a row, or says which limit is exceeded.
Result<void> end_checked(Table& table, std::int64_t line);

} // namespace balcao::spreadsheets
