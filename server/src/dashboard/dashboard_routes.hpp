#pragma once
// The route of the dashboard.

#include "auth/gate.hpp"
#include "base/time.hpp"

namespace balcao::dashboard {

/// `clock` must outlive the gate's routes.
void add_dashboard_routes(auth::Gate& gate, Clock const& clock);

} // namespace balcao::dashboard
