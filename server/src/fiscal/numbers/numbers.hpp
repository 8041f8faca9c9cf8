#pragma once
// Numbers of a series of a model (`nfce_numeracao`, `nfce_faixa`): each belongs to its nota or to exactly one range
// without notas. Changes of ranges lock the counter's row, so ranges never overlap.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/auth/gate.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::numbers {

class Marks;

inline constexpr std::int64_t highest_number = 999'999'999; // nNF has nine digits

/// Models of fiscal documents.
inline constexpr std::int64_t modelo_nfce = 65;
inline constexpr std::int64_t modelo_nfe = 55;

/// A counter of a company.
struct Series {
    std::string ambiente; // producao, homologacao, simulador
    std::int64_t modelo = modelo_nfce;
    std::int64_t serie = 0;
    friend bool operator==(Series const&, Series const&) = default;
};

struct Counter {
    std::int64_t proximo = 1;      // highest_number + 1: the series is used up
    std::int64_t ultimo_usado = 0; // highest ever taken; 0 for none
    std::int64_t conferido_ate = 0;
    std::optional<std::string> parada_motivo; // why nobody takes a number until an administrator confirms the next one
};
std::optional<Counter> find_counter(db::Connection& connection, auth::CompanyScope const& scope, Series const& series);

enum class Take : std::uint8_t {
    taken,
    lost,    // another sale took it meanwhile: read the counter and sign again
    stopped, // see Counter::parada_motivo; also when the series has no counter or is used up
    behind   // its mark is not below: the database is an older one. Stop it (fiscal/numbers/stopped_series.hpp).
};
/// Takes `numero`, for which a document is already signed, if it is still the next. Make it the first write of the
/// transaction, so that on PostgreSQL a conflict shows at once. After the commit the number is the series' mark.
Take take_number(db::Transaction& transaction, auth::CompanyScope const& scope, Marks& marks, Series const& series,
                 std::int64_t numero, Instant now);

/// Stops the series: no number is taken. `motivo`: a Portuguese sentence; the first one stays.
void stop_series(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series,
                 std::string_view motivo, Instant now);

/// Resumes it: an administrator confirmed its next number.
void resume_series(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series);

/// Sets the next number or starts a series. Skipped numbers become a range, `anterior` while the series is unused, else
/// `saltada`. Lowering takes it back, except used numbers and those with a voiding request: `invalid` at
/// `numero_inicial` with the lowest possible number. A stopped series stays stopped.
Result<void> set_next_number(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series,
                             std::int64_t proximo, std::optional<UserId> const& user, Instant now);

/// T14: marks skipped numbers from `ini` to `fim` as voided by that request, splitting a range if only a part was
/// requested. Numbers of notas are untouched.
void void_skipped(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series, std::int64_t ini,
                  std::int64_t fim, Uuid const& inutilizacao_id);

/// Clears practice: in every series of `ambiente` the numbers below the next one become one `anterior` range, and
/// counting continues. Call it before deleting the notas, in the same transaction: from then on no number is taken
/// until it ends.
void account_as_earlier(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                        std::optional<UserId> const& user, Instant now);

/// The first number not accounted for exactly once.
struct LedgerFault {
    enum class Kind : std::uint8_t {
        unaccounted, // neither a nota nor a range has these numbers
        doubled,     // two have them
        ahead        // they are taken although the counter has not come there
    };
    Kind kind{};
    std::int64_t ini = 0;
    std::int64_t fim = 0;
};
/// Verifies every number after `after`, up to the counter and beyond.
std::optional<LedgerFault> ledger_fault(db::Connection& connection, auth::CompanyScope const& scope,
                                        Series const& series, std::int64_t after);
/// The same for unverified numbers; without a fault, stores how far it got.
std::optional<LedgerFault> check_ledger(db::Transaction& transaction, auth::CompanyScope const& scope,
                                        Series const& series);

} // namespace balcao::numbers
