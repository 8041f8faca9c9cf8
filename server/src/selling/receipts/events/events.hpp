#pragma once
// Events about a nota (`nfce_evento`): letters of correction (110110), cancelling (110111), and cancelling because an
// offline one took its place (110112).

#include <optional>
#include <string>
#include <string_view>

#include "selling/receipts/events/events_store.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::receipts {

/// Types of the jobs that bring an event to its end; data: `{"evento":"…"}`.
inline constexpr std::string_view event_job = "nfce_evento";
inline constexpr std::string_view substitution_job = "nfce_substituir";

/// Key of that job.
std::string event_key(Uuid const& event);

/// An event by the program itself, with its job. A substitution waits until the end of the chain is authorised. Nothing
/// when there is one of that type already.
void make_event(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                std::string_view tipo);

/// 110111 by a person. `xJust`: 15 to 255 characters.
void make_cancellation(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       Nota const& nota, std::string_view xJust, UserId user);

/// 110110 by a person. `xCorrecao`: the whole text. UniqueViolation `nfce_evento_tipo`: there is a letter `nSeqEvento`.
void make_correction(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                     int nSeqEvento, std::string_view xCorrecao, UserId user);

/// The bytes of an event say the hour that SEFAZ refused, and they never change: another one takes its place.
void make_event_again(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                      StoredEvent const& refused);

/// SEFAZ showed that the nota is cancelled: t12, t13 by our event, which is registered then; t16 by somebody else's.
void settle_events(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                   Rule rule, Reply const& reply);
/// The same signed bytes go out once more: the answer to them tells whose event SEFAZ has.
void send_event_again(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                      Nota const& nota);
/// The successor of `replaced` is authorised: its substitution need not wait any longer.
void wake_substitution(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       NotaId const& replaced);

/// Creates jobs for events of the company that are open and have none.
void ensure_event_jobs(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope);

} // namespace balcao::receipts
