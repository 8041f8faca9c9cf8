#pragma once
// Training in the simulator: answers for guided sales, and clearing practice.

#include "sefaz/simulator_access.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::training {

/// /api/companies/{id}/training/…. `simulator`: null without one.
void add_training_routes(auth::Gate& gate, receipts::Wire const& wire, sefaz::SimulatorAccess const* simulator);

} // namespace balcao::training
