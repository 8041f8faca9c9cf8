#pragma once
// Numbered migrations, embedded from db/migrations/NNN_name.sql, applied at start inside a lock.

#include <string>
#include <string_view>
#include <vector>

#include "platform/db/database.hpp"

namespace balcao::db {

struct Migration {
    int number;
    std::string_view name;
    /// One file for both engines. Statements end with `;` at the end of a line (so a trigger's body goes on one line).
    /// `{{sequence}}` stands for the column type of an ascending integer primary key, `{{folded}}` for text that sorts
    /// by its bytes on both engines; a line `-- only sqlite` or `-- only postgres` marks the next statement as that
    /// engine's.
    std::string_view sql;
};

/// All migrations, ascending.
std::vector<Migration> const& migrations();

/// Applies missing migrations up to `target` (0: all) and returns their numbers. On a SQLite database that already has
/// some, it first copies the file to `<file>.before-NNN`. Of two processes one applies, the other waits. On PostgreSQL
/// it makes way, for ten minutes at most, to whoever uses the tables that it changes. Foreign keys are checked at the
/// end of each migration. A failing migration throws Error with its name and changes nothing; those
/// before it stay. Throws Error if the database is newer than this program.
std::vector<int> migrate(Database& database, Options const& options, int target = 0);
/// The same with given migrations.
std::vector<int> apply_migrations(std::vector<Migration> const& known, Database& database, Options const& options,
                                  int target = 0);

/// Whether it is a database of Balcão, of any version.
bool was_migrated(Database& database);

/// True when every embedded migration is applied.
bool is_current(Database& database);

} // namespace balcao::db
