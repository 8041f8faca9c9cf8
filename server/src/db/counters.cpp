#include "db/counters.hpp"

namespace balcao::db {

namespace {

constexpr Query adjust_total{"adjust_total", R"sql(
    insert into contagens (emitente_id, tabela, situacao, total)
    values (:emitente_id, :tabela, :situacao, :delta)
    on conflict (emitente_id, tabela, situacao) do update set total = contagens.total + excluded.total)sql"};

constexpr Query read_total{"read_total", R"sql(
    select total from contagens
    where emitente_id = :emitente_id and tabela = :tabela and situacao = :situacao)sql"};

} // namespace

void adjust(Transaction& transaction, Uuid company_or_nil, std::string_view table, std::string_view status, int delta) {
    transaction.execute(adjust_total,
                        {{"emitente_id", company_or_nil}, {"tabela", table}, {"situacao", status}, {"delta", delta}});
}

std::int64_t total(Connection& connection, Uuid company_or_nil, std::string_view table, std::string_view status) {
    return connection
        .scalar<std::int64_t>(read_total, {{"emitente_id", company_or_nil}, {"tabela", table}, {"situacao", status}})
        .value_or(0);
}

} // namespace balcao::db
