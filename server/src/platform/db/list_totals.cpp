#include "platform/db/list_totals.hpp"

namespace balcao::db {

namespace {

constexpr Query change_total{"change_list_total", R"sql(
    insert into contagens (emitente_id, tabela, situacao, total)
    values (:emitente_id, :tabela, :situacao, :delta)
    on conflict (emitente_id, tabela, situacao) do update set total = contagens.total + excluded.total)sql"};

constexpr Query note_change{"list_totals_note_change", R"sql(
    insert into contagens_mudancas (emitente_id, tabela, situacao, mudanca)
    values (:emitente_id, :tabela, :situacao, :delta))sql"};

constexpr Query read_list_totals{"list_totals", R"sql(
    select situacao, cast(sum(quantidade) as bigint) from (
        select situacao, total as quantidade from contagens where emitente_id = :emitente_id and tabela = :tabela
        union all
        select situacao, mudanca from contagens_mudancas where emitente_id = :emitente_id and tabela = :tabela) as partes
    group by situacao)sql"};

constexpr Query any_change{"list_totals_any_change", "select 1 from contagens_mudancas limit 1"};

constexpr Query add_up{"list_totals_add_up", R"sql(
    with taken as (delete from contagens_mudancas returning emitente_id, tabela, situacao, mudanca)
    insert into contagens (emitente_id, tabela, situacao, total)
    select emitente_id, tabela, situacao, sum(mudanca) from taken group by emitente_id, tabela, situacao
    on conflict (emitente_id, tabela, situacao) do update set total = contagens.total + excluded.total)sql"};

} // namespace

void change_list_total(Transaction& transaction, Uuid company_or_nil, std::string_view table, std::string_view status,
                       int delta) {
    transaction.execute(transaction.dialect() == Dialect::sqlite ? change_total : note_change,
                        {{"emitente_id", company_or_nil}, {"tabela", table}, {"situacao", status}, {"delta", delta}});
}

std::map<std::string, std::int64_t> list_totals(Connection& connection, Uuid company_or_nil, std::string_view table) {
    std::map<std::string, std::int64_t> found;
    connection.run(read_list_totals, {{"emitente_id", company_or_nil}, {"tabela", table}},
                   [&](Row const& row) { found.emplace(row.text(0), row.integer(1)); });
    return found;
}

std::int64_t list_total(Connection& connection, Uuid company_or_nil, std::string_view table, std::string_view status) {
    auto const all = list_totals(connection, company_or_nil, table);
    auto const found = all.find(std::string(status));
    return found == all.end() ? 0 : found->second;
}

void add_up_list_totals(Database& database) {
    if (database.dialect() == Dialect::sqlite) return;
    auto const is_due =
        database.read([](Connection& connection) { return connection.scalar<std::int64_t>(any_change).has_value(); });
    if (is_due) database.write([](Transaction& transaction) { transaction.execute(add_up); });
}

} // namespace balcao::db
