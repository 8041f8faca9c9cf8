#pragma once
// The SQL of `produtos`.

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "auth/gate.hpp"
#include "db/database.hpp"
#include "http/list_query.hpp"
#include "products/product.hpp"

namespace balcao::products {

/// CRT of the company, which decides between CST and CSOSN; nothing when the company does not exist.
std::optional<std::int64_t> crt_of(db::Connection& connection, auth::CompanyScope const& scope);

/// Also from the bin.
std::optional<StoredProduct> find(db::Connection& connection, auth::CompanyScope const& scope, ProductId id);
/// Those of them that the company has, also from the bin, in no particular order.
std::vector<StoredProduct> find_many(db::Connection& connection, auth::CompanyScope const& scope,
                                     std::span<Uuid const> ids);
/// Those outside the bin that have one of these codes, in no particular order.
std::vector<StoredProduct> find_by_codes(db::Connection& connection, auth::CompanyScope const& scope,
                                         std::span<std::string const> codes);

/// `all`: active and inactive, without the bin.
enum class Situation { all, active, inactive, without_ncm, bin };
struct ProductFilter {
    Situation situation = Situation::all;
    std::string ncm{};  // its beginning; empty: any
    std::string unit{}; // prod_uCOM; empty: any
};
/// Sorts: prod_cProd, prod_xProd, prod_NCM, prod_uCOM, created_at.
http::ListPage list(db::Connection& connection, auth::CompanyScope const& scope, http::ListQuery const& query,
                    ProductFilter const& filter);
/// The exact number of rows `list` finds.
std::int64_t count(db::Connection& connection, auth::CompanyScope const& scope, http::ListQuery const& query,
                   ProductFilter const& filter);
/// Every row `list` finds, in its order, whatever the page.
void each(db::Connection& connection, auth::CompanyScope const& scope, http::ListQuery const& query,
          ProductFilter const& filter, std::function<void(Product const&)> const& row);

/// The same product before and after; views both.
struct ProductChange {
    StoredProduct const& before;
    StoredProduct const& after;
};
/// Both throw db::UniqueViolation `produtos_codigo` when a product outside the bin has the code. They keep the
/// company's totals too.
void insert(db::Transaction& transaction, auth::CompanyScope const& scope, std::span<StoredProduct const> products);
void update(db::Transaction& transaction, auth::CompanyScope const& scope, std::span<ProductChange const> changes);

/// Which of these products are in budgets or orders, also in those of the bin.
std::set<Uuid> used_in_budgets(db::Connection& connection, auth::CompanyScope const& scope, std::span<Uuid const> ids);

/// Removes for good at most `limit` products of all companies that were put into the bin before `before` and that
/// nothing refers to; returns how many.
std::int64_t empty_bin(db::Transaction& transaction, Instant before, std::int64_t limit);

} // namespace balcao::products
