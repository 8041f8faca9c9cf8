#pragma once
// The stations of a company and their printers.

#include <optional>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "registry/stations/station.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::stations {

std::optional<Station> find(db::Connection& connection, auth::CompanyScope const& scope, StationId id);

/// Invalid when there are too many, or one of that name, and where a printer's address is an administrator's to say.
Result<Station> create(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                       Station station);

struct Services {
    db::Database& database;
    records::Services records;
    Reach reach;
};
/// /api/companies/{id}/stations…; `services` is copied. Reading is every member's, the rest a gerente's, the address of
/// a printer an administrator's: the server itself connects to it.
void add_stations_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::stations
