#pragma once
// What can be done with a till, each with its audit row and event in the caller's transaction.

#include <optional>
#include <string>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/records/records.hpp"
#include "selling/approvals/approvals.hpp"
#include "selling/cash/cash_store.hpp"

namespace balcao::cash {

/// Whether the actor holds the till: opened it, or is a gerente.
bool holds(auth::Actor const& actor, auth::CompanyScope const& scope, Session const& session);
/// The session, as far as the actor may know of it: an operador of the own ones, and of those that are open.
std::optional<Session> find_seen(db::Connection& connection, auth::Actor const& actor, auth::CompanyScope const& scope,
                                 SessaoId id);

struct Opening {
    std::string ambiente;
    bool treino = false;
    StationId estacao_id;
    Money fundo;
};
/// Conflict with the open one's id when the station has one; `invalid` at `estacao_id`.
Result<Session> open(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                     Opening const& opening);

struct ByHand {
    std::string tipo; // suprimento or sangria
    Money valor;      // above zero
    std::string motivo;
    std::optional<approvals::ApprovalId> aprovacao_id{};
};
/// `till_closed`; `approval_needed` when an operador takes out more than there is.
Result<Movement> move(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                      Session const& session, ByHand const& typed);

/// `till_closed` when somebody was first.
Result<Session> close(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                      Session const& session, Amounts const& counted);

/// Of a closed one.
Result<Session> note(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                     Session session, std::optional<std::string> const& text);

} // namespace balcao::cash
