#pragma once
// The hash chains of the audit log (design section 6): one for each company, one for what belongs to the installation.
// Each link (`action_log_elos`) covers one row with its details and the link before it, so a row or link that is
// changed, removed or put in between shows. `action_log_pendentes` holds what waits for its link; `action_log_cadeias`
// where each chain ends.

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

/// A row as it is sealed.
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

    /// The company, or zeros.
    Uuid chain() const { return company.value_or(Uuid{}); }
};
/// The columns of `action_logs l` and `action_log_details d`, as read_sealed_row takes them.
inline constexpr std::string_view sealed_columns = "l.id, l.user_id, l.action_type, l.description, l.company_id, "
                                                   "l.target_user_id, l.created_at, l.resultado, d.details";
SealedRow read_sealed_row(db::Row const& row, int column);

/// sha256 of all of the row: each value with its length, so that nothing can move from one to the next.
Hash digest(SealedRow const& row);
/// sha256(before ‖ digest). Before the first link of a chain are zeros.
Hash link(Hash const& before, Hash const& digest);

/// Seals at most `limit` of the rows that wait and whose id is beyond `after`, in one short transaction; returns the
/// last id it looked at, nothing when none waits. Any number of processes may do so at once.
std::optional<Uuid> seal_some(db::Database& database, Uuid const& after, std::int64_t limit);

/// For a periodic task: seals what waits, at most some ten thousand rows.
void seal(db::Database& database);

} // namespace balcao::audit
