#pragma once
// The month to date, today and the last 14 days, each beside what it is compared with; the open tills.

#include <string>

#include "office/reports/reports.hpp"
#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"

namespace balcao::dashboard {

/// Of what the figures are.
struct Shown {
    std::string ambiente, zone;
    bool of_orders = false;
    Instant now;

    std::string today() const { return local_date(now, zone); }
};

/// The contract's DashboardMonth, DashboardToday, list of SalesDay and list of OpenTill.
std::string month_json(db::Connection& connection, auth::CompanyScope const& scope, Shown const& shown);
std::string today_json(db::Connection& connection, auth::CompanyScope const& scope, Shown const& shown);
std::string last_days_json(db::Connection& connection, auth::CompanyScope const& scope, Shown const& shown);
/// `seen_by`: the own one alone.
std::string tills_json(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                       std::optional<UserId> const& seen_by);

} // namespace balcao::dashboard
