#pragma once
// Spreadsheet columns: headings and meaning of cells.

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <boost/json/value.hpp>

#include "platform/base/entity.hpp"
#include "platform/base/result.hpp"

namespace balcao::spreadsheets {

/// A column of exports and imports.
struct Column {
    std::string_view field;
    std::string_view title;
    std::string_view synonyms{}; // more titles, folded, separated by `|`
    double width = 14;           // characters
    /// Digits of a code whose leading zeros a spreadsheet may have dropped.
    std::size_t digits = 0;
    std::size_t lost_zeros = 0; // as many may be put back
    /// Words for code numbers; exports write the first word of each: `Física=1|pf=1|Jurídica=2`.
    std::string_view words{};
};

/// One column of a file.
struct FileColumn {
    std::string title;
    Column const* known = nullptr; // null: ignored
};
/// Matches headings in any order, ignoring accents, case and punctuation. Fails if `key` is missing or two columns
/// match.
Result<std::vector<FileColumn>> recognize(std::span<std::string_view const> heading, std::span<Column const> columns,
                                          std::string_view key);

/// The JSON value of a non-empty cell. Numbers as typed in Brazil or by machines, flags as S/N, Sim/Não, 1/0 …; else
/// the sentence.
std::expected<boost::json::value, std::string> cell_value(Column const& column, Field const& field,
                                                          std::string_view cell);

/// `1.234,50`, `1234.5`, `R$ 1.234,50` → `1234.5`, in the form of Decimal::parse; nullopt if it is no number. Same as
/// web/src/ui/format/decimal.ts.
std::optional<std::string> plain_number(std::string_view typed);

/// The value for people: decimal comma without thousands, Sim and Não. Texts are unchanged.
std::string shown_value(Column const& column, Field const& field, Scalar const& value);
bool is_flag(Field const& field);

} // namespace balcao::spreadsheets
