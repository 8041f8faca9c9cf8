#pragma once
// The routes of the audit log. None changes it.

#include "auth/gate.hpp"
#include "base/time.hpp"

namespace balcao::audit {

/// `clock` must outlive the gate's routes.
void add_audit_routes(auth::Gate& gate, Clock const& clock);

} // namespace balcao::audit
