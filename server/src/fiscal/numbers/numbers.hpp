#pragma once
// The numbers of a series (`nfce_numeracao`, `nfce_faixa`): each is accounted for by its nota or by exactly one range
// of numbers that no nota has. Whoever changes ranges holds the counter's row, so ranges never overlap.

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

/// One count of numbers of a company.
struct Series {
    std::string ambiente; // producao, homologacao, simulador
    std::int64_t serie = 0;
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
/// Takes `numero`, for which a document is signed already, if it is still the next one. To be the first write of its
/// transaction, so that on PostgreSQL who loses does so at once. After the commit the number is the series' mark.
Take take_number(db::Transaction& transaction, auth::CompanyScope const& scope, Marks& marks, Series const& series,
                 std::int64_t numero, Instant now);

/// Nobody takes a number of it any more. `motivo`: a Portuguese sentence. The first reason stays.
void stop_series(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series,
                 std::string_view motivo, Instant now);

/// An administrator has confirmed its next number.
void resume_series(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series);

/// Sets the next number or starts a new series. What is skipped becomes a range, `anterior` while the series is unused,
/// else `saltada`; lowering takes it back, but not what was used or is asked to be voided: then `invalid` at
/// `numero_inicial` with the lowest number possible. A stopped series stays so.
Result<void> set_next_number(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series,
                             std::int64_t proximo, std::optional<UserId> const& user, Instant now);

/// T14: the skipped numbers among `ini` to `fim` are voided by that request. A range of which only a part was asked for
/// is split. Numbers of notas are not touched.
void void_skipped(db::Transaction& transaction, auth::CompanyScope const& scope, Series const& series, std::int64_t ini,
                  std::int64_t fim, Uuid const& inutilizacao_id);

/// What was practised is thrown away: of every series of `ambiente` the numbers below the next one are accounted for by
/// one `anterior` range, and numbers go on. In the transaction that takes their notas out, before that: from now on
/// nobody takes a number until it ends.
void account_as_earlier(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                        std::optional<UserId> const& user, Instant now);

/// The first number that is not accounted for exactly once.
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
/// Looks at every number after `after` up to the counter and beyond.
std::optional<LedgerFault> ledger_fault(db::Connection& connection, auth::CompanyScope const& scope,
                                        Series const& series, std::int64_t after);
/// The same for what was not checked yet; when nothing is wrong, what was checked is remembered.
std::optional<LedgerFault> check_ledger(db::Transaction& transaction, auth::CompanyScope const& scope,
                                        Series const& series);

} // namespace balcao::numbers
