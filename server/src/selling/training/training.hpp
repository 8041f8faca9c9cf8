#pragma once
// Practising in the simulator: what the guided sales ask of it, and throwing practice away.

#include "sefaz/simulator_access.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::training {

/// /api/companies/{id}/training/…. `simulator`: null when this installation runs none.
void add_training_routes(auth::Gate& gate, receipts::Wire const& wire, sefaz::SimulatorAccess const* simulator);

} // namespace balcao::training
