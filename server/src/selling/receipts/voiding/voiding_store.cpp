#include "selling/receipts/voiding/voiding_store.hpp"

#include <algorithm>

#include "nfce/services.hpp"

namespace balcao::receipts {

namespace {

constexpr db::Query insert_request{"voiding_insert", R"sql(
    insert into nfce_inutilizacao (id, emitente_id, ambiente, modelo, serie, ini, fim, ano, xJust, estado, user_id,
        created_at)
    values (:id, :emitente_id, :ambiente, :modelo, :serie, :ini, :fim, :ano, :xJust, :estado, :user_id, :now))sql"};
constexpr db::Query find_request{"voiding_find", R"sql(
    select id, ambiente, serie, ini, fim, ano, xJust, estado, user_id, created_at, modelo from nfce_inutilizacao
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query find_open_requests{"voiding_open", R"sql(
    select id from nfce_inutilizacao where emitente_id = :emitente_id and estado in ('enviando', 'indefinido'))sql"};
constexpr db::Query overlapping{"voiding_overlapping", R"sql(
    select count(*) from nfce_inutilizacao
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and ini <= :fim and fim >= :ini
        and estado in ('enviando', 'indefinido'))sql"};
constexpr db::Query update_request{"voiding_save", R"sql(
    update nfce_inutilizacao set estado = :estado, cStat = :cStat, xMotivo = :xMotivo, nProt = :nProt, dhRecbto = :dhRecbto
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query find_notas{"voiding_notas", R"sql(
    select id, numero, estado from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and numero >= :ini and numero <= :fim
    order by numero)sql"};
constexpr db::Query skipped_within{"voiding_skipped", R"sql(
    select ini, fim from nfce_faixa
    where emitente_id = :emitente_id and ambiente = :ambiente and modelo = :modelo and serie = :serie and tipo = 'saltada'
        and ini <= :fim and fim >= :ini order by ini)sql"};
constexpr db::Query find_due{"voiding_due", R"sql(
    select n.ambiente, n.modelo, n.serie, n.numero from nfce n
    where n.emitente_id = :emitente_id and n.estado = 'abandonada' and n.conferir_em <= :before and not exists (
        select 1 from nfce_inutilizacao i
        where i.emitente_id = n.emitente_id and i.ambiente = n.ambiente and i.modelo = n.modelo and i.serie = n.serie
            and i.ini <= n.numero and i.fim >= n.numero
            and (i.estado in ('enviando', 'indefinido') or (i.estado = 'recusada' and i.user_id is null)))
    order by n.ambiente, n.modelo, n.serie, n.numero limit :limit)sql"};
constexpr db::Query last_exchange{"voiding_exchange", R"sql(
    select seq from sefaz_troca
    where emitente_id = :emitente_id and inutilizacao_id = :id and resultado is null order by seq desc limit 1)sql"};
constexpr db::Query announce_request{"voiding_announce", R"sql(
    insert into sefaz_troca (emitente_id, ambiente, servico, inutilizacao_id, execucao, anunciada_em, created_at)
    values (:emitente_id, :ambiente, :servico, :id, :execucao, :now, :now) returning seq)sql"};

VoidingRequest read_request(db::Row const& row) {
    return {.id = row.get<Uuid>(0),
            .ambiente = row.get<std::string>(1),
            .modelo = row.get<std::int64_t>(10),
            .serie = row.get<std::int64_t>(2),
            .ini = row.get<std::int64_t>(3),
            .fim = row.get<std::int64_t>(4),
            .ano = row.get<std::int64_t>(5),
            .xJust = row.get<std::string>(6),
            .estado = row.get<std::string>(7),
            .user = row.get<std::optional<UserId>>(8),
            .created_at = row.get<Instant>(9)};
}

db::Params range_params(auth::CompanyScope const& scope, VoidingRequest const& range) {
    return {{"emitente_id", scope.id()}, {"ambiente", range.ambiente}, {"modelo", range.modelo},
            {"serie", range.serie},      {"ini", range.ini},           {"fim", range.fim}};
}

} // namespace

void insert_voiding(db::Transaction& transaction, auth::CompanyScope const& scope, VoidingRequest const& request) {
    auto params = range_params(scope, request);
    params.insert(params.end(), {{"id", request.id},
                                 {"ano", request.ano},
                                 {"xJust", request.xJust},
                                 {"estado", request.estado},
                                 {"user_id", request.user},
                                 {"now", request.created_at}});
    transaction.execute(insert_request, params);
}

std::optional<VoidingRequest> find_voiding(db::Connection& connection, auth::CompanyScope const& scope,
                                           Uuid const& id) {
    return connection.first(find_request, {{"emitente_id", scope.id()}, {"id", id}}, read_request);
}

std::vector<Uuid> open_voidings(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.all(find_open_requests, {{"emitente_id", scope.id()}},
                          [](db::Row const& row) { return row.get<Uuid>(0); });
}

bool is_being_voided(db::Connection& connection, auth::CompanyScope const& scope, VoidingRequest const& range) {
    return connection.scalar<std::int64_t>(overlapping, range_params(scope, range)).value_or(0) > 0;
}

void save_voiding(db::Transaction& transaction, auth::CompanyScope const& scope, Uuid const& id,
                  VoidingAnswer const& answer) {
    transaction.execute(update_request, {{"emitente_id", scope.id()},
                                         {"id", id},
                                         {"estado", answer.estado},
                                         {"cStat", answer.cStat},
                                         {"xMotivo", answer.xMotivo},
                                         {"nProt", answer.nProt},
                                         {"dhRecbto", answer.dhRecbto}});
}

std::vector<Numbered> notas_within(db::Connection& connection, auth::CompanyScope const& scope,
                                   VoidingRequest const& range) {
    return connection.all(find_notas, range_params(scope, range), [](db::Row const& row) {
        return Numbered{.id = row.get<NotaId>(0), .numero = row.get<std::int64_t>(1), .estado = estado_of(row.text(2))};
    });
}

std::vector<std::int64_t> not_voidable(db::Connection& connection, auth::CompanyScope const& scope,
                                       VoidingRequest const& range) {
    std::vector<bool> free(static_cast<std::size_t>(range.fim - range.ini + 1), false);
    for (auto const& nota : notas_within(connection, scope, range))
        free[static_cast<std::size_t>(nota.numero - range.ini)] = nota.estado == Estado::abandonada;
    connection.run(skipped_within, range_params(scope, range), [&](db::Row const& row) {
        auto const from = std::max(row.integer(0), range.ini), to = std::min(row.integer(1), range.fim);
        for (auto number = from; number <= to; ++number) free[static_cast<std::size_t>(number - range.ini)] = true;
    });
    std::vector<std::int64_t> refused;
    for (std::size_t i = 0; i < free.size(); ++i)
        if (!free[i]) refused.push_back(range.ini + static_cast<std::int64_t>(i));
    return refused;
}

std::vector<VoidableNumber> numbers_to_void(db::Connection& connection, auth::CompanyScope const& scope, Instant before,
                                            std::int64_t limit) {
    return connection.all(find_due, {{"emitente_id", scope.id()}, {"before", before}, {"limit", limit}},
                          [](db::Row const& row) {
                              return VoidableNumber{.series = {.ambiente = row.get<std::string>(0),
                                                               .modelo = row.get<std::int64_t>(1),
                                                               .serie = row.get<std::int64_t>(2)},
                                                    .numero = row.get<std::int64_t>(3)};
                          });
}

std::int64_t announce_voiding(db::Transaction& transaction, auth::CompanyScope const& scope,
                              VoidingRequest const& request, std::string_view execucao, Instant now) {
    return transaction
        .scalar<std::int64_t>(announce_request, {{"emitente_id", scope.id()},
                                                 {"ambiente", request.ambiente},
                                                 {"servico", nfce::service_name(nfce::Service::voiding)},
                                                 {"id", request.id},
                                                 {"execucao", execucao},
                                                 {"now", now}})
        .value();
}

std::optional<std::int64_t> open_voiding_exchange(db::Connection& connection, auth::CompanyScope const& scope,
                                                  Uuid const& id) {
    return connection.scalar<std::int64_t>(last_exchange, {{"emitente_id", scope.id()}, {"id", id}});
}

} // namespace balcao::receipts
