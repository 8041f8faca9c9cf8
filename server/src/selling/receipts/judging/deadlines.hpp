#pragma once
// Until when something may be done with a nota, and when the clerk's wait is over. Pure; all times are instants, fiscal
// ones by SEFAZ's clock.

#include <chrono>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "selling/receipts/judging/transition.hpp"

namespace balcao::receipts {

/// A moment as SEFAZ writes it; nullopt when it is none.
std::optional<Instant> instant_of(std::string_view dateTime);

/// End of the UF's window for event 110111, counted from SEFAZ's dhRecbto. nullopt when that is not a moment.
std::optional<Instant> cancelavel_ate(std::string_view dhRecbto, std::chrono::microseconds window);
/// Until when an offline receipt must be transmitted: hours of the UF after its dhEmi (24 nationally at the earliest:
/// end of the next business day, Ajuste SINIEF 19/16 cl. 11). Sent later it is still authorised (150).
Instant prazo(Instant dhEmi, std::chrono::hours hours);
/// Until when a number without an authorised receipt must be voided: the end of the tenth of the month after its dhEmi
/// (Ajuste SINIEF 19/16 cl. 16).
Instant voiding_deadline(Instant dhEmi, std::string_view time_zone);
/// dhCont of an offline receipt: when contingency began, not after its dhEmi and at most 29 days before (rule 569).
Instant dhCont(Instant began, Instant dhEmi);

/// Whether the sale of this nota may go offline with another number now, and by which transition: t6, or t6a when the
/// nota provably never reached SEFAZ. The error is the sentence why not.
std::expected<Rule, std::string> offline_transition(Facts const& facts);

/// What "Tentar de novo" does: t7, t7c (into contingency) or t11; none when there is nothing to try again.
Rule retry_transition(Facts const& facts, bool contingency);

} // namespace balcao::receipts
