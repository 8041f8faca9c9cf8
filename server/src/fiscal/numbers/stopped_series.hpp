#pragma once
// Series whose counters may be behind what SEFAZ has: nobody takes a number until an administrator has confirmed the
// next one.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fiscal/numbers/marks.hpp"
#include "fiscal/numbers/numbers.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::numbers {

/// Why a series is stopped whose next number is not above its mark (Take::behind), a Portuguese sentence.
std::string behind_mark(std::int64_t numero, std::int64_t mark);

/// Why a series is stopped whose next number a nota has already.
inline constexpr std::string_view already_used =
    "A série foi parada: o próximo número já estava usado em outra nota. Um administrador precisa confirmar o próximo "
    "número nas configurações da SEFAZ.";

/// stop_series with its line in the audit log and its event. `user`: whose sale it was, if it was one.
void stop_noted(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                Series const& series, std::string_view motivo, std::optional<UserId> const& user);

/// After a backup was put back: every series but the simulator's, as long as it is not stopped already.
void stop_restored(db::Database& database, Clock const& clock);
/// Before the server takes requests: the series whose counter is not above its mark.
void stop_behind_marks(db::Database& database, Marks& marks, Clock const& clock);

struct StoppedSeries {
    Series series;
    std::int64_t proximo = 0;
    Instant parada_em;
    std::string motivo;
    std::optional<std::int64_t> proposta{}; // mark + 1, when there is a mark
};
std::vector<StoppedSeries> find_stopped(db::Connection& connection, auth::CompanyScope const& scope, Marks& marks);

/// The series goes on from `proximo`; what is skipped becomes a range (set_next_number). `invalid` at `proximo` when it
/// is used already or not above the mark, at `serie` when the series is not stopped.
Result<void> confirm_next(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                          Marks& marks, Series const& series, std::int64_t proximo);

/// GET /api/companies/{id}/numbers/stopped, POST /api/companies/{id}/numbers/confirm.
void add_stopped_series_routes(auth::Gate& gate, records::Services services, Marks& marks);

} // namespace balcao::numbers
