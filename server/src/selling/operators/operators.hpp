#pragma once
// Change of person at a counter by PIN: the own PIN at a company, and who sells at a station
// (platform/auth/counter_person.hpp).

#include "platform/auth/pins.hpp"

namespace balcao::auth {
class Gate;
}
namespace balcao::secrets {
class Secrets;
}

namespace balcao::operators {

struct Services {
    db::Database& database;
    secrets::Secrets const& secrets;
    auth::PinGuard& pins;
    Clock const& clock;
};
/// /api/companies/{id}/pin and /api/companies/{id}/stations/{eid}/operators; copies `services`.
void add_operators_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::operators
