#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "auth/gate.hpp"
#include "http/list_query.hpp"
#include "products/products_store.hpp"
#include "records/records.hpp"

namespace balcao::products {

/// /api/companies/{id}/products…, without imports and export.
void add_products_routes(auth::Gate& gate, records::Services services);

/// What a list request asks for, for whoever answers with the same rows otherwise. `more`: its other parameters.
Result<std::pair<http::ListQuery, ProductFilter>> read_products_query(http::Request const& request,
                                                                      std::span<std::string_view const> more = {});

} // namespace balcao::products
