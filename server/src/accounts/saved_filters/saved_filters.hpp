#pragma once
// Saved filters of lists: search, order, tab and filters under a name (table `filtro_salvo`). Personal; not bound to a
// company.

#include <cstdint>

namespace balcao {
class Clock;
}
namespace balcao::auth {
class Gate;
}

namespace balcao::saved_filters {

/// The filters of one list and person.
inline constexpr std::int64_t most_filters = 30;

/// /api/saved-filters…: everybody, their own. The list interprets the content: it skips and reports columns that are
/// gone.
void add_saved_filters_routes(auth::Gate& gate, Clock const& clock);

} // namespace balcao::saved_filters
