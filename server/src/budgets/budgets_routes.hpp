#pragma once

#include "auth/gate.hpp"
#include "records/records.hpp"

namespace balcao::budgets {

/// /api/companies/{id}/budgets…
void add_budgets_routes(auth::Gate& gate, records::Services services);

} // namespace balcao::budgets
