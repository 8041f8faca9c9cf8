#pragma once
// The dashboard of a company: figures of the month, twelve months, latest budgets, missing settings. It counts nothing:
// its cost does not depend on the amount of data.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "selling/budgets/budgets.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::dashboard {

using Percent = Decimal<1>;

struct Figures {
    Money faturamento;
    Money faturamento_anterior;
    std::optional<Percent> crescimento; // none when the month before had nothing
    std::int64_t pedidos = 0;
    std::optional<Money> ticket_medio; // none without orders
    std::vector<budgets::OrderMonth> meses;
};
/// `months`: those with orders, ascending; returns the twelve that end with `mes` (YYYY-MM).
Figures figures_of(std::vector<budgets::OrderMonth> const& months, std::string const& mes);

/// The first of the twelve months that end with `mes`.
std::string first_month(std::string const& mes);

/// The contract's Dashboard, to an operador without figures and what is set up.
Result<std::string> dashboard_json(db::Connection& connection, auth::CompanyScope const& scope, UserId person,
                                   bool backup_failed, Instant now);

/// Whether the last backup failed or is late. Thread-safe.
using BackupFailed = std::function<bool(Instant now)>;
/// /api/companies/{id}/dashboard. `clock` must outlive the gate's routes.
void add_dashboard_routes(auth::Gate& gate, Clock const& clock, BackupFailed backup_failed);

} // namespace balcao::dashboard
