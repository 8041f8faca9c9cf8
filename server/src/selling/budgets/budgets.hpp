#pragma once
// The budgets and orders of a company.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/db/record_list.hpp"
#include "platform/records/list_query.hpp"
#include "platform/records/records.hpp"
#include "selling/budgets/budget.hpp"
#include "selling/budgets/budget_months.hpp"

namespace balcao::auth {
class Gate;
}
namespace balcao::numbers {
class Marks;
}

namespace balcao::budgets {

/// A parsed budget with its problems so far; checks against other records add more before all are reported.
struct TypedBudget {
    Budget budget;
    std::vector<FieldProblem> problems{};
};

struct BudgetFilter {
    bool bin = false; // only what is in it; else only what is not
    std::optional<std::string> tipo{};
    std::optional<bool> faturado{};
    std::optional<std::string> de{}; // data_orcamento
    std::optional<std::string> ate{};
    std::optional<std::string> valido_de{}; // valido_ate; with either only what has one
    std::optional<std::string> valido_ate{};
    std::optional<std::string> venda_de{}; // the day that reports count it on: data_venda, else data_orcamento
    std::optional<std::string> venda_ate{};
    std::optional<PersonId> cliente_id{};
    std::optional<UserId> funcionario_id{};
    std::optional<std::int64_t> numero_pedido{};
    bool is_of_another_company = false; // nothing is found
};

/// All budgets and orders of a company, as a records::RecordKind (platform/records/life.hpp).
class Budgets {
public:
    using Record = Budget;
    using Id = BudgetId;
    using Typed = TypedBudget;

    static constexpr records::RecordWords words{
        .topic = "budgets",
        .created_code = "budget_create",
        .updated_code = "budget_update",
        .deleted_code = "budget_delete",
        .created = "Criou",
        .updated = "Salvou",
        .deleted = "Excluiu",
        .restored = "Restaurou",
        .in_bin = "Este registro está na lixeira. Restaure-o para alterar.",
        .one = "orçamento ou pedido",
        .many = "orçamentos e pedidos",
    };
    static constexpr std::string_view unique_index{};

    explicit Budgets(auth::CompanyScope const& scope) : scope_(scope) {}

    auth::CompanyScope const& scope() const { return scope_; }
    std::optional<CompanyId> company() const { return scope_.id(); }
    std::string name_of(Budget const& budget) const; // "o pedido nº 1.047"
    std::string with_article(Budget const& budget) const;
    std::string json_of(Budget const& budget) const { return to_json(budget); }
    std::string changes_of(Budget const& before, Budget const& after) const { return changes_json(before, after); }

    /// A new one takes the next number. Filled in: client's name and delivery address, seller, the products'
    /// descriptions, units and prices, totals, instalments; data_venda of an order is today in the company's time zone
    /// unless given. Products of items and the client may have gone to the bin since. Without new values the seller and
    /// an order's date stay.
    Result<Budget> complete(auth::Write const& write, Instant now, TypedBudget typed, Budget const* before) const;
    Result<void> check_restorable(db::Connection&, Budget const&) const { return {}; }

    /// With items and instalments; also from the bin.
    std::optional<StoredBudget> find(db::Connection& connection, BudgetId id) const;
    /// Existing ones, also from the bin, without items and instalments, in any order.
    std::vector<StoredBudget> find_many(db::Connection& connection, std::span<Uuid const> ids) const;

    /// Sorts: data_orcamento, numero_pedido, nome_cliente, vendedor, total_fatura.
    records::ListPage list(db::Connection& connection, records::ListQuery const& query,
                           BudgetFilter const& filter) const;
    /// The exact number and sum of what `list` finds.
    CountAndSum count(db::Connection& connection, std::string_view search, BudgetFilter const& filter) const;
    db::ListTotal count_to_most(db::Connection& connection, std::string_view search, BudgetFilter const& filter) const;
    /// The latest by data_orcamento outside the bin, as the contract's BudgetSummary; counts nothing.
    std::vector<std::string> latest(db::Connection& connection, std::int64_t limit) const;

    /// The company's next number, taken in this transaction.
    std::int64_t take_number(db::Transaction& transaction) const;
    void insert(db::Transaction& transaction, std::span<StoredBudget const> budgets) const;
    /// Moves to or from the bin write only that; items and instalments are written only if they changed.
    void update(db::Transaction& transaction, std::span<BudgetRevision const> revisions) const;

private:
    void insert_items(db::Transaction& transaction, Budget const& budget) const;
    void insert_installments(db::Transaction& transaction, Budget const& budget) const;
    void rewrite(db::Transaction& transaction, Budget const& before, StoredBudget const& after) const;

    auth::CompanyScope scope_;
};

/// A new Orçamento of today with the same content and the next number.
Result<StoredBudget> duplicate(Budgets const& budgets, auth::Write const& write, records::Services const& services,
                               BudgetId id);

/// Marks every number taken from now on. Once, before serving; `marks` outlives all.
void mark_numbers_in(numbers::Marks& marks);
/// Raises counters that are below their marks. At start.
void go_on_above_marks(db::Database& database, numbers::Marks& marks);
/// After a restore: numbers continue above the company's mark, or 1,000 higher without one.
void go_on_after_restore(db::Database& database, numbers::Marks& marks);

/// Deletes expired ones from the bin, except orders that were sold or delivered. Periodic.
void empty_bin(db::Database& database, Instant now);

/// /api/companies/{id}/budgets…
void add_budgets_routes(auth::Gate& gate, records::Services services);

} // namespace balcao::budgets
