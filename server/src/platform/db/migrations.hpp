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

/// All of them, ascending.
std::vector<Migration> const& migrations();

/// Applies what is missing up to `target` (all when 0) and returns the numbers applied. Before the first one on a
/// database that already has some, a SQLite file is copied beside itself as `<file>.before-NNN`. Two processes at once:
/// one applies, the other waits. Foreign keys are checked at the end of each migration, not during it. Throws Error
/// (with the migration's name) when one fails: that one changes nothing, those before it stay. Throws Error when the
/// database is newer than this program.
std::vector<int> migrate(Database& database, Options const& options, int target = 0);
/// The same with other migrations than ours.
std::vector<int> apply_migrations(std::vector<Migration> const& known, Database& database, Options const& options,
                                  int target = 0);

/// True when every embedded migration is applied.
bool is_current(Database& database);

} // namespace balcao::db
