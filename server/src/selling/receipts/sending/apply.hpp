#pragma once
// What was judged, written: each transition in the transaction that ends its exchange.

#include <optional>
#include <string>

#include "selling/receipts/judging/transition.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// What came back of a call.
struct Returned {
    Reply reply;
    std::string body;  // of an answer, as it came; empty without one
    std::string falha; // English, for support: why there is no answer
    std::chrono::milliseconds took{};
    Instant ended;
};
/// A call's outcome as judge() takes it.
Returned returned_of(nfce::Service service, sefaz::Outcome const& outcome, Instant ended);

/// What this process has met by a reply, asked once for it (Watch and the fiscal clocks remember): whether it must be
/// written that SEFAZ is away, answers again, is slow, or fast again.
struct Met {
    bool away = false, back = false, slow = false, fast = false;
};
Met note_met(Wire const& wire, auth::CompanyScope const& scope, Subject const& subject, ServiceEffects const& effects,
             Returned const& returned, std::string const& url);

/// Writes what the service said of itself: blocks, alarms, SEFAZ away or back.
void apply_service(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                   Subject const& subject, ServiceEffects const& effects, Met const& met, Returned const& returned);

/// Ends the exchange with what came back; a refusal's answer is kept as it came.
void end_exchange_with(db::Transaction& transaction, auth::CompanyScope const& scope, Subject const& subject,
                       std::int64_t seq, nfce::Service service, std::string_view chave, Returned const& returned);

/// Writes the transition of `subject`, which is locked, and returns the nota as it is then. `successor`: signed for the
/// next number when the transition makes another nota. Throws NumberLost and SeriesStopped.
Nota apply(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
           Transition const& to, Returned const& returned, Signed const* successor);

/// T6, T6a, T7c and what else a person does: the change is audited by the caller.
void publish_nota(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota);

/// Brings the nota's job into being, or wakes it.
void ensure_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota);
/// What SEFAZ has of the nota, which is locked, is asked for, unless somebody has wanted to know since that moment.
void ask_since(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
               Instant since);

} // namespace balcao::receipts
