#pragma once
// The notas of a sale, one after the other (T6, T6a, T7c, T10b, T15), and what the chain means for the sale and its
// order.

#include <string_view>

#include "fiscal/numbers/numbers.hpp"
#include "fiscal/numbers/stopped_series.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "selling/receipts/wire/wire.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::receipts {

/// Somebody else took the number that a document was signed for: roll back, sign for the next one and try again.
struct NumberLost {};
/// Nobody takes a number of this series now.
struct SeriesStopped {};

/// Its counter is behind this number, which this server has used already; with_next_number stops it.
struct SeriesBehind {
    std::int64_t numero = 0;
};

/// The number that the series' next document is to be signed for; a series that nobody issued in begins with 1. Not
/// inside of a read or a write.
std::int64_t next_number(db::Database& database, auth::CompanyScope const& scope, numbers::Series const& series,
                         UserId const& user, Instant now);
/// Takes the number that a document is signed for. Throws NumberLost, SeriesBehind, SeriesStopped.
void take_number(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                 numbers::Series const& series, std::int64_t numero);

/// Takes the number that `document` is signed for and puts the new nota in place of `before`, which gets
/// `substituida_por` and is saved with the rest of what the caller changed in `after`. Throws NumberLost,
/// SeriesStopped.
Nota put_successor(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& before,
                   Nota after, Signed const& document, companies::Company const& company);

/// Nobody takes a number of the nota's series any more. Throws SeriesStopped.
[[noreturn]] void stop(Wire const& wire, auth::CompanyScope const& scope, Nota const& nota, std::string_view motivo);

/// Calls `attempt(numero)` with the series' next number until it does not throw NumberLost. Throws SeriesStopped.
auto with_next_number(Wire const& wire, auth::CompanyScope const& scope, Nota const& nota, auto const& attempt) {
    constexpr int most_races = 20;
    for (int race = 1;; ++race) {
        try {
            return attempt(next_number(wire.database, scope, nota.series(), nota.operador_id, wire.now()));
        } catch (SeriesBehind const& behind) {
            auto const mark = wire.marks.highest(scope.id(), nota.series());
            stop(wire, scope, nota, numbers::behind_mark(behind.numero, mark));
        } catch (NumberLost const&) {
            if (race == most_races) throw db::Busy("every number was taken by somebody else");
        } catch (db::UniqueViolation const& error) {
            if (error.constraint() != "nfce_numero") throw;
            stop(wire, scope, nota, numbers::already_used);
        }
    }
}

/// First of what follows the number of a sale: takes what it sells from its order, which is locked. `invalid` when less
/// remains.
Result<void> take_from_order(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale);
/// Once the sale's nota is written, was issued or refused, or another one took its place: the order shows it.
void settle_order(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                  sales::VendaId sale);
/// What the nota documents is undone: an issued sale as by undo_sale, and what a remessa takes along may go with
/// another. A return stands.
void undo_documented(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                     Nota const& nota);
/// The one way an issued sale is undone: cancelled, or given up after a refusal. What it took from an order, and
/// its money from the till and from store credits, is given back. Does nothing when it was undone before.
void undo_sale(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               sales::VendaId sale);

} // namespace balcao::receipts
