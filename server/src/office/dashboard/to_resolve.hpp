#pragma once
// 'Para resolver': what a company has to attend to, the most urgent first, each with where it is done.

#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::dashboard {

/// The contract's list of ToResolve. `issues`: the company issues receipts in that environment.
std::string to_resolve_json(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                            std::string_view zone, bool issues, Instant now);

} // namespace balcao::dashboard
