#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "http/http.hpp"
#include "http/list_query.hpp"
#include "people/people_store.hpp"
#include "records/records.hpp"

namespace balcao::people {

/// /api/people…, for administrators and whoever has a company.
void add_people_routes(auth::Gate& gate, records::Services services);

/// What a list of people is asked with. `more`: other parameters the route takes.
Result<std::pair<http::ListQuery, PersonFilter>> read_people_query(http::Request const& request,
                                                                   std::span<std::string_view const> more = {});

} // namespace balcao::people
