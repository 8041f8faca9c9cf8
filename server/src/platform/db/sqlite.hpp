#pragma once
// What only SQLite has: its files and its backup interface.

#include <memory>
#include <string>

#include "platform/db/row_counts.hpp"

struct sqlite3;

namespace balcao::db {

struct CloseSqlite {
    void operator()(sqlite3* db) const;
};
using SqliteFile = std::unique_ptr<sqlite3, CloseSqlite>;

/// Opens a file, or makes it (readable by its owner only). Throws Away with a sentence for the operator.
SqliteFile open_sqlite_file(std::string const& path, bool create);

/// Copies one moment of a file, which may be in use, into `to`, which is empty or missing; the copy is on the disk when
/// this returns. Gives the tables' row counts at that moment. Throws Error.
RowCounts copy_snapshot(std::string const& from, std::string const& to);

/// Copies one moment of a file in the place of `to`, whole or not at all. Throws Error.
void copy_sqlite(std::string const& from, std::string const& to);

} // namespace balcao::db
