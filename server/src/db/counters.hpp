#pragma once
// Exact totals of lists, kept in the transaction that changes the list (table `contagens`).

#include <cstdint>
#include <string_view>

#include "base/ids.hpp"
#include "db/database.hpp"

namespace balcao::db {

/// Adds `delta` to the total of a company's `table` in `status`. Totals of the installation have the nil company.
void adjust(Transaction& transaction, Uuid company_or_nil, std::string_view table, std::string_view status, int delta);

/// 0 when nothing was ever counted.
std::int64_t total(Connection& connection, Uuid company_or_nil, std::string_view table, std::string_view status);

} // namespace balcao::db
