#pragma once
// What a PostgreSQL with standbys may lose when a machine dies.

#include <optional>
#include <string>

#include "platform/db/database.hpp"

namespace balcao::app {

/// Why sales that were acknowledged may be lost: a standby could take over that is not waited for, or a commit does not
/// wait for the disk. A Portuguese sentence for the operator that says what to do; nullopt: none would be, or it is
/// SQLite. A PostgreSQL without standbys is none of this: nobody goes on without its disk.
std::optional<std::string> async_risk(db::Connection& connection);

/// Whether any company issues in produção.
bool has_producao(db::Connection& connection);

} // namespace balcao::app
