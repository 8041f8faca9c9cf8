#pragma once
// What the program does by itself for receipts, each minute (job `nfce_prazos`).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/db/database.hpp"
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

struct CheckedSeries {
    std::string company; // CNPJ
    numbers::Series of;
    std::int64_t numbers = 0;         // taken so far, or skipped
    std::optional<std::string> fault; // Portuguese sentence
};
/// Every series of every company, from its first number.
std::vector<CheckedSeries> check_all_numbers(db::Connection& connection);

/// State and timeline of the receipt one of whose versions has this key, one happening to a line.
std::optional<std::string> tell_receipt(db::Connection& connection, std::string_view chave);

/// Takes all of the company out that belongs to the simulator: sales, notas with their documents and exchanges, and
/// what waits in the queue for them. Numbers go on (numbers::account_as_earlier). A run that is under way commits
/// nothing more. Documents of other environments cannot go: the database itself refuses that.
void forget_practice(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, UserId user);

} // namespace balcao::receipts
