#include "selling/cash/cash_store.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"

namespace balcao::cash {

namespace {

constexpr std::int64_t most_pending = 50;

constexpr Field session_fields[]{
    field<&Session::id>("id"),
    field<&Session::ambiente>("ambiente"),
    field<&Session::treino>("treino"),
    field<&Session::estacao_id>("estacao_id"),
    field<&Session::estacao>("estacao",
                             {.derived = "(select e.nome from estacao e where "
                                         "e.emitente_id = :emitente_id and e.id = caixa_sessao.estacao_id)"}),
    field<&Session::operador_id>("operador_id"),
    field<&Session::operador>("operador", {.derived = "(select u.full_name from users u where "
                                                      "u.id = caixa_sessao.operador_id)"}),
    field<&Session::fechada_por>("fechada_por"),
    field<&Session::fechador>("fechador", {.derived = "(select u.full_name from users u where "
                                                      "u.id = caixa_sessao.fechada_por)"}),
    field<&Session::aberta_em>("aberta_em"),
    field<&Session::fechada_em>("fechada_em"),
    field<&Session::fundo>("fundo"),
    field<&Session::movimentos>("movimentos"),
    field<&Session::nota_gerente>("nota_gerente"),
    field<&Session::contado>("contado", {.derived = "(select sum(c.contado) from caixa_contagem c where c.emitente_id "
                                                    "= :emitente_id and c.sessao_id = caixa_sessao.id)"}),
    field<&Session::esperado>("esperado", {.derived = "(select sum(c.esperado) from caixa_contagem c where "
                                                      "c.emitente_id = :emitente_id and c.sessao_id = "
                                                      "caixa_sessao.id)"}),
    field<&Session::diferenca>("diferenca", {.derived = "(select sum(c.diferenca) from caixa_contagem c where "
                                                        "c.emitente_id = :emitente_id and c.sessao_id = "
                                                        "caixa_sessao.id)"}),
};

constexpr Field movement_fields[]{
    field<&Movement::seq>("seq"),
    field<&Movement::tipo>("tipo"),
    field<&Movement::tPag>("tPag"),
    field<&Movement::valor>("valor"),
    field<&Movement::venda_id>("venda_id"),
    field<&Movement::numero>("numero", {.derived = "(select n.numero from nfce n where n.emitente_id = :emitente_id "
                                                   "and n.venda_id = caixa_movimento.venda_id "
                                                   "and n.operacao = 'venda' and n.substituida_por is null)"}),
    field<&Movement::motivo>("motivo"),
    field<&Movement::tardio>("tardio"),
    field<&Movement::user_id>("user_id"),
    field<&Movement::usuario>("usuario", {.derived = "(select u.full_name from users u where "
                                                     "u.id = caixa_movimento.user_id)"}),
    field<&Movement::created_at>("created_at"),
};
constexpr int after_movement = static_cast<int>(std::size(movement_fields));

std::string const find_sql =
    "select " + db::columns(session_fields) + " from caixa_sessao where emitente_id = :emitente_id and id = :id";
db::Query const find_row{"cash_find", find_sql};
constexpr db::Query find_open_row{"cash_find_open", R"sql(
    select id from caixa_sessao
    where emitente_id = :emitente_id and ambiente = :ambiente and estacao_id = :estacao_id and fechada_em is null)sql"};
constexpr db::Query any_opened{"cash_any_opened", R"sql(
    select 1 from caixa_sessao where emitente_id = :emitente_id and treino = 'N' limit 1)sql"};
std::string const insert_sql = "insert into caixa_sessao (emitente_id, created_at, " +
                               db::column_names(session_fields) + ") values (:emitente_id, :aberta_em, " +
                               db::placeholders(session_fields) + ")";
db::Query const insert_row{"cash_insert", insert_sql};
constexpr db::Query last_movement{"cash_last_movement", R"sql(
    select max(created_at) from caixa_movimento where emitente_id = :emitente_id and sessao_id = :sessao_id)sql"};
constexpr db::Query close_row{"cash_close", R"sql(
    update caixa_sessao set fechada_em = :now, fechada_por = :user_id
    where emitente_id = :emitente_id and id = :id and fechada_em is null)sql"};
constexpr db::Query note_row{"cash_note", R"sql(
    update caixa_sessao set nota_gerente = :nota where emitente_id = :emitente_id and id = :id)sql"};

constexpr db::Query raise_count{"cash_raise_count", R"sql(
    update caixa_sessao set movimentos = movimentos + :more
    where emitente_id = :emitente_id and id = :id and fechada_em is null)sql"};
constexpr db::Query insert_movement{"cash_insert_movement", R"sql(
    insert into caixa_movimento (emitente_id, ambiente, sessao_id, tipo, tPag, valor, venda_id, motivo, tardio, user_id, created_at)
    values (:emitente_id, :ambiente, :sessao_id, :tipo, :tPag, :valor, :venda_id, :motivo, :tardio, :user_id, :created_at)
    returning seq)sql"};
std::string const movement_columns = db::columns(movement_fields) +
                                     ", sessao_id, (select n.id from nfce n where n.emitente_id = :emitente_id "
                                     "and n.venda_id = caixa_movimento.venda_id and n.operacao = 'venda' "
                                     "and n.substituida_por is null)";
std::string const movements_sql = "select " + movement_columns +
                                  " from caixa_movimento where emitente_id = :emitente_id and sessao_id = :sessao_id "
                                  "order by seq desc limit :limit offset :offset";
db::Query const all_movements{"cash_movements", movements_sql};
std::string const by_hand_sql = "select " + movement_columns +
                                " from caixa_movimento where emitente_id = :emitente_id and sessao_id = :sessao_id "
                                "and venda_id is null order by seq desc limit :limit offset :offset";
db::Query const movements_by_hand{"cash_movements_by_hand", by_hand_sql};
std::string const origin_sql = "select " + movement_columns +
                               " from caixa_movimento where emitente_id = :emitente_id and sessao_id = :sessao_id "
                               "and tipo <> 'venda' order by seq";
db::Query const origin_rows{"cash_origin", origin_sql};
std::string const one_sql =
    "select " + movement_columns + " from caixa_movimento where emitente_id = :emitente_id and seq = :seq";
db::Query const one_movement{"cash_movement", one_sql};
constexpr db::Query count_all{"cash_count_movements", R"sql(
    select count(*) from caixa_movimento where emitente_id = :emitente_id and sessao_id = :sessao_id)sql"};
constexpr db::Query count_by_hand{"cash_count_movements_by_hand", R"sql(
    select count(*) from caixa_movimento
    where emitente_id = :emitente_id and sessao_id = :sessao_id and venda_id is null)sql"};

constexpr db::Query sums_of{"cash_sums", R"sql(
    select tipo, tPag, count(*), sum(valor) from caixa_movimento
    where emitente_id = :emitente_id and sessao_id = :sessao_id group by tipo, tPag)sql"};
constexpr db::Query sums_of_sale{"cash_sums_of_sale", R"sql(
    select tipo, tPag, count(*), sum(valor) from caixa_movimento
    where emitente_id = :emitente_id and venda_id = :venda_id and tipo = 'venda' group by tipo, tPag order by tPag)sql"};

constexpr db::Query counts_of{"cash_counts", R"sql(
    select tPag, contado from caixa_contagem where emitente_id = :emitente_id and sessao_id = :sessao_id)sql"};
constexpr db::Query insert_count_row{"cash_insert_count", R"sql(
    insert into caixa_contagem (emitente_id, ambiente, sessao_id, tPag, contado, esperado, diferenca, created_at)
    values (:emitente_id, :ambiente, :sessao_id, :tPag, :contado, :esperado, :diferenca, :now))sql"};

constexpr db::Query insert_put_off{"cash_put_off", R"sql(
    insert into caixa_estorno_pendente (emitente_id, ambiente, estacao_id, venda_id, created_at)
    values (:emitente_id, :ambiente, :estacao_id, :venda_id, :now))sql"};
constexpr db::Query take_off{"cash_take_put_off", R"sql(
    delete from caixa_estorno_pendente
    where emitente_id = :emitente_id and ambiente = :ambiente and estacao_id = :estacao_id returning venda_id)sql"};

constexpr db::Query sales_of{"cash_count_sales", R"sql(
    select count(*), coalesce(sum(case when estado = 'desfeita' then 1 else 0 end), 0) from venda
    where emitente_id = :emitente_id and sessao_id = :sessao_id)sql"};
constexpr db::Query pending_notas{"cash_pending_receipts", R"sql(
    select n.id, n.serie, n.numero, n.estado from venda v join nfce n on n.emitente_id = v.emitente_id and n.venda_id = v.id
    where v.emitente_id = :emitente_id and v.sessao_id = :sessao_id and v.estado = 'emitida' and n.substituida_por is null
      and n.operacao = 'venda'
      and n.estado in ('enviando', 'indefinida', 'rejeitada', 'contingencia_rejeitada')
    order by n.seq limit :most)sql"};
constexpr db::Query waiting_offline{"cash_waiting_offline", R"sql(
    select count(*) from venda v join nfce n on n.emitente_id = v.emitente_id and n.venda_id = v.id
    where v.emitente_id = :emitente_id and v.sessao_id = :sessao_id and v.estado = 'emitida' and n.estado = 'contingencia')sql"};
constexpr db::Query parked_there{"cash_parked", R"sql(
    select count(*) from venda where emitente_id = :emitente_id and estado = 'aberta' and em_espera is not null
      and ambiente = :ambiente and estacao_id = :estacao_id)sql"};

constexpr db::Query reported_sessions{"cash_report_sessions", R"sql(
    select s.id, s.aberta_em, s.operador_id, (select u.full_name from users u where u.id = s.operador_id)
    from caixa_sessao s
    where s.emitente_id = :emitente_id and s.ambiente = :ambiente and s.aberta_em >= :from and s.aberta_em < :before
    order by s.aberta_em, s.id)sql"};
constexpr db::Query reported_sums{"cash_report_sums", R"sql(
    select m.tipo, m.tPag, count(*), sum(m.valor), m.sessao_id
    from caixa_sessao s join caixa_movimento m on m.emitente_id = s.emitente_id and m.sessao_id = s.id
    where s.emitente_id = :emitente_id and s.ambiente = :ambiente and s.aberta_em >= :from and s.aberta_em < :before
    group by m.sessao_id, m.tipo, m.tPag)sql"};
constexpr db::Query reported_counts{"cash_report_counts", R"sql(
    select c.tPag, c.contado, c.sessao_id
    from caixa_sessao s join caixa_contagem c on c.emitente_id = s.emitente_id and c.sessao_id = s.id
    where s.emitente_id = :emitente_id and s.ambiente = :ambiente and s.aberta_em >= :from and s.aberta_em < :before)sql"};

Session read_session(db::Row const& row) { return db::read_row<Session>(session_fields, row); }

FoundMovement read_movement(db::Row const& row) {
    FoundMovement found{.session = row.get<SessaoId>(after_movement),
                        .movement = db::read_row<Movement>(movement_fields, row)};
    if (!row.is_null(after_movement + 1)) found.movement.nfce_id = row.uuid(after_movement + 1);
    return found;
}

Movement only_movement(db::Row const& row) { return read_movement(row).movement; }

Sum read_sum(db::Row const& row) {
    return {.tipo = std::string(row.text(0)),
            .tPag = std::string(row.text(1)),
            .quantidade = row.integer(2),
            .valor = row.get<Money>(3)};
}

db::Params of_session(auth::CompanyScope const& scope, SessaoId session) {
    return {{"emitente_id", scope.id()}, {"sessao_id", session}};
}

// By the sessions that were open in that time, which are few: movements have no index by time.
constexpr db::Query moved_in_time{"cash_figures_of_day", R"sql(
    select m.ambiente, m.tipo, m.tPag, m.valor, m.created_at from caixa_sessao s
    join caixa_movimento m on m.emitente_id = :emitente_id and m.sessao_id = s.id
    where s.emitente_id = :emitente_id and s.ambiente in ('producao', 'homologacao', 'simulador')
        and s.aberta_em < :ate and (s.fechada_em is null or s.fechada_em >= :de)
        and m.created_at >= :de and m.created_at < :ate)sql"};

// Of what sales brought in and took out again, by kind of payment.
void add_figure(figures::Changes& changes, std::string_view zone, std::string_view ambiente, std::string_view tipo,
                std::string_view tPag, std::int64_t valor, Instant at) {
    if (tipo != "venda" && tipo != "estorno" && tipo != "devolucao") return;
    changes.add({.ambiente = std::string(ambiente),
                 .dimensao = "pagamento",
                 .dia = local_date(at, zone),
                 .grupo = "recebido",
                 .chave = std::string(tPag)},
                {.quantidade = tipo == "venda" ? 1 : 0, .valor = valor});
}

} // namespace

std::optional<SessaoId> find_open(db::Connection& connection, auth::CompanyScope const& scope,
                                  std::string_view ambiente, StationId station) {
    return connection.scalar<SessaoId>(find_open_row,
                                       {{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"estacao_id", station}});
}

std::optional<Session> find(db::Connection& connection, auth::CompanyScope const& scope, SessaoId id) {
    return connection.first(find_row, {{"emitente_id", scope.id()}, {"id", id}}, read_session);
}

SessionPage find_page(db::Connection& connection, auth::CompanyScope const& scope, SessionFilter const& filter,
                      std::int64_t limit, std::int64_t offset) {
    std::string where = "emitente_id = :emitente_id and ambiente = :ambiente";
    db::Params params{{"emitente_id", scope.id()}, {"ambiente", filter.ambiente}};
    auto const add = [&](std::string_view condition, db::Param const& param) {
        where += fmt::format(" and {}", condition);
        params.push_back(param);
    };
    if (filter.open) where += *filter.open ? " and fechada_em is null" : " and fechada_em is not null";
    if (filter.estacao) add("estacao_id = :estacao_id", {"estacao_id", *filter.estacao});
    if (filter.operador) add("operador_id = :operador_id", {"operador_id", *filter.operador});
    if (filter.from) add("aberta_em >= :from", {"from", *filter.from});
    if (filter.before) add("aberta_em < :before", {"before", *filter.before});
    if (filter.seen_by) {
        add("case when fechada_em is null then 1 when operador_id = :seen_by then 1 else 0 end = 1",
            {"seen_by", *filter.seen_by});
    }
    auto const columns = db::columns(session_fields);
    return db::newest_page(connection,
                           {.name = "cash",
                            .table = "caixa_sessao",
                            .columns = columns,
                            .where = where,
                            .time = "aberta_em",
                            .limit = limit,
                            .offset = offset},
                           std::move(params), read_session);
}

bool has_opened(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.scalar<std::int64_t>(any_opened, {{"emitente_id", scope.id()}}).has_value();
}

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Session const& session) {
    auto params = db::params(session_fields, session);
    params.emplace_back("emitente_id", scope.id());
    transaction.execute(insert_row, params);
}

