#pragma once
// Which versions of the program ran on this installation: table `app_versions`.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::versions {

/// What CHANGELOG.md says below `## version`, up to the next title; nullopt when it says nothing.
std::optional<std::string> changes_of(std::string_view changelog, std::string_view version);

/// Notes the running version unless it is known, and what the changelog says of it by now. At start.
void note_running_version(db::Transaction& transaction, Instant now, std::string_view version,
                          std::string_view commit_hash, std::optional<std::string> const& description);

/// /api/versions.
void add_versions_routes(auth::Gate& gate);

} // namespace balcao::versions
