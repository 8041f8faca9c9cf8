#pragma once
// What the SQL of budgets says beside class Budgets: totals that are kept, and what other records give to a budget.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/budgets/budget.hpp"
#include "selling/budgets/budget_months.hpp"

namespace balcao::budgets {

/// What `contagens` keeps of budgets.
inline constexpr std::string_view budgets_table = "orcamento";
inline constexpr std::string_view listed_total = "ativos";
inline constexpr std::string_view bin_total = "lixeira";

/// What of a budget is counted.
Counted counted(Budget const& budget);

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

/// As People::hold, for products.
void hold_products(db::Transaction& transaction, auth::CompanyScope const& scope, std::span<Uuid const> ids);
struct Seller {
    UserId id;
    std::string nome;
    std::string papel; // an administrator's is gerente
};
/// Active users who are linked to the company, and administrators: those with a name, by it; 200 at most.
std::vector<Seller> find_sellers(db::Connection& connection, auth::CompanyScope const& scope);
/// The name of a user who may sell for the company: an active one who is linked to it, or an administrator.
std::optional<std::string> find_seller(db::Connection& connection, auth::CompanyScope const& scope, UserId user);

} // namespace balcao::budgets
