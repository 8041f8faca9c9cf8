#pragma once
// All progress of a nota outside the clerk's request: live, after a lost answer, settling one that was replaced.

#include <functional>
#include <optional>

#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// What becomes of the job, asked in the transaction that ends the step. `next`: when the nota's next step is due;
/// nullopt: nothing is left to do by itself.
using Onward = std::function<jobs::Next(db::Transaction&, std::optional<Instant> next)>;

/// Reads the nota, does one thing about it and settles the job. What it does is chosen by plan() and judged by judge():
/// the exchange is announced before its socket opens, and judged on the nota as it is when the answer is written.
void advance(jobs::JobContext& job, Wire const& wire, NotaId id, Onward const& onward);

} // namespace balcao::receipts
