#pragma once
// The routes of the audit log. None changes it.

#include "platform/base/time.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::audit_log {

/// `clock` must outlive the gate's routes.
void add_audit_log_routes(auth::Gate& gate, Clock const& clock);

} // namespace balcao::audit_log
