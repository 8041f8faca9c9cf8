#pragma once
// How often SEFAZ may be called about one nota, and when next. SEFAZ answers 656 and blocks the company to who asks
// more than 10 times for a key in an hour (NT 2018.002). All from the exchanges themselves, so it holds over restarts
// and for several processes. Pure.

#include <chrono>
#include <optional>

#include "selling/receipts/nota/facts.hpp"

namespace balcao::receipts {

/// dhEmi may be five minutes old when SEFAZ reads it (rule 704): older ones are made anew before they are sent.
inline constexpr std::chrono::minutes freshness{4};

/// Earliest moment at which this key may be asked for again: 8 times an hour.
Instant query_allowed(Facts const& facts, std::string_view chave);
/// Earliest moment at which the nota may be sent again: 5 times an hour; what provably never left is not counted.
Instant transmission_allowed(Facts const& facts);

/// When to send (again), given what became of the attempts before: after 1, 3, 8 s and then each minute when nothing
/// left this machine, 2, 5, 15, 30, 60 s (± 20 %) while SEFAZ asks to wait, else at once. Budget included, blocks not.
Instant transmission_due(Facts const& facts);
/// When to ask for a batch that SEFAZ has not judged yet: as long as it asked for, at least 15 s.
Instant result_due(Exchange const& in_progress);
/// When to ask what became of it: 3, 12, 40 s, 2, 6, 15, 30 min after `from`, then hourly. At once (15 s for 635) when
/// SEFAZ itself said that it has it. Budget of `chave` included, blocks not.
Instant query_due(Facts const& facts, Instant from, std::string_view chave);

} // namespace balcao::receipts
