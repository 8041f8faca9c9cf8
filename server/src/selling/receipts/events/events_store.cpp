#include "selling/receipts/events/events_store.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "nfce/services.hpp"

namespace balcao::receipts {

namespace {

constexpr std::array<std::string_view, 5> event_states{"aguardando", "enviando", "indefinido", "registrado",
                                                       "recusado"};

constexpr db::Query insert_one_event{"receipts_insert_event", R"sql(
    insert into nfce_evento (id, emitente_id, nfce_id, tipo, nSeqEvento, estado, xJust, xCorrecao, chave_ref, user_id,
        created_at)
    values (:id, :emitente_id, :nfce_id, :tipo, :nSeqEvento, :estado, :xJust, :xCorrecao, :chave_ref, :user_id,
        :created_at))sql"};
constexpr db::Query insert_again{"receipts_insert_event_again", R"sql(
    insert into nfce_evento (id, emitente_id, nfce_id, tipo, nSeqEvento, estado, xJust, xCorrecao, user_id, created_at)
    select :id, emitente_id, nfce_id, tipo, nSeqEvento, :estado, xJust, xCorrecao, user_id, :created_at
    from nfce_evento where emitente_id = :emitente_id and id = :refused)sql"};
constexpr db::Query find_one_event{"receipts_find_event", R"sql(
    select id, nfce_id, tipo, estado, xJust, chave_ref, nProt, coalesce(cStat, 0), coalesce(xMotivo, ''), created_at,
        nSeqEvento, xCorrecao
    from nfce_evento where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query find_of_nota{"receipts_events_of", R"sql(
    select id, nfce_id, tipo, estado, xJust, chave_ref, nProt, coalesce(cStat, 0), coalesce(xMotivo, ''), created_at,
        nSeqEvento, xCorrecao
    from nfce_evento where emitente_id = :emitente_id and nfce_id = :nfce_id order by created_at, id)sql"};
constexpr db::Query find_open_events{"receipts_open_events", R"sql(
    select id, nfce_id, tipo, estado, xJust, chave_ref, nProt, coalesce(cStat, 0), coalesce(xMotivo, ''), created_at,
        nSeqEvento, xCorrecao
    from nfce_evento
    where emitente_id = :emitente_id and estado in ('aguardando', 'enviando', 'indefinido') order by created_at, id)sql"};
constexpr db::Query update_event{"receipts_save_event", R"sql(
    update nfce_evento set estado = :estado, chave_ref = :chave_ref, nProt = :nProt, dhReg = :dhReg, cStat = :cStat,
        xMotivo = :xMotivo
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query find_event_exchanges{"receipts_event_exchanges", R"sql(
    select seq, execucao, anunciada_em, case when resultado is null then 1 else 0 end from sefaz_troca
    where emitente_id = :emitente_id and evento_id = :evento_id order by seq)sql"};
constexpr db::Query announce_event_exchange{"receipts_announce_event", R"sql(
    insert into sefaz_troca (emitente_id, ambiente, servico, evento_id, execucao, anunciada_em, created_at)
    values (:emitente_id, :ambiente, :servico, :evento_id, :execucao, :now, :now) returning seq)sql"};

StoredEvent read_event(db::Row const& row) {
    auto const estado = std::ranges::find(event_states, row.text(3));
    if (estado == event_states.end()) throw std::logic_error("the database holds an unknown state of an event");
    return {.id = row.get<Uuid>(0),
            .nfce_id = row.get<NotaId>(1),
            .tipo = row.get<std::string>(2),
            .estado = static_cast<EventEstado>(estado - event_states.begin()),
            .xJust = row.get<std::string>(4),
            .chave_ref = row.get<std::optional<std::string>>(5),
            .nProt = row.get<std::optional<std::string>>(6),
            .cStat = row.get<int>(7),
            .xMotivo = row.get<std::string>(8),
            .created_at = row.get<Instant>(9),
            .nSeqEvento = row.get<int>(10),
            .xCorrecao = row.get<std::optional<std::string>>(11)};
}

} // namespace

std::string_view text(EventEstado estado) { return event_states.at(static_cast<std::size_t>(estado)); }

void insert_event(db::Transaction& transaction, auth::CompanyScope const& scope, StoredEvent const& event,
                  std::optional<UserId> const& user) {
    transaction.execute(insert_one_event, {{"id", event.id},
                                           {"emitente_id", scope.id()},
                                           {"nfce_id", event.nfce_id},
                                           {"tipo", event.tipo},
                                           {"nSeqEvento", event.nSeqEvento},
                                           {"estado", text(event.estado)},
                                           {"xJust", event.xJust},
                                           {"xCorrecao", event.xCorrecao},
                                           {"chave_ref", event.chave_ref},
                                           {"user_id", user},
                                           {"created_at", event.created_at}});
}

void insert_event_again(db::Transaction& transaction, auth::CompanyScope const& scope, StoredEvent const& event,
                        Uuid const& refused) {
    transaction.execute(insert_again, {{"id", event.id},
                                       {"emitente_id", scope.id()},
                                       {"estado", text(event.estado)},
                                       {"created_at", event.created_at},
                                       {"refused", refused}});
}

std::optional<StoredEvent> find_event(db::Connection& connection, auth::CompanyScope const& scope, Uuid const& id) {
    return connection.first(find_one_event, {{"emitente_id", scope.id()}, {"id", id}}, read_event);
}

std::vector<StoredEvent> events_of(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota) {
    return connection.all(find_of_nota, {{"emitente_id", scope.id()}, {"nfce_id", nota}}, read_event);
}

std::vector<StoredEvent> open_events(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.all(find_open_events, {{"emitente_id", scope.id()}}, read_event);
}

void save_event(db::Transaction& transaction, auth::CompanyScope const& scope, StoredEvent const& event,
                std::optional<Instant> const& dhReg) {
    transaction.execute(update_event, {{"emitente_id", scope.id()},
                                       {"id", event.id},
                                       {"estado", text(event.estado)},
                                       {"chave_ref", event.chave_ref},
                                       {"nProt", event.nProt},
                                       {"dhReg", dhReg},
                                       {"cStat", event.cStat},
                                       {"xMotivo", event.xMotivo}});
}

std::vector<EventExchange> event_exchanges(db::Connection& connection, auth::CompanyScope const& scope,
                                           Uuid const& event) {
    return connection.all(find_event_exchanges, {{"emitente_id", scope.id()}, {"evento_id", event}},
                          [](db::Row const& row) {
                              return EventExchange{.seq = row.get<std::int64_t>(0),
                                                   .execucao = row.get<std::string>(1),
                                                   .announced = row.get<Instant>(2),
                                                   .open = row.get<bool>(3)};
                          });
}

std::int64_t announce_event(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                            Uuid const& event, std::string_view execucao, Instant now) {
    return transaction
        .scalar<std::int64_t>(announce_event_exchange, {{"emitente_id", scope.id()},
                                                        {"ambiente", ambiente},
                                                        {"servico", nfce::service_name(nfce::Service::event)},
                                                        {"evento_id", event},
                                                        {"execucao", execucao},
                                                        {"now", now}})
        .value();
}

} // namespace balcao::receipts
