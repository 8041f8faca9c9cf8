#pragma once

#include "auth/gate.hpp"
#include "http/http.hpp"
#include "records/records.hpp"

namespace balcao::companies {

/// /api/companies…, and the logos by their public path, which are open to anyone.
void add_companies_routes(auth::Gate& gate, http::Router& router, db::Database& database, records::Services services);

} // namespace balcao::companies
