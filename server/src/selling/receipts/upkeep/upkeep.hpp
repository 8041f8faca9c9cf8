#pragma once
// What the program does by itself for receipts, each minute (job `nfce_prazos`).

#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

inline constexpr std::string_view upkeep_job = "nfce_prazos";

/// The right to work for a company in the program's own name.
class Upkeep {
public:
    static auth::CompanyScope scope_of(CompanyId company);
};

/// Makes the one job, or lets it run now. At the start.
void ensure_upkeep(db::Transaction& transaction, Wire const& wire);

/// A job for every nota and every event that waits for SEFAZ and has none; the last query of each abandoned nota, and
/// from three in the morning on their numbers' voiding; substitutions that wait too long; the sums of past days; the
/// numbers of each series. `wire` must outlive the queue.
void add_upkeep_job(jobs::Queue& queue, Wire const& wire);

} // namespace balcao::receipts
