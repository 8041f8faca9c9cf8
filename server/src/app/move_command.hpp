#pragma once
// `balcao move --to URL`.

#include <iosfwd>
#include <string>

#include "app/config.hpp"

namespace balcao::app {

/// Moves the SQLite database of `config` to an empty PostgreSQL (db::move), proves the audit log and the numbers there,
/// and marks the SQLite file as moved; it is otherwise untouched. False, and no mark, when a proof fails. Throws with a
/// sentence.
bool move_database(Config config, std::string const& url, std::ostream& out);

} // namespace balcao::app
