#pragma once

#include "auth/gate.hpp"
#include "imports/imports.hpp"

namespace balcao::imports {

/// /api/companies/{id}/imports… and /api/people/imports…, and the exports of both. Before the server starts.
void add_imports_routes(auth::Gate& gate, ImportServices services);

} // namespace balcao::imports
