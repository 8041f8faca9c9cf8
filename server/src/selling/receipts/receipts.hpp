#pragma once
// The life of notas after their sale: the jobs that bring them to SEFAZ, and what people see and do with them.

#include "registry/stations/stations.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

/// Handlers of all jobs about notas. Before the queue starts; `wire` must outlive it. `printers`: where they may stand.
void add_jobs(Wire const& wire, stations::Reach const& printers);
/// Takes up what an earlier process left. After the queue has started.
void begin(Wire const& wire);
/// While this machine is cut off from the net: whether it gets through again. Takes up to some seconds; every 15 s.
void look_for_connection(Wire const& wire);

/// Whether sales go offline now, for who issues them.
FindOffline offline_by(sefaz_calls::Watch const& watch);

/// /api/companies/{id}/receipts…, /api/companies/{id}/contingency, /api/companies/{id}/stations/{eid}/prints.
void add_receipts_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
