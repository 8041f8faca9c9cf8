#pragma once
// The ledger: every request that reached the simulator, in the order of its judging, and what follows from counting
// them: code 656 by the limits of NT 2018.002.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nfce/services.hpp"
#include "platform/db/database.hpp"
#include "sefaz/simulator/message.hpp"

namespace balcao::sefaz::simulator {

struct LedgerEntry {
    std::int64_t received_us = 0; // microseconds since the epoch, by the simulator's clock
    std::int64_t connection = 0;
    Address service;
    std::string CNPJ;             // whose use is counted: the issuer's, else the certificate's
    std::string certificate_CNPJ; // of the connection; empty without TLS
    std::string_view body;
    Subject const* subject = nullptr; // null when the request was no message
    std::string_view fault;           // what was done to it on purpose; empty for nothing
    int cStat = 0;                    // of the answer as a whole; 0 when nothing was judged
    int cStat_inner = 0;              // of the receipt, event or range inside; 0 when there is none
};
void add_to_ledger(db::Transaction& memory, LedgerEntry const& entry);

/// Whether this request is one too many (656): the company's use of the service is stopped, or stops with this one. In
/// an hour: 10 queries of a key, 40 of a batch, 30 equal refusals of a receipt, 20 of an event, 20 of a range of
/// numbers; then nothing more of that service for an hour. `hour_us`: how long that is.
bool is_overuse(db::Transaction& memory, Address const& service, std::string_view CNPJ, std::string_view subject,
                std::int64_t now_us, std::int64_t hour_us);

/// Lists that the control route shows, as JSON arrays of at most 1000 rows behind the row `after`; nullopt for a name
/// that is none: pedidos, documentos, eventos, inutilizacoes, lotes.
std::optional<std::string> ledger_json(db::Connection& memory, std::string_view list, std::int64_t after);

} // namespace balcao::sefaz::simulator
