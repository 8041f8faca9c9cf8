#pragma once
// Tills as the contract tells them to whoever asks.

#include <string>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/cash/cash_store.hpp"

namespace balcao::cash {

/// The contract's schema CashSessionSummary, without what the actor may not see.
std::string summary_json(auth::Actor const& actor, auth::CompanyScope const& scope, Session const& session);
/// CashSession.
std::string session_json(db::Connection& connection, auth::Actor const& actor, auth::CompanyScope const& scope,
                         Session const& session);
/// CashMovement.
std::string movement_json(Movement const& movement);
/// The items of getCashReport. `time_zone`: of the company.
std::string report_json(std::vector<Reported> const& sessions, std::string_view time_zone);

} // namespace balcao::cash
