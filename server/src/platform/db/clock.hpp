#pragma once
// Decisions of the database for all processes: the time, and who gets a contested row.

#include <string_view>

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::db {

/// The database's clock, one for processes on machines whose clocks differ. Milliseconds; not frozen within a
/// transaction.
Instant database_time(Connection& connection);

/// Suffix of a select of rows to be changed: other transactions wait, or skip them. Empty on SQLite, which has one
/// writer.
std::string_view for_update(Connection const& connection);
std::string_view for_update_skip_locked(Connection const& connection);

} // namespace balcao::db
