#pragma once

#include <string>
#include <vector>

#include "platform/auth/gate.hpp"
#include "platform/base/result.hpp"
#include "platform/http/http.hpp"
#include "platform/reference/tables.hpp"

namespace balcao::reference {

/// Query parameters search, ncm, cst and limit; views live as long as the request. `invalid` at each wrong or unknown
/// one.
Result<Search> read_search(http::Request const& request);
/// The contract's schema ReferenceList.
std::string to_json(Table table, std::vector<Entry const*> const& found);

/// /api/states, /api/states/{uf}/municipalities and /api/reference/{table}.
void add_reference_routes(auth::Gate& gate);

} // namespace balcao::reference
