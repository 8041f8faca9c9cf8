#pragma once

#include "auth/gate.hpp"

namespace balcao::reference {

/// /api/states and /api/states/{uf}/municipalities.
void add_reference_routes(auth::Gate& gate);

} // namespace balcao::reference
