#pragma once
// Reads tables embedded in the binary: UTF-8, comma, RFC 4180 quotes, first line = column names. The imports read
// foreign files.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace balcao {

/// Iterates over records; fields are views of the file. Throws std::logic_error on a malformed file.
class CsvReader {
public:
    explicit CsvReader(std::string_view file);

    std::vector<std::string_view> const& header() const { return header_; }
    /// Position of a column. Throws std::logic_error if there is none.
    std::size_t column(std::string_view name) const;

    /// Moves to the next record; false at the end.
    bool next();
    std::vector<std::string_view> const& record() const { return record_; }
    /// A field as in the file: doubled quotes stay doubled.
    std::string_view operator[](std::size_t column) const { return record_[column]; }

private:
    void read(std::vector<std::string_view>& fields);

    std::string_view file_;
    std::size_t at_ = 0;
    std::vector<std::string_view> header_;
    std::vector<std::string_view> record_;
};

/// Undoubles the quotes of a field.
std::string csv_text(std::string_view field);

} // namespace balcao
