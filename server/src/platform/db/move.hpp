#pragma once
// `balcao move`: everything of a SQLite file into an empty PostgreSQL database.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "platform/db/database.hpp"

namespace balcao::db {

struct Moved {
    std::int64_t tables = 0, rows = 0;
};

/// Copies every table of `from` (SQLite) into `to` (PostgreSQL), in one transaction, and compares count and checksum of
/// each table before it commits. `from` is only read and must be of this version; `to` must have no tables, or only
/// those of a move that was interrupted. `progress`: after each table, its name and rows. Throws Error with a sentence;
/// then `to` holds nothing of the shop. The caller keeps servers off both.
Moved move(Options const& from, Options const& to, std::function<void(std::string_view, std::int64_t)> const& progress);

/// Marks a SQLite file as moved (`<file>.moved`), so that no server works on it any more; ServerLock refuses it.
void mark_moved(std::string const& sqlite_file, std::string_view where_to);

} // namespace balcao::db
