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

/// Invalid for too many stations, a taken name, or a printer address from somebody who is no administrator.
Result<Station> create(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                       Station station);

struct Services {
    db::Database& database;
    records::Services records;
    Reach reach;
};
/// /api/companies/{id}/stations…; copies `services`. Every member reads, a gerente writes; only an administrator sets a
/// printer's address, since the server connects to it.
void add_stations_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::stations
