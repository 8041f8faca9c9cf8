#pragma once

#include "auth/gate.hpp"

namespace balcao::reference {

/// /api/states, /api/states/{uf}/municipalities and /api/reference/{table}.
void add_reference_routes(auth::Gate& gate);

} // namespace balcao::reference