Instant last_movement_at(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session) {
    return connection.scalar<Instant>(last_movement, {{"emitente_id", scope.id()}, {"sessao_id", session}}).value();
}

bool close(db::Transaction& transaction, auth::CompanyScope const& scope, SessaoId id, UserId by, Instant now) {
    return transaction.execute(close_row, {{"emitente_id", scope.id()}, {"id", id}, {"user_id", by}, {"now", now}}) ==
           1;
}

void set_note(db::Transaction& transaction, auth::CompanyScope const& scope, SessaoId id,
              std::optional<std::string> const& note) {
    transaction.execute(note_row, {{"emitente_id", scope.id()}, {"id", id}, {"nota", note}});
}

bool append(db::Transaction& transaction, auth::CompanyScope const& scope, SessaoId session, std::string_view ambiente,
            std::span<Movement> movements) {
    auto const raised = transaction.execute(
        raise_count,
        {{"emitente_id", scope.id()}, {"id", session}, {"more", static_cast<std::int64_t>(movements.size())}});
    if (raised == 0) return false;
    figures::Changes changes;
    auto const zone = figures::time_zone(transaction, scope);
    for (auto& one : movements) {
        add_figure(changes, zone, ambiente, one.tipo, one.tPag, one.valor.raw(), one.created_at);
        one.seq = transaction
                      .scalar<std::int64_t>(insert_movement, {{"emitente_id", scope.id()},
                                                              {"ambiente", ambiente},
                                                              {"sessao_id", session},
                                                              {"tipo", one.tipo},
                                                              {"tPag", one.tPag},
                                                              {"valor", one.valor},
                                                              {"venda_id", one.venda_id},
                                                              {"motivo", one.motivo},
                                                              {"tardio", one.tardio},
                                                              {"user_id", one.user_id},
                                                              {"created_at", one.created_at}})
                      .value();
    }
    changes.write(transaction, scope);
    return true;
}

