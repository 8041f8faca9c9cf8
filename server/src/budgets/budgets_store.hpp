#pragma once
// The SQL of budgets: `orcamento` with its items, installments, numbers and monthly totals.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "auth/gate.hpp"
#include "budgets/budget.hpp"
#include "budgets/budget_months.hpp"
#include "db/database.hpp"
#include "http/list_query.hpp"

namespace balcao::budgets {

/// What `contagens` keeps of budgets.
inline constexpr std::string_view budgets_table = "orcamento";
inline constexpr std::string_view listed_total = "ativos";
inline constexpr std::string_view bin_total = "lixeira";

/// With items and installments; also from the bin.
std::optional<StoredBudget> find(db::Connection& connection, auth::CompanyScope const& scope, BudgetId id);

struct BudgetFilter {
    bool bin = false; // only what is in it; else only what is not
    std::optional<std::string> tipo{};
    std::optional<bool> faturado{};
    std::optional<std::string> de{}; // data_orcamento
    std::optional<std::string> ate{};
    std::optional<PersonId> cliente_id{};
};
/// Sorts: data_orcamento, numero_pedido, nome_cliente, vendedor, total_fatura.
http::ListPage list(db::Connection& connection, auth::CompanyScope const& scope, http::ListQuery const& query,
                    BudgetFilter const& filter);
/// The exact number and sum of what `list` finds.
CountAndSum count(db::Connection& connection, auth::CompanyScope const& scope, std::string_view search,
                  BudgetFilter const& filter);

/// What of it is counted.
Counted counted(Budget const& budget);

/// The company's next number, taken in this transaction.
std::int64_t take_number(db::Transaction& transaction, auth::CompanyScope const& scope);

/// `client_document`: what the budget is found by beside its own texts.
void insert(db::Transaction& transaction, auth::CompanyScope const& scope, StoredBudget const& stored,
            std::string_view client_document);
/// Items and installments are written anew only when `parts`.
void update(db::Transaction& transaction, auth::CompanyScope const& scope, StoredBudget const& before,
            StoredBudget const& after, std::string_view client_document, bool parts);

/// Some budgets of the company as the bin sees them.
struct BinRow {
    BudgetId id;
    std::int64_t numero_pedido = 0;
    std::optional<Instant> deleted_at;
    Counted counted;
};
/// Those of them that exist, in no particular order.
std::vector<BinRow> find_for_bin(db::Connection& connection, auth::CompanyScope const& scope,
                                 std::span<Uuid const> ids);
/// Puts them into the bin at `now`, or takes them out of it with nullopt. All of them must be on the other side.
void move(db::Transaction& transaction, auth::CompanyScope const& scope, std::span<BinRow const> rows, Instant now,
          bool into_bin);

/// Removes for good at most `limit` of those that were put into a bin before `before`; returns how many.
std::int64_t empty_bin(db::Transaction& transaction, Instant before, std::int64_t limit);

/// A product as an item takes it.
struct ItemProduct {
    std::string prod_cProd;
    std::string prod_xProd;
    std::optional<std::string> prod_uCOM;
    std::optional<Price> prod_vUnCOM;
    bool active = false;
    bool in_bin = false;
};
struct HashOfId {
    std::size_t operator()(Uuid const& id) const {
        return std::hash<std::string_view>{}({reinterpret_cast<char const*>(id.bytes().data()), id.bytes().size()});
    }
};
using ItemProducts = std::unordered_map<Uuid, ItemProduct, HashOfId>;
/// Those of the company, also inactive ones and those in the bin.
ItemProducts find_products(db::Connection& connection, auth::CompanyScope const& scope, std::span<Uuid const> ids);

/// The name of a user who may sell for the company: an active one who is linked to it, or an administrator.
std::optional<std::string> find_seller(db::Connection& connection, auth::CompanyScope const& scope, UserId user);

} // namespace balcao::budgets
