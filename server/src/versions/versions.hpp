#pragma once
// Which versions of the program ran on this installation: table `app_versions`.

#include <string_view>

#include "auth/gate.hpp"
#include "base/time.hpp"
#include "db/database.hpp"

namespace balcao::versions {

/// Notes the running version unless it is known. At start.
void note_running_version(db::Transaction& transaction, Instant now, std::string_view version, std::string_view commit_hash);

/// /api/versions.
void add_versions_routes(auth::Gate& gate);

} // namespace balcao::versions
