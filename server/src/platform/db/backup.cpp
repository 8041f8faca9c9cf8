#include "platform/db/backup.hpp"

#include "platform/db/engine.hpp"
#include "platform/db/engine_backup.hpp"

namespace balcao::db {

void backup(Options const& options, std::string const& file) {
    if (dialect_of(options.url) == Dialect::sqlite) backup_sqlite(sqlite_path(options.url), file);
    else backup_postgres(options, file);
}

void restore(Options const& options, std::string const& file) {
    if (dialect_of(options.url) == Dialect::sqlite) restore_sqlite(sqlite_path(options.url), file);
    else restore_postgres(options, file);
}

} // namespace balcao::db
