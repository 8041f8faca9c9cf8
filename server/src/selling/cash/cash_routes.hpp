#pragma once

#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "registry/stations/stations.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::cash {

using stations::Services; // `reach`: of the printers of slips
/// /api/companies/{id}/cash/… and /api/companies/{id}/stations/{eid}/slips; `services` is copied. Who opened a session,
/// or a gerente, moves its cash and closes it. What an operador may not see is in no answer: see the contract's schema
/// CashSession.
void add_cash_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::cash
