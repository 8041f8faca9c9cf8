#pragma once
// The routes of notifications.

#include "auth/gate.hpp"
#include "base/time.hpp"

namespace balcao::notifications {

/// `clock` must outlive the gate's routes.
void add_notifications_routes(auth::Gate& gate, Clock const& clock);

} // namespace balcao::notifications
