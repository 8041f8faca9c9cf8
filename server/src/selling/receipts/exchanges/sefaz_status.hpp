#pragma once
// While SEFAZ is away: who may try, and its status asked for.

#include <chrono>
#include <optional>

#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// How long SEFAZ took to say that it works; nullopt when it did not. Waits for the answer, holding nothing.
std::optional<std::chrono::milliseconds> ask_status(Wire const& wire, auth::CompanyScope const& scope,
                                                    sefaz_calls::Destination const& to);

/// One job for the service of a UF: each minute it lets the offline receipt that waits longest be sent; where none
/// waits it asks for the status, at most every three minutes. Ends when SEFAZ answers again.
void ensure_status_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       sefaz_calls::Place const& place);
void add_status_job(jobs::Queue& queue, Wire const& wire);

} // namespace balcao::receipts
