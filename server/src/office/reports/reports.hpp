#pragma once
// Reports of sales, taxes and clients from the kept sums, and their files (docs/figures.md).

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "office/reports/sums.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"

namespace balcao::auth {
class Gate;
}
namespace balcao::jobs {
class Queue;
}

namespace balcao::reports {

/// What a report is asked for.
struct Question {
    Period period;
    std::optional<Period> compared{};
    std::string ambiente;
    std::string zone;
    std::string today;
    bool of_orders = false; // the company issues nothing there
    std::optional<UserId> operador{};
    std::optional<std::int64_t> serie{};
    // Of these three at most one.
    std::optional<std::string> cliente{}, produto{}, tPag{};
};
/// A parameter by its name, as it was typed.
using Parameters = std::function<std::optional<std::string>(std::string_view name)>;
Result<Question> read_question(db::Connection& connection, auth::CompanyScope const& scope,
                               Parameters const& parameters, Instant now);
/// The rule for the environment: named, else producao if the company has receipts there, else that of its settings.
Result<std::string> environment_of(db::Connection& connection, auth::CompanyScope const& scope,
                                   std::optional<std::string> const& named);
/// Whether the company has had a receipt authorised there.
bool issues(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente);

/// Whether a period is too long to be shown day by day.
bool is_by_month(Period const& period);
/// The sums of a period by day, compared with another; with months of a long one. Shared with the dashboard.
std::string days_json(std::vector<Cell> const& now, std::vector<Cell> const& before, Period const& period,
                      std::optional<Period> const& compared, bool of_orders);
/// faturado of a cell; with `of_orders` its orders.
std::int64_t value_in(Cell const& cell, bool of_orders);
std::int64_t count_in(Cell const& cell, bool of_orders);
/// `{"lista":…,"filtros":{…}}`
std::string link_json(std::string_view list, std::vector<std::pair<std::string_view, std::string>> const& filters);

/// The contract's schemas SalesReport, FiscalReport, ClosingSheet and ClientsReport.
std::string sales_json(db::Connection& connection, auth::CompanyScope const& scope, Question const& question);
std::string fiscal_json(db::Connection& connection, auth::CompanyScope const& scope, Question const& question);
Result<std::string> closing_json(db::Connection& connection, auth::CompanyScope const& scope,
                                 Parameters const& parameters, Instant now);
std::string clients_json(db::Connection& connection, auth::CompanyScope const& scope, Question const& question);

/// How many clients bought in a period, and how many of them for the first time.
struct ClientCount {
    std::int64_t all = 0, novos = 0;
};
ClientCount count_clients(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                          bool of_orders, Period const& period);

struct Services {
    db::Database& database;
    jobs::Queue& queue;
    records::Services records;
};
/// /api/companies/{id}/reports…; `services` must outlive the gate's routes.
void add_reports_routes(auth::Gate& gate, Services const& services);
/// Files of reports, and the comparison of sums with documents. Before the queue starts.
void add_reports_jobs(jobs::Queue& queue, Services const& services);

/// Makes the job that compares sums with documents, or lets it run now. At the start.
void ensure_comparison(db::Transaction& transaction, jobs::Queue& queue);

} // namespace balcao::reports
