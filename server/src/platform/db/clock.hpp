#pragma once
// What the database decides for all processes: the time, and who gets a row that several want.

#include <string_view>

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::db {

/// The database's own clock, so that processes on machines whose clocks differ agree. To the millisecond; within a
/// transaction it goes on.
Instant database_time(Connection& connection);

/// End of a select of rows to be changed: others wait for them, or leave them out. Empty on SQLite, whose one
/// writer has nobody beside it.
std::string_view for_update(Connection const& connection);
std::string_view for_update_skip_locked(Connection const& connection);

} // namespace balcao::db
