#pragma once

#include <string>
#include <vector>

#include "sefaz/simulator.hpp"

namespace balcao::app {

/// Runs `balcao sefaz-simulator` until it is told to stop. Says where it listens, one line for each port, on standard
/// output. Throws std::runtime_error with a sentence when it cannot start. `behaviours`: Behaviours::set.
void run_simulator(sefaz::SimulatorOptions const& options, std::vector<std::string> const& behaviours);

} // namespace balcao::app
