#pragma once
// Row counts, equal in a backup and its original.

#include <cstdint>
#include <map>
#include <string>

namespace balcao::db {

/// Number of rows by table.
using RowCounts = std::map<std::string, std::int64_t>;

} // namespace balcao::db
