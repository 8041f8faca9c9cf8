#pragma once
// The SQL of events about notas.

#include <optional>
#include <string>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/facts.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

inline constexpr int duplicate_event = 573; // cStat: SEFAZ has one of this nota, type and nSeqEvento

/// A row of `nfce_evento`.
struct StoredEvent {
    Uuid id;
    NotaId nfce_id;
    std::string tipo; // 110110, 110111, 110112
    EventEstado estado{};
    std::string xJust;
    std::optional<std::string> chave_ref; // 110112: of the nota in its place
    std::optional<std::string> nProt;
    int cStat = 0;
    std::string xMotivo;
    Instant created_at;
    int nSeqEvento = 1;
    std::optional<std::string> xCorrecao{}; // 110110: the whole text

    bool is_correction() const { return tipo == tpEvento_correction; }
    OwnEvent own() const { return {.tipo = tipo, .estado = estado, .cStat = cStat, .nSeqEvento = nSeqEvento}; }
};
std::string_view text(EventEstado estado);

/// UniqueViolation `nfce_evento_tipo`: there is one of this type and nSeqEvento that was not refused.
void insert_event(db::Transaction& transaction, auth::CompanyScope const& scope, StoredEvent const& event,
                  std::optional<UserId> const& user);
/// Another one for the same reason and by the same person as `refused`, with the id, state and time of `event`.
void insert_event_again(db::Transaction& transaction, auth::CompanyScope const& scope, StoredEvent const& event,
                        Uuid const& refused);
std::optional<StoredEvent> find_event(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& id);
/// Of one nota, oldest first.
std::vector<StoredEvent> events_of(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota);
/// Those of the company that are neither registered nor refused.
std::vector<StoredEvent> open_events(db::Connection& connection, auth::CompanyScope const& scope);
/// Writes state, code, protocol and what it refers to.
void save_event(db::Transaction& transaction, auth::CompanyScope const& scope, StoredEvent const& event,
                std::optional<Instant> const& dhReg);

/// One exchange about it.
struct EventExchange {
    std::int64_t seq = 0;
    std::string execucao;
    Instant announced;
    bool open = false;
};
std::vector<EventExchange> event_exchanges(db::Connection& connection, auth::CompanyScope const& scope,
                                           Uuid const& event);
/// Announces that only the run `execucao` may send it; the exchange's number, which is also idLote.
std::int64_t announce_event(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                            Uuid const& event, std::string_view execucao, Instant now);

} // namespace balcao::receipts
