#pragma once
// `balcao audit`: what an operator asks of the audit log.

#include <iosfwd>

#include "app/config.hpp"

namespace balcao::app {

/// Tells of every chain whether it is whole; false when one is not.
bool verify_audit_log(Config const& config, std::ostream& out);

} // namespace balcao::app
