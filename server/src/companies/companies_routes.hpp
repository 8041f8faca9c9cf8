#pragma once

#include "auth/gate.hpp"
#include "companies/companies.hpp"
#include "http/http.hpp"

namespace balcao::companies {

/// /api/companies…, and the logos by their public path, which are open to anyone.
void add_companies_routes(auth::Gate& gate, http::Router& router, db::Database& database, CompanyServices services);

} // namespace balcao::companies
