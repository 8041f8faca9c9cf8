#pragma once
// SQLite only: files and the backup interface.

#include <memory>
#include <string>

#include "platform/db/row_counts.hpp"

struct sqlite3;

namespace balcao::db {

struct CloseSqlite {
    void operator()(sqlite3* db) const;
};
using SqliteFile = std::unique_ptr<sqlite3, CloseSqlite>;

/// Opens or creates a file (readable by its owner only). Throws Away with a sentence for the operator.
SqliteFile open_sqlite_file(std::string const& path, bool create);

/// Copies a snapshot of a file, which may be in use, to `to`, which is empty or missing, and syncs it. Returns the row
/// counts of that snapshot. Throws Error.
RowCounts copy_snapshot(std::string const& from, std::string const& to);

/// Replaces `to` by a snapshot of a file, atomically. Throws Error.
void copy_sqlite(std::string const& from, std::string const& to);

} // namespace balcao::db
