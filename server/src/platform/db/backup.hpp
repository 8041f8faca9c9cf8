#pragma once
// `balcao backup` and `balcao restore`.

#include <string>

#include "platform/db/database.hpp"

namespace balcao::db {

/// Writes a consistent copy of the database to `file` while it is in use, then opens and checks it (integrity, same
/// migrations, same row counts as at the copy's snapshot). SQLite: a database file; PostgreSQL: pg_dump's custom
/// format (needs pg_dump on PATH). Never contains the secret key. Never overwrites: throws Error with a sentence
/// when `file` exists or anything fails, and leaves no half file behind.
void backup(Options const& options, std::string const& file);

/// Puts a backup in the place of the database. The server must be stopped. What was there is kept beside it
/// (SQLite: `<file>.before-restore-<UTC time>`; PostgreSQL: refused unless the database has no tables).
/// Checks the backup first; throws Error with a sentence and changes nothing when it is not a sound Balcão database.
void restore(Options const& options, std::string const& file);

} // namespace balcao::db
