#include "selling/returns/returns_store.hpp"

#include <utility>

#include "platform/db/entity.hpp"

namespace balcao::returns {

namespace {

#define OF_ENTRY(column)                                                                                               \
    "(select e." column " from nfce e where e.emitente_id = :emitente_id and e.devolucao_id = devolucao.id "           \
    "and e.substituida_por is null)"
constexpr Field fields[]{
    field<&Return::id>("id"),
    field<&Return::ambiente>("ambiente"),
    field<&Return::venda_id>("venda_id"),
    field<&Return::nfce_id>("nfce_id"),
    field<&Return::serie>("serie", {.derived = "(select n.serie from nfce n where n.emitente_id = :emitente_id "
                                               "and n.id = devolucao.nfce_id)"}),
    field<&Return::numero>("numero", {.derived = "(select n.numero from nfce n where n.emitente_id = :emitente_id "
                                                 "and n.id = devolucao.nfce_id)"}),
    field<&Return::motivo>("motivo"),
    field<&Return::destino>("destino"),
    field<&Return::total>("total"),
    field<&Return::estacao_id>("estacao_id"),
    field<&Return::sessao_id>("sessao_id"),
    field<&Return::nfe_chave>("nfe_chave"),
    field<&Return::nfe_em>("nfe_em"),
    field<&Return::nfe_id>("nfe_id", {.derived = OF_ENTRY("id") " as nfe_id"}),
    field<&Return::nfe_serie>("nfe_serie", {.derived = OF_ENTRY("serie")}),
    field<&Return::nfe_numero>("nfe_numero", {.derived = OF_ENTRY("numero")}),
    field<&Return::nfe_estado>("nfe_estado", {.derived = OF_ENTRY("estado")}),
    field<&Return::user_id>("user_id"),
    field<&Return::usuario>("usuario", {.derived = "(select u.full_name from users u where u.id = devolucao.user_id)"}),
    field<&Return::created_at>("created_at"),
};

std::string const find_sql =
    "select " + db::columns(fields) + " from devolucao where emitente_id = :emitente_id and id = :id";
db::Query const find_row{"returns_find", find_sql};
std::string const of_sale_sql = "select " + db::columns(fields) +
                                " from devolucao where emitente_id = :emitente_id and venda_id = :venda_id "
                                "order by created_at, id";
db::Query const of_sale{"returns_of_sale", of_sale_sql};
std::string const insert_sql = "insert into devolucao (emitente_id, " + db::column_names(fields) +
                               ") values (:emitente_id, " + db::placeholders(fields) + ")";
db::Query const insert_row{"returns_insert", insert_sql};
constexpr db::Query insert_item{"returns_insert_item", R"sql(
    insert into devolucao_item (emitente_id, devolucao_id, venda_id, ordem, quantidade, valor)
    values (:emitente_id, :devolucao_id, :venda_id, :ordem, :quantidade, :valor))sql"};
constexpr db::Query items_of_return{"returns_items", R"sql(
    select ordem, quantidade, valor from devolucao_item
    where emitente_id = :emitente_id and devolucao_id = :devolucao_id order by ordem)sql"};
constexpr db::Query returned_of{"returns_returned", R"sql(
    select ordem, sum(quantidade), sum(valor) from devolucao_item
    where emitente_id = :emitente_id and venda_id = :venda_id group by ordem order by ordem)sql"};
constexpr db::Query set_note{"returns_set_entry_note", R"sql(
    update devolucao set nfe_chave = :nfe_chave, nfe_em = :nfe_em where emitente_id = :emitente_id and id = :id)sql"};

// Of the receipt's series and operador, not of the person who took the goods back.
#define RETURNED                                                                                                       \
    "select d.id, d.ambiente, d.created_at, d.total, n.serie, n.operador_id, v.cliente_id, v.cpf from devolucao d "    \
    "join nfce n on n.emitente_id = :emitente_id and n.id = d.nfce_id "                                                \
    "join venda v on v.emitente_id = :emitente_id and v.id = d.venda_id "                                              \
    "where d.emitente_id = :emitente_id and "
constexpr db::Query figures_of_one{"returns_figures", RETURNED "d.id = :id"};
constexpr db::Query figures_of_time{"returns_figures_of_day",
                                    RETURNED "d.ambiente in ('producao', 'homologacao', 'simulador') "
                                             "and d.created_at >= :de and d.created_at < :ate"};
constexpr db::Query products_of{"returns_figures_products", R"sql(
    select i.produto_id, r.quantidade, r.valor from devolucao_item r
    join venda_item i on i.emitente_id = :emitente_id and i.venda_id = r.venda_id and i.ordem = r.ordem
    where r.emitente_id = :emitente_id and r.devolucao_id = :id)sql"};

struct ForFigures {
    ReturnId id;
    figures::Key key;
    std::int64_t total = 0;
    std::string client;
};

void add_returned(db::Connection& connection, auth::CompanyScope const& scope, db::Query const& query,
                  db::Params const& params, figures::Changes& changes) {
    auto const zone = figures::time_zone(connection, scope);
    auto const found = connection.all(query, params, [&](db::Row const& row) {
        return ForFigures{.id = row.get<ReturnId>(0),
                          .key = {.ambiente = row.get<std::string>(1),
                                  .dimensao = {},
                                  .dia = local_date(row.get<Instant>(2), zone),
                                  .grupo = "devolucao",
                                  .serie = row.integer(4),
                                  .operador = row.uuid(5)},
                          .total = row.integer(3),
                          .client = !row.is_null(6)   ? row.uuid(6).to_string()
                                    : !row.is_null(7) ? row.get<std::string>(7)
                                                      : std::string(figures::nobody)};
    });
    for (auto const& one : found) {
        auto key = one.key;
        key.dimensao = "hora";
        changes.add(key, {.quantidade = 1, .valor = one.total});
        key.dimensao = "cliente";
        key.chave = one.client;
        changes.add(key, {.quantidade = 1, .valor = one.total});
        key.dimensao = "produto";
        connection.run(products_of, {{"emitente_id", scope.id()}, {"id", one.id}}, [&](db::Row const& row) {
            key.chave = row.uuid(0).to_string();
            changes.add(key, {.quantidade = 1, .valor = row.integer(2), .volume = row.integer(1)});
        });
    }
}

Return return_of(db::Row const& row) { return db::read_row<Return>(fields, row); }

ReturnedItem read_item(db::Row const& row) {
    return {.ordem = row.integer(0), .quantidade = row.get<Quantity>(1), .valor = row.get<Money>(2)};
}

} // namespace

Fields return_fields() { return fields; }

std::optional<Return> find(db::Connection& connection, auth::CompanyScope const& scope, ReturnId id) {
    return connection.first(find_row, {{"emitente_id", scope.id()}, {"id", id}}, return_of);
}

std::vector<ReturnedItem> find_items(db::Connection& connection, auth::CompanyScope const& scope, ReturnId id) {
    return connection.all(items_of_return, {{"emitente_id", scope.id()}, {"devolucao_id", id}}, read_item);
}

std::vector<Return> find_of_sale(db::Connection& connection, auth::CompanyScope const& scope, sales::VendaId sale) {
    return connection.all(of_sale, {{"emitente_id", scope.id()}, {"venda_id", sale}}, return_of);
}

std::vector<ReturnedItem> find_returned(db::Connection& connection, auth::CompanyScope const& scope,
                                        sales::VendaId sale) {
    return connection.all(returned_of, {{"emitente_id", scope.id()}, {"venda_id", sale}}, read_item);
}

ReturnPage find_page(db::Connection& connection, auth::CompanyScope const& scope, ReturnFilter const& filter,
                     std::int64_t limit, std::int64_t offset) {
    std::string where = "emitente_id = :emitente_id and ambiente = :ambiente";
    if (filter.pending) where += *filter.pending ? " and nfe_chave is null" : " and nfe_chave is not null";
    db::Params params{{"emitente_id", scope.id()}, {"ambiente", filter.ambiente}};
    if (filter.de) {
        where += " and created_at >= :de";
        params.emplace_back("de", *filter.de);
    }
    if (filter.ate) {
        where += " and created_at < :ate";
        params.emplace_back("ate", *filter.ate);
    }
    auto const columns = db::columns(fields);
    return db::newest_page(connection,
                           {.name = "returns",
                            .table = "devolucao",
                            .columns = columns,
                            .where = where,
                            .time = "created_at",
                            .limit = limit,
                            .offset = offset},
                           std::move(params), return_of);
}

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Return const& made,
            std::vector<ReturnedItem> const& items) {
    auto params = db::params(fields, made);
    params.emplace_back("emitente_id", scope.id());
    transaction.execute(insert_row, params);
    std::vector<db::Params> rows;
    for (auto const& item : items) {
        rows.push_back({{"emitente_id", scope.id()},
                        {"devolucao_id", made.id},
                        {"venda_id", made.venda_id},
                        {"ordem", item.ordem},
                        {"quantidade", item.quantidade},
                        {"valor", item.valor}});
    }
    transaction.execute_each(insert_item, rows);
    figures::Changes changes;
    add_returned(transaction, scope, figures_of_one, {{"emitente_id", scope.id()}, {"id", made.id}}, changes);
    changes.write(transaction, scope);
}

void add_figures_of_day(db::Connection& connection, auth::CompanyScope const& scope, std::string_view day,
                        figures::Changes& changes) {
    auto const zone = figures::time_zone(connection, scope);
    add_returned(
        connection, scope, figures_of_time,
        {{"emitente_id", scope.id()}, {"de", start_of_day(day, zone)}, {"ate", start_of_day(add_days(day, 1), zone)}},
        changes);
}

void set_entry_note(db::Transaction& transaction, auth::CompanyScope const& scope, ReturnId id,
                    std::optional<std::string> const& chave, std::optional<Instant> const& at) {
    transaction.execute(set_note, {{"emitente_id", scope.id()}, {"id", id}, {"nfe_chave", chave}, {"nfe_em", at}});
}

} // namespace balcao::returns
