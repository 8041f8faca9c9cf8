#pragma once

#include "app/config.hpp"

namespace balcao::app {

/// Runs the server until it is told to stop. Throws std::runtime_error with a sentence when it cannot start.
void serve(Config config);

} // namespace balcao::app
