#pragma once
// The slips of a sangria or suprimento: two lines on paper.

#include "selling/cash/cash_routes.hpp"

namespace balcao::cash {

/// …/movements/{seq}/slip, and /api/companies/{id}/stations/{eid}/slips, which prints one.
void add_slip_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::cash
