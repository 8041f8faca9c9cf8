#pragma once
// Implementations of platform/db/backup.hpp per engine.

#include <string>

#include "platform/db/database.hpp"

namespace balcao::db {

void backup_sqlite(std::string const& path, std::string const& file);
void restore_sqlite(std::string const& path, std::string const& file);
void backup_postgres(Options const& options, std::string const& file);
void restore_postgres(Options const& options, std::string const& file);

} // namespace balcao::db