void add_figures_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day,
                        figures::Changes& changes) {
    auto const zone = figures::time_zone(connection, scope);
    connection.run(
        moved_in_time,
        {{"emitente_id", scope.id()}, {"de", start_of_day(day, zone)}, {"ate", start_of_day(add_days(day, 1), zone)}},
        [&](db::Row const& row) {
            add_figure(changes, zone, row.text(0), row.text(1), row.text(2), row.integer(3), row.get<Instant>(4));
        });
}

std::vector<Movement> find_movements(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session,
                                     Which which, std::int64_t limit, std::int64_t offset) {
    auto params = of_session(scope, session);
    params.emplace_back("limit", limit);
    params.emplace_back("offset", offset);
    return connection.all(which == Which::all ? all_movements : movements_by_hand, params, only_movement);
}

std::int64_t count_movements(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session,
                             Which which) {
    return connection.scalar<std::int64_t>(which == Which::all ? count_all : count_by_hand, of_session(scope, session))
        .value_or(0);
}

std::vector<Movement> find_origin(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session) {
    return connection.all(origin_rows, of_session(scope, session), only_movement);
}

std::optional<FoundMovement> find_movement(db::Connection& connection, auth::CompanyScope const& scope,
                                           std::int64_t seq) {
    return connection.first(one_movement, {{"emitente_id", scope.id()}, {"seq", seq}}, read_movement);
}

