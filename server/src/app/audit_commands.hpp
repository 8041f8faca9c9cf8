#pragma once
// `balcao audit`: what an operator asks of the audit log.

#include <iosfwd>
#include <string>

#include "app/config.hpp"

namespace balcao::app {

/// Tells of every chain whether it is whole; false when one is not. `sheet_file`: of a backup, whose heads must still
/// be there; empty: none.
bool verify_audit_log(Config const& config, std::string const& sheet_file, std::ostream& out);

} // namespace balcao::app
