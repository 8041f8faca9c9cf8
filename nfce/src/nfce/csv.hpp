#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace balcao::nfce {

/// An embedded CSV file (UTF-8, comma, RFC 4180 quotes, first line = column names), indexed by its first column.
/// Rows of the same first column are kept in order. A quoted field keeps doubled quotes as they are: no code we look up
/// has any. Immutable, any thread.
class CsvTable {
public:
    explicit CsvTable(std::string_view file);

    using Row = std::vector<std::string_view>;
    std::vector<Row> const& rows() const { return rows_; }
    /// nullptr when there is no such key; the first row when there are several.
    Row const* find(std::string_view key) const;
    /// Position of a column; std::logic_error when it is missing.
    std::size_t column(std::string_view name) const;

private:
    Row header_;
    std::vector<Row> rows_;
    std::unordered_map<std::string_view, std::size_t> index_;
};

} // namespace balcao::nfce
