#pragma once
// What a backup and its original must have in common.

#include <cstdint>
#include <map>
#include <string>

namespace balcao::db {

/// Number of rows by table.
using RowCounts = std::map<std::string, std::int64_t>;

} // namespace balcao::db
