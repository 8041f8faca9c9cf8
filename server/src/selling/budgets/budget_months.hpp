#pragma once
// Count and sum of budgets per month (table `orcamento_mes`) and who bought in it (`orcamento_mes_cliente`,
// `orcamento_mes_clientes`), kept in the transaction that changes a budget, so that neither the list's totals nor the
// dashboard ever counts a company's budgets.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/db/database.hpp"
#include "selling/figures/figures.hpp"

namespace balcao::budgets {

struct CountAndSum {
    std::int64_t count = 0;
    Money sum; // of total_fatura

    friend bool operator==(CountAndSum const&, CountAndSum const&) = default;
};

/// What of a budget is counted.
struct Counted {
    std::string data_orcamento;
    std::optional<std::string> data_venda;
    std::string tipo;
    bool faturado = false;
    Money total_fatura;
    std::string cliente; // client_key
    std::optional<UserId> funcionario{};
};

/// Who bought: the client's id, else the name as it is searched by, else nothing: those who are unknown count as one.
std::string client_key(std::optional<PersonId> const& client, std::string_view folded_name);

/// Changes that belong together: gathered, then written at once.
class MonthChanges {
public:
    /// `times`: 1 for a budget that comes, -1 for one that goes.
    void add(Counted const& budget, int times);
    void write(db::Transaction& transaction, auth::CompanyScope const& scope) const;

private:
    using Key = std::tuple<std::string_view, std::string, std::string, std::int64_t>; // criterio, mes, tipo, faturado
    std::map<Key, CountAndSum> changes_;
    std::map<std::pair<std::string, std::string>, std::int64_t> clients_; // mes, cliente: orders
    figures::Changes figures_;
};

/// What a budget adds to the sums of reports.
void add_figures(Counted const& budget, int times, figures::Changes& changes);
/// What they add to the days of a month, the bin left out. `month`: its first day.
void add_figures_of_month(db::Connection& connection, auth::CompanyScope const& scope, std::string_view month,
                          figures::Changes& changes);
/// The first day that a budget or order is counted to.
std::optional<std::string> first_day(db::Connection& connection, auth::CompanyScope const& scope);

/// By month of sale, of orders alone.
struct OrderMonth {
    std::string mes;
    CountAndSum orders;
};
/// Those of the months from `first` to `last` that have any, ascending.
std::vector<OrderMonth> order_months(db::Connection& connection, auth::CompanyScope const& scope,
                                     std::string_view first, std::string_view last);
/// How many different clients bought in the month.
std::int64_t clients_of_month(db::Connection& connection, auth::CompanyScope const& scope, std::string_view mes);

/// Dates from `from` to `to`, both included: whole months, and at most half a month of days at each end to add to them
/// or to take from them, whichever are fewer.
struct Period {
    struct Days {
        std::string from;
        std::string to;
        friend bool operator==(Days const&, Days const&) = default;
    };
    std::optional<Days> months{}; // YYYY-MM
    std::vector<Days> added{};    // YYYY-MM-DD, each within one month
    std::vector<Days> taken{};
};
/// An open end reaches as far as dates do. `from` after `to`: nothing.
Period split_period(std::optional<std::string> const& from, std::optional<std::string> const& to);

/// Whose months: of data_orcamento, or of the day of the sale (data_venda, else data_orcamento).
enum class MonthsBy { budget, sale };
/// The bin left out.
CountAndSum count_months(db::Connection& connection, auth::CompanyScope const& scope, MonthsBy by,
                         Period::Days const& months, std::optional<std::string> const& tipo,
                         std::optional<bool> faturado);

} // namespace balcao::budgets
