#pragma once
// `balcao update verify` and `balcao update undo`: what the installed package runs while it takes a new version over.

#include <filesystem>
#include <iosfwd>

#include "app/config.hpp"

namespace balcao::app {

/// Whether there is a database that something was stored in. Throws with a sentence when it cannot be read.
bool has_data(Config const& config);

/// Migrates the database and proves that this version can work on it: its tables are this version's, a write is taken,
/// and each number of every series is accounted for. `faults_known`: numbers were missing before the update, too, so
/// they are said and refuse nothing. Serves nobody. Throws with a sentence, and false with sentences on `out`, when it
/// cannot; the migrations may then have happened.
bool verify_update(Config const& config, bool faults_known, std::ostream& out);

/// backups::undo_update.
void undo_update(Config const& config, std::filesystem::path const& backup);

} // namespace balcao::app
