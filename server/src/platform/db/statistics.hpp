#pragma once

#include "platform/db/database.hpp"

namespace balcao::db {

/// Lets the engine look at how its tables have grown where its plans depend on it, a few rows of each index. From time
/// to time, in the background; PostgreSQL does it by itself.
void refresh_statistics(Database& database);

} // namespace balcao::db
