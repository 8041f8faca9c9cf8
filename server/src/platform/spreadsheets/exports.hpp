#pragma once
// Spreadsheets of records: exactly what a list finds, in its order, with all fields.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "platform/base/entity.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/spreadsheets/columns.hpp"
#include "platform/spreadsheets/spreadsheet.hpp"

namespace balcao::spreadsheets {

/// More rows than this are not exported: the file is made in memory, and spreadsheets get slow.
inline constexpr std::int64_t most_exported = 100'000;
/// Fails with a sentence when there are more.
Result<void> check_export_size(std::int64_t rows);

/// What to export: calls its argument with each record, whose fields are `fields`.
using EachRecord = std::function<void(std::function<void(void const* record)> const&)>;
std::string export_file(Format format, std::string const& sheet, std::span<Column const> columns, Fields fields,
                        EachRecord const& each);

/// `produtos-2026-11-21`, by the day in Brasília.
std::string file_stem(std::string_view what, Instant now);

} // namespace balcao::spreadsheets
