#pragma once
// GET /api/companies/{id}/products/ncm: the NCM table, searched with what a company's products have already in front.

#include "platform/auth/gate.hpp"

namespace balcao::products {

void add_ncm_search_route(auth::Gate& gate);

} // namespace balcao::products
