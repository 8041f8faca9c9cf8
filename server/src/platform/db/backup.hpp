#pragma once
// `balcao backup` and `balcao restore`.

#include <string>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Writes a consistent copy to `file` while the database is in use, then opens and verifies it (integrity, migrations,
/// row counts of the snapshot). SQLite: a database file; PostgreSQL: pg_dump's custom format (needs pg_dump on PATH).
/// Never contains the secret key, never overwrites: throws Error with a sentence if `file` exists or anything fails,
/// and leaves no partial file.
void backup(Options const& options, std::string const& file);

/// Replaces the database by a backup. The server must be stopped. The old data stay (SQLite:
/// `<file>.before-restore-<UTC time>`; PostgreSQL: refused unless the database has no tables). Verifies the backup
/// first; throws Error with a sentence and changes nothing if it is no valid Balcão database.
void restore(Options const& options, std::string const& file);

} // namespace balcao::db
