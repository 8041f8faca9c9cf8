#pragma once

#include <memory>

#include "app/config.hpp"
#include "platform/db/database.hpp"

namespace balcao::app {

/// For commands: prepares the data folder, opens the database and applies the migrations that are missing. Throws
/// std::runtime_error or db::Error with a sentence.
std::unique_ptr<db::Database> open_migrated(Config const& config);

} // namespace balcao::app
