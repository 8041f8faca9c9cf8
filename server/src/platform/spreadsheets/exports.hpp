#pragma once
// Exports: exactly what a list finds, in its order, with all fields.

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

/// Limit of rows: the file is built in memory.
inline constexpr std::int64_t most_exported = 100'000;
/// Fails with a sentence above it.
Result<void> check_export_size(std::int64_t rows);

/// Calls its argument with each record, which has the fields `fields`.
using EachRecord = std::function<void(std::function<void(void const* record)> const&)>;
std::string export_file(Format format, std::string const& sheet, std::span<Column const> columns, Fields fields,
                        EachRecord const& each);

/// `produtos-2026-11-21`, by the day in Brasília.
std::string file_stem(std::string_view what, Instant now);

} // namespace balcao::spreadsheets
