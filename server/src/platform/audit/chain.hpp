#pragma once
// Hash chains of the audit log (design section 6): one per company and one for the installation. Each link
// (`action_log_elos`) covers one row with its details and the previous link, so that a changed, removed or inserted row
// or link is detected. `action_log_pendentes` has rows without link yet, `action_log_cadeias` the end of each chain.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::audit {

using Hash = std::array<unsigned char, 32>;

/// A row as it is hashed.
struct SealedRow {
    Uuid id;
    std::optional<Uuid> user{};
    std::string action;
    std::string description;
    std::optional<Uuid> company{};
    std::optional<Uuid> target_user{};
    Instant created_at;
    std::string resultado;
    std::optional<std::string> details{};

    /// The company, or zeros for the installation.
    Uuid chain() const { return company.value_or(Uuid{}); }
};
/// Columns of `action_logs l` and `action_log_details d` for read_sealed_row.
inline constexpr std::string_view sealed_columns = "l.id, l.user_id, l.action_type, l.description, l.company_id, "
                                                   "l.target_user_id, l.created_at, l.resultado, d.details";
SealedRow read_sealed_row(db::Row const& row, int column);

/// SHA-256 of the whole row: each value with its length, so that no byte can move between values.
Hash digest(SealedRow const& row);
/// SHA-256(before ‖ digest). The first link follows zeros.
Hash link(Hash const& before, Hash const& digest);

/// Chains at most `limit` pending rows with id beyond `after`, in one short transaction. Returns the last id examined,
/// or nothing without pending rows. Any number of processes may run it at once.
std::optional<Uuid> seal_some(db::Database& database, Uuid const& after, std::int64_t limit);

/// Periodic: chains pending rows, at most some ten thousand.
void seal(db::Database& database);

} // namespace balcao::audit