std::vector<Sum> find_sums(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session) {
    return connection.all(sums_of, of_session(scope, session), read_sum);
}

std::vector<Sum> find_sums_of_sale(db::Connection& connection, auth::CompanyScope const& scope, sales::VendaId sale) {
    return connection.all(sums_of_sale, {{"emitente_id", scope.id()}, {"venda_id", sale}}, read_sum);
}

std::optional<Amounts> find_counted(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session) {
    std::optional<Amounts> counted;
    connection.run(counts_of, of_session(scope, session), [&](db::Row const& row) {
        if (!counted) counted.emplace();
        (*counted)[kind_of(row.text(0))] = row.get<Money>(1);
    });
    return counted;
}

void insert_count(db::Transaction& transaction, auth::CompanyScope const& scope, Session const& session,
                  Amounts const& counted, Amounts const& expected, Instant now) {
    std::vector<db::Params> rows;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        rows.push_back({{"emitente_id", scope.id()},
                        {"ambiente", session.ambiente},
                        {"sessao_id", session.id},
                        {"tPag", kinds[i]},
                        {"contado", counted[i]},
                        {"esperado", expected[i]},
                        {"diferenca", counted[i] - expected[i]},
                        {"now", now}});
    }
    transaction.execute_each(insert_count_row, rows);
}

