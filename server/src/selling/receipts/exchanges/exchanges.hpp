#pragma once
// Exchanges with SEFAZ: what came back of a call, written, and what it says of the service.

#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/planning/planning.hpp"
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

/// The code and text of what was judged, from inside the answer; empty without one.
struct Said {
    int cStat = 0;
    std::string xMotivo;
    std::optional<int> item;
};
Said said_by(Reply const& reply);

/// T6, T6a, T7c and what else a person does: the change is audited by the caller.
void publish_nota(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota);
/// What SEFAZ has of the nota, which is locked, is asked for, unless somebody has wanted to know since that moment.
void ask_since(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
               Instant since);

/// SEFAZ answers this company too slowly: its sales go offline, and its job sends one receipt a minute, or asks for
/// SEFAZ's status, until an answer is fast enough.
void begin_slow(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                std::string_view ambiente);
/// An answer was fast enough. Nothing before it was slow for two minutes.
void end_slow(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
              std::string_view ambiente);

/// As stored: "documento_divergente".
std::string_view text(Alarm alarm);

/// Once for a nota, kind and stage (what is told again later); for kinds that are about the service or the program,
/// once a day.
void raise_alarm(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota, Alarm alarm,
                 Instant now, std::string_view stage = {});
/// What it said is put right.
void end_alarm(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota, Alarm alarm);
/// Whether it was raised for this nota and stage.
bool has_alarm(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota, Alarm alarm,
               std::string_view stage);

/// What came of asking an authoriser whether it works.
struct StatusAnswer {
    bool works = false;
    std::string said; // a predicate in Portuguese: "não respondeu"
    std::chrono::milliseconds took{};
};
/// The error: nothing of the question reached it; a sentence that says why and what to do. Waits for the answer,
/// holding nothing.
std::expected<StatusAnswer, std::string> ask_status(Wire const& wire, auth::CompanyScope const& scope,
                                                    sefaz_calls::Destination const& to,
                                                    std::chrono::milliseconds limit = longest_call);

/// One job for the service of a UF: each minute it lets the offline receipt that waits longest be sent; where none
/// waits it asks for the status, at most every three minutes. Ends when SEFAZ answers again.
void ensure_status_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       sefaz_calls::Place const& place);
void add_status_job(jobs::Queue& queue, Wire const& wire);

} // namespace balcao::receipts
