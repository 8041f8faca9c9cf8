#pragma once
// The jobs that take notas further: one for each nota that waits for SEFAZ, one for all offline notas of a company.

#include <string>
#include <string_view>

#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// Sends a company's offline receipts, one in each run; ends when none waits.
inline constexpr std::string_view transmission_job = "nfce_transmitir";
std::string transmission_key(CompanyId company, std::string_view ambiente);
/// Makes the company's job, or wakes it.
void ensure_transmission(db::Transaction& transaction, jobs::Queue& queue, auth::CompanyScope const& scope,
                         std::string_view ambiente);

/// SEFAZ answers this company too slowly: its sales go offline, and its job sends one receipt a minute, or asks for
/// SEFAZ's status, until an answer is fast enough.
void begin_slow(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                std::string_view ambiente);
/// An answer was fast enough. Nothing before it was slow for two minutes.
void end_slow(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
              std::string_view ambiente);

/// Handlers of `nfce_resolver` and `nfce_transmitir`. `wire` must outlive the queue.
void add_receipt_jobs(jobs::Queue& queue, Wire const& wire);

} // namespace balcao::receipts
