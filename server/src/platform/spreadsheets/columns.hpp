#pragma once
// The columns of a spreadsheet: what they are called, and what their cells mean.

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

/// A column as exports write it and imports know it.
struct Column {
    std::string_view field;
    std::string_view title;
    std::string_view synonyms{}; // more titles, folded, separated by `|`
    double width = 14;           // characters
    /// Digits of a code that a spreadsheet may have taken for a number and whose leading zeros are then gone.
    std::size_t digits = 0;
    std::size_t lost_zeros = 0; // as many may be put back
    /// Words for the numbers of a code, the first of each number is the one exports write: `Física=1|pf=1|Jurídica=2`.
    std::string_view words{};
};

/// One column of a file.
struct FileColumn {
    std::string title;
    Column const* known = nullptr; // null: ignored
};
/// Recognises a heading, in any order: accents, capitals and punctuation do not count. Fails when `key` is missing
/// or two columns mean the same.
Result<std::vector<FileColumn>> recognize(std::span<std::string_view const> heading, std::span<Column const> columns,
                                          std::string_view key);

/// What a cell says to a field, as the API's JSON would; not for empty cells. Numbers as typed in Brazil or by
/// machines, flags as S/N, Sim/Não, 1/0 …; else the sentence that says what is wrong.
std::expected<boost::json::value, std::string> cell_value(Column const& column, Field const& field,
                                                          std::string_view cell);

/// `1.234,50`, `1234.5`, `R$ 1.234,50` → `1234.5`, as plain as Decimal::parse takes it; nullopt when it is no number.
/// As the forms do it (web/src/ui/format/decimal.ts).
std::optional<std::string> plain_number(std::string_view typed);

/// The same value as a person reads it: comma decimals without thousands, Sim and Não. Texts stay.
std::string shown_value(Column const& column, Field const& field, Scalar const& value);
bool is_flag(Field const& field);

} // namespace balcao::spreadsheets
