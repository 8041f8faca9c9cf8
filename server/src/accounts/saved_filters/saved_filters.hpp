#pragma once
// What somebody keeps of a list under a name of their own: its search, order, tab and filters (table `filtro_salvo`).
// Nobody else sees it, and it is no company's.

#include <cstdint>

namespace balcao {
class Clock;
}
namespace balcao::auth {
class Gate;
}

namespace balcao::saved_filters {

/// Of one list and person.
inline constexpr std::int64_t most_filters = 30;

/// /api/saved-filters…, for everybody about what is their own. What a filter holds is the list's to understand: a
/// column that is gone is left out there, and said.
void add_saved_filters_routes(auth::Gate& gate, Clock const& clock);

} // namespace balcao::saved_filters
