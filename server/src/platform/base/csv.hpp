#pragma once
// Reads the tables that travel inside the binary: UTF-8, comma, RFC 4180 quotes, first line = column names. Files from
// outside are read by the imports.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace balcao {

/// Record by record; fields view the file. A file that breaks the format throws std::logic_error.
class CsvReader {
public:
    explicit CsvReader(std::string_view file);

    std::vector<std::string_view> const& header() const { return header_; }
    /// Position of a column; std::logic_error when it is missing.
    std::size_t column(std::string_view name) const;

    /// Goes to the next record; false at the end.
    bool next();
    std::vector<std::string_view> const& record() const { return record_; }
    /// A field as it stands in the file: doubled quotes stay doubled.
    std::string_view operator[](std::size_t column) const { return record_[column]; }

private:
    void read(std::vector<std::string_view>& fields);

    std::string_view file_;
    std::size_t at_ = 0;
    std::vector<std::string_view> header_;
    std::vector<std::string_view> record_;
};

/// A field with its doubled quotes made single.
std::string csv_text(std::string_view field);

} // namespace balcao
