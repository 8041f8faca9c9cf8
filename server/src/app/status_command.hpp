#pragma once
// `balcao status`.

#include <iosfwd>

#include "app/config.hpp"

namespace balcao::app {

/// Writes what an owner wants to know about this installation, a line for each thing; only reads. False when the server
/// does not run, is not ready, or the database cannot be read.
bool write_status(Config const& config, std::ostream& out);

} // namespace balcao::app
