#pragma once
// Routes by which people act on notas, and contingency by hand.

#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

void add_action_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
