#pragma once

#include "platform/db/database.hpp"

namespace balcao::db {

/// Refreshes the planner's statistics with a few rows of each index. Periodic, in the background; PostgreSQL does it by
/// itself.
void refresh_statistics(Database& database);

} // namespace balcao::db
