#pragma once
// Prints of notas (nfce_impressao): those that browsers tell of, and those that the server makes on a station's network
// printer.

#include "registry/stations/stations.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

/// What waits for a station's printer, one after the other: job `imprimir`. A print is never tried twice by itself,
/// since it may have come out: who waits for it is told to look.
void add_print_job(jobs::Queue& queue, Wire const& wire, stations::Reach const& printers);

/// receipts/{rid}/prints and stations/{eid}/prints.
void add_print_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
