#pragma once
// Receipts after their sale: the jobs that bring them to SEFAZ, and the routes with which people see and change them.
// States: docs/receipts.md.

#include "platform/mail/mail.hpp"
#include "registry/stations/stations.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

/// Adds the handlers of all jobs on receipts. Before the queue starts; `wire` must outlive it. `printers`: allowed
/// addresses. `mail` null: this installation sends no e-mail.
void add_jobs(Wire const& wire, stations::Reach const& printers, mail::Server const* mail);
/// Resumes the work of an earlier process. Best before the queue starts, whose jobs may keep others from writing.
void begin(Wire const& wire);
/// While the machine is offline, tests whether it is online again. Takes up to some seconds; every 15 s.
void look_for_connection(Wire const& wire);

/// Whether sales are issued offline now.
FindOffline offline_by(sefaz_calls::Watch const& watch);

/// /api/companies/{id}/receipts…, /api/companies/{id}/contingency, /api/companies/{id}/stations/{eid}/prints.
void add_receipts_routes(auth::Gate& gate, Wire const& wire, mail::Server const* mail);

} // namespace balcao::receipts
