#pragma once
// 'Para resolver': what a company has to attend to, the most urgent first, each with where it is done.

#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::dashboard {

/// `issues`: the company issues receipts in that environment. `backup_failed`: shown to administrators.
struct Situation {
    std::string_view ambiente;
    std::string_view zone;
    bool issues = false;
    bool backup_failed = false;
    Instant now;
};
/// The contract's list of ToResolve.
std::string to_resolve_json(db::Connection& connection, auth::CompanyScope const& scope, Situation const& situation);

} // namespace balcao::dashboard
