#pragma once
// The documents of notas: DANFE on paper, spreadsheets, and the files of a month.

#include <functional>
#include <optional>
#include <string>

#include "nfce/danfe.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/spreadsheets/spreadsheet.hpp"
#include "registry/stations/stations.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

struct DanfeForm {
    nfce::Paper paper = nfce::Paper::roll80;
    nfce::Copy copy = nfce::Copy::customer;
    bool reprint = false;
    std::optional<int> columns{}; // of ESC/POS; nullopt: PDF
};

/// The signed document, with its protocol once it is authorised. `acao_indisponivel` when SEFAZ authorised what is not
/// here.
Result<std::string> document_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota);
/// The same while it is neither authorised nor offline, too: nothing is printed as a receipt before it is one.
Result<void> check_printable(Nota const& nota);
/// Refused as both above, and when it cannot be drawn.
Result<std::string> draw_danfe(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota,
                               DanfeForm const& form);

/// Calls its argument with each nota.
using EachNota = std::function<void(std::function<void(Nota const&)> const&)>;
/// Times are those of the nota's own place.
std::string receipt_sheet(spreadsheets::Format format, EachNota const& each);

/// What waits for a station's printer, one after the other: job `imprimir`. A print is never tried twice by itself,
/// since it may have come out: who waits for it is told to look.
void add_print_job(jobs::Queue& queue, Wire const& wire, stations::Reach const& printers);

/// receipts/{rid}/prints and stations/{eid}/prints.
void add_print_routes(auth::Gate& gate, Wire const& wire);

/// The job that makes the files of a month, one step each, and runs again a week later to delete them.
void add_month_job(jobs::Queue& queue, Wire const& wire);
/// …/receipts/xml-month…
void add_document_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
