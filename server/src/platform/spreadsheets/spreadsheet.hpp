#pragma once
// Spreadsheets to download, as CSV or XLSX.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "platform/base/result.hpp"
#include "platform/http/http.hpp"

namespace balcao::spreadsheets {

/// A decimal of `places` places, scaled.
struct Number {
    std::int64_t raw = 0;
    int places = 0;
};
using Cell = std::variant<std::monostate, std::string, Number>;

struct Heading {
    std::string title;
    double width = 14; // characters
};

enum class Format { csv, xlsx };
/// The query parameter `format`; xlsx when absent.
Result<Format> format_of(http::Request const& request);

/// Writes rows. CSV: UTF-8 with BOM, `;`, CRLF, decimal comma, and an apostrophe before texts that a spreadsheet would
/// run as a formula. XLSX: typed numbers, bold first row that stays in view; rows wait in a temporary file, so memory
/// is that of the finished file.
class Spreadsheet {
public:
    virtual ~Spreadsheet() = default;
    virtual void row(std::span<Cell const> cells) = 0;
    /// The finished file; call once.
    virtual std::string take() = 0;
};
/// `name`: sheet name.
std::unique_ptr<Spreadsheet> new_spreadsheet(Format format, std::string const& name, std::span<Heading const> headings);

/// A download called `stem.csv` or `stem.xlsx`. `stem` is ASCII.
http::Response download(Format format, std::string_view stem, std::string file);

} // namespace balcao::spreadsheets
