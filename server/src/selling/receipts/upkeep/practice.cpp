#include "selling/receipts/upkeep/upkeep.hpp"

#include <array>

#include "fiscal/numbers/numbers.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/voiding/voiding.hpp"

namespace balcao::receipts {

namespace {

using sefaz_calls::simulador;

// Of what may have a job.
constexpr db::Query pending_notas{"practice_pending_notas", R"sql(
    select id from nfce where emitente_id = :emitente_id and ambiente = 'simulador'
        and estado in ('enviando', 'indefinida', 'rejeitada', 'contingencia', 'contingencia_rejeitada', 'abandonada'))sql"};
constexpr db::Query practised_events{"practice_open_events", R"sql(
    select e.id from nfce n join nfce_evento e on e.nfce_id = n.id
    where n.emitente_id = :emitente_id and e.emitente_id = :emitente_id and n.ambiente = 'simulador'
        and e.estado in ('aguardando', 'enviando', 'indefinido'))sql"};
constexpr db::Query practised_voidings{"practice_open_voidings", R"sql(
    select id from nfce_inutilizacao
    where emitente_id = :emitente_id and ambiente = 'simulador' and estado in ('enviando', 'indefinido'))sql"};

#define PRACTISED(table)                                                                                               \
    {"practice_drop_" #table, "delete from " #table " where emitente_id = :emitente_id and ambiente = 'simulador'"}
#define OF_NOTAS(table)                                                                                                \
    {"practice_drop_" #table,                                                                                          \
     "delete from " #table " where emitente_id = :emitente_id and nfce_id in (select id from nfce "                    \
     "where emitente_id = :emitente_id and ambiente = 'simulador')"}
#define OF_SALES(table)                                                                                                \
    {"practice_drop_" #table,                                                                                          \
     "delete from " #table " where emitente_id = :emitente_id and venda_id in (select id from venda "                  \
     "where emitente_id = :emitente_id and ambiente = 'simulador')"}
#define OF_TILLS(table)                                                                                                \
    {"practice_drop_" #table,                                                                                          \
     "delete from " #table " where emitente_id = :emitente_id and sessao_id in (select id from caixa_sessao "          \
     "where emitente_id = :emitente_id and ambiente = 'simulador')"}
// What refers to something goes before it: every table that holds practice is named here.
constexpr auto practised = std::to_array<db::Query>({
    OF_NOTAS(nfce_impressao),  OF_NOTAS(nfce_email),
    PRACTISED(nfce_xml),       PRACTISED(sefaz_troca),
    OF_NOTAS(nfce_evento),     PRACTISED(nfce_inutilizacao),
    OF_SALES(credito_uso),     PRACTISED(credito_loja),
    OF_SALES(devolucao_item),  PRACTISED(devolucao),
    PRACTISED(nfce),           OF_SALES(venda_item),
    OF_SALES(venda_pagamento), OF_TILLS(caixa_movimento),
    OF_TILLS(caixa_contagem),  PRACTISED(caixa_estorno_pendente),
    PRACTISED(venda),          PRACTISED(caixa_sessao),
    PRACTISED(nfce_dia),       PRACTISED(nfce_alarme),
    PRACTISED(figura_mudanca), PRACTISED(figura_dia),
    PRACTISED(figura_mes),
    PRACTISED(nfce_xml_mes), // its files go with it
    PRACTISED(sefaz_bloqueio), PRACTISED(contingencia),
});
#undef PRACTISED
#undef OF_NOTAS
#undef OF_SALES
#undef OF_TILLS

std::vector<Uuid> ids(db::Connection& connection, db::Query const& query, auth::CompanyScope const& scope) {
    return connection.all(query, {{"emitente_id", scope.id()}}, [](db::Row const& row) { return row.get<Uuid>(0); });
}

// First of all: rows of the queue are locked before any other.
void cancel_jobs(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope) {
    wire.queue.cancel(transaction, transmission_key(scope.id(), simulador));
    for (auto const& id : ids(transaction, pending_notas, scope))
        wire.queue.cancel(transaction, resolve_key(NotaId(id)));
    for (auto const& id : ids(transaction, practised_events, scope)) wire.queue.cancel(transaction, event_key(id));
    for (auto const& id : ids(transaction, practised_voidings, scope)) wire.queue.cancel(transaction, voiding_key(id));
}

} // namespace

void forget_practice(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, UserId user) {
    cancel_jobs(transaction, wire, scope);
    numbers::account_as_earlier(transaction, scope, simulador, user, wire.now());
    for (auto const& drop : practised) transaction.execute(drop, {{"emitente_id", scope.id()}});
}

} // namespace balcao::receipts