void put_off(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
             StationId station, sales::VendaId sale, Instant now) {
    transaction.execute(insert_put_off, {{"emitente_id", scope.id()},
                                         {"ambiente", ambiente},
                                         {"estacao_id", station},
                                         {"venda_id", sale},
                                         {"now", now}});
}

std::vector<sales::VendaId> take_put_off(db::Transaction& transaction, auth::CompanyScope const& scope,
                                         std::string_view ambiente, StationId station) {
    return transaction.all(take_off, {{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"estacao_id", station}},
                           [](db::Row const& row) { return row.get<sales::VendaId>(0); });
}

SaleCount count_sales(db::Connection& connection, auth::CompanyScope const& scope, SessaoId session) {
    return connection
        .first(sales_of, of_session(scope, session),
               [](db::Row const& row) { return SaleCount{.vendas = row.integer(0), .canceladas = row.integer(1)}; })
        .value();
}

std::string pending_json(db::Connection& connection, auth::CompanyScope const& scope, Session const& session) {
    auto params = of_session(scope, session.id);
    params.emplace_back("ambiente", session.ambiente);
    params.emplace_back("estacao_id", session.estacao_id);
    params.emplace_back("most", most_pending);
    std::string notas;
    connection.run(pending_notas, params, [&](db::Row const& row) {
        json::ObjectWriter nota;
        nota.text("id", row.uuid(0).to_string());
        nota.integer("serie", row.integer(1));
        nota.integer("numero", row.integer(2));
        nota.text("estado", row.text(3));
        notas += (notas.empty() ? "" : ",") + nota.take();
    });
    json::ObjectWriter writer;
    writer.raw("notas", '[' + notas + ']');
    writer.integer("contingencia", connection.scalar<std::int64_t>(waiting_offline, params).value_or(0));
    writer.integer("em_espera", connection.scalar<std::int64_t>(parked_there, params).value_or(0));
    return writer.take();
}

std::vector<Reported> find_reported(db::Connection& connection, auth::CompanyScope const& scope,
                                    std::string_view ambiente, Instant from, Instant before) {
    db::Params const params{{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"from", from}, {"before", before}};
    auto sessions = connection.all(reported_sessions, params, [](db::Row const& row) {
        return Reported{.id = row.get<SessaoId>(0),
                        .aberta_em = row.get<Instant>(1),
                        .operador_id = row.get<UserId>(2),
                        .operador = row.get<std::string>(3)};
    });
    std::map<SessaoId, Reported*> by_id;
    for (auto& session : sessions) by_id.emplace(session.id, &session);
    connection.run(reported_sums, params,
                   [&](db::Row const& row) { by_id.at(row.get<SessaoId>(4))->sums.push_back(read_sum(row)); });
    connection.run(reported_counts, params, [&](db::Row const& row) {
        auto& counted = by_id.at(row.get<SessaoId>(2))->counted;
        if (!counted) counted.emplace();
        (*counted)[kind_of(row.text(0))] = row.get<Money>(1);
    });
    return sessions;
}

} // namespace balcao::cash
