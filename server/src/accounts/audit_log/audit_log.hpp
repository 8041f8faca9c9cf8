#pragma once
// Routes of the audit log, read-only.

#include "platform/base/time.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::audit_log {

/// `clock` must outlive the gate's routes.
void add_audit_log_routes(auth::Gate& gate, Clock const& clock);

} // namespace balcao::audit_log
