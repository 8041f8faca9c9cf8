#pragma once
// The key that secrets are encrypted with, from the command line.

#include <iosfwd>

#include "app/config.hpp"

namespace balcao::app {

/// Each throws std::runtime_error with a sentence when it cannot.
/// Prints the key, checked against the database, and nothing else.
void export_secret_key(Config const& config, std::ostream& out);
/// Encrypts everything with a new key and prints what the operator has to do.
void rotate_secret_key(Config const& config, std::ostream& out);

} // namespace balcao::app
