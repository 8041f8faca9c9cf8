#pragma once
// All progress of notas outside the clerk's request: jobs that send what waits, and what was judged, written.

#include <string_view>

#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// Writes the transition of `subject`, which is locked, and returns the nota as it is then. `successor`: signed for the
/// next number when the transition makes another nota. Throws NumberLost and SeriesStopped.
Nota apply(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
           Transition const& to, Returned const& returned, Signed const* successor);

/// Handlers of `nfce_resolver` and `nfce_transmitir`. `wire` must outlive the queue.
void add_receipt_jobs(jobs::Queue& queue, Wire const& wire);
/// Handlers of the two types of jobs that bring an event to its end. `wire` must outlive the queue.
void add_event_jobs(jobs::Queue& queue, Wire const& wire);

} // namespace balcao::receipts
