#pragma once
// What SQLite knows of its tables to choose an index by. PostgreSQL looks by itself.

#include "platform/db/database.hpp"

namespace balcao::db {

/// Gives each table that SQLite has not looked at the statistics of a young one: a thousand rows of four companies.
/// Otherwise an index that finds all of a company's rows looks as good to it as one that finds a receipt's. In the
/// transaction that found no migration to apply.
void assume_statistics(Connection& connection);

/// Looks at a few rows of each index of the tables that have grown: periodic, in the background. Of one whose
/// statistics are assumed, past a thousand rows.
void refresh_statistics(Database& database);

} // namespace balcao::db
