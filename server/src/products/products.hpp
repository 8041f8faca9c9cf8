#pragma once
// What can be done with the products of a company, each with its audit row and event in the caller's transaction.

#include <cstdint>
#include <string_view>
#include <vector>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "products/product.hpp"
#include "records/records.hpp"

namespace balcao::products {

/// Conflict at `prod_cProd`, with the other product's id, when a product outside the bin has the code.
Result<StoredProduct> create(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             Product typed);

/// `if_match`: the header. Fails when stale, on a taken code and for a product in the bin.
Result<StoredProduct> update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             ProductId id, std::string_view if_match, Product typed);

/// Into the bin, or, when budgets or orders use it, deactivated: then the answer holds the product. Fails when stale.
Result<std::optional<StoredProduct>> remove(auth::WriteCall& call, auth::CompanyScope const& scope,
                                            records::Services const& services, ProductId id, std::string_view if_match);

/// Out of the bin; nothing happens to a product that is not in it. Conflict when the code was given again meanwhile.
Result<StoredProduct> restore(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                              ProductId id);

/// All or none, one audit row. Fails when the company has not all of them.
Result<records::BulkOutcome> change_many(auth::WriteCall& call, auth::CompanyScope const& scope,
                                         records::Services const& services, records::Bulk const& bulk);

/// Removes for good what was too long in the bin and is used nowhere; for a periodic task.
void empty_bin(db::Database& database, Instant now);

} // namespace balcao::products
