#pragma once
// Versions of the program that ran on this installation: table `app_versions`.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::versions {

/// The text of CHANGELOG.md below `## version`; nullopt without one.
std::optional<std::string> changes_of(std::string_view changelog, std::string_view version);

/// Stores the running version once, and updates its text. At start.
void note_running_version(db::Transaction& transaction, Instant now, std::string_view version,
                          std::string_view commit_hash, std::optional<std::string> const& description);

/// /api/versions.
void add_versions_routes(auth::Gate& gate);

} // namespace balcao::versions
