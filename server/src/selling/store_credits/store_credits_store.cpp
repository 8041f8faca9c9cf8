#include "selling/store_credits/store_credits_store.hpp"

#include <array>
#include <utility>

#include "platform/db/entity.hpp"

namespace balcao::store_credits {

namespace {

struct Row {
    CreditId id;
    std::string ambiente;
    std::string codigo;
    Money valor;
    Money saldo;
    std::string validade;
    Instant created_at;
};
constexpr Field row_fields[]{
    field<&Row::id>("id"),
    field<&Row::ambiente>("ambiente"),
    field<&Row::codigo>("codigo"),
    field<&Row::valor>("valor"),
    field<&Row::saldo>("saldo"),
    field<&Row::validade>("validade"),
    field<&Row::created_at>("created_at"),
};

std::string const read_columns = db::columns(row_fields) + ", devolucao_id";
std::string const find_sql = "select " + read_columns +
                             " from credito_loja where emitente_id = :emitente_id and codigo = :codigo "
                             "and ambiente = :ambiente";
db::Query const find_row{"store_credits_find", find_sql};
std::string const of_return_sql = "select " + read_columns +
                                  " from credito_loja where emitente_id = :emitente_id and devolucao_id = "
                                  ":devolucao_id";
db::Query const find_of_return_row{"store_credits_of_return", of_return_sql};
std::string const insert_sql = "insert into credito_loja (emitente_id, devolucao_id, " + db::column_names(row_fields) +
                               ") values (:emitente_id, :devolucao_id, " + db::placeholders(row_fields) + ")";
db::Query const insert_row{"store_credits_insert", insert_sql};
constexpr db::Query take_row{"store_credits_take", R"sql(
    update credito_loja set saldo = saldo - :valor
    where emitente_id = :emitente_id and id = :id and saldo >= :valor and validade >= :day)sql"};
constexpr db::Query put_back_row{"store_credits_put_back", R"sql(
    update credito_loja set saldo = saldo + :valor where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query insert_use_row{"store_credits_insert_use", R"sql(
    insert into credito_uso (emitente_id, credito_id, venda_id, ordem, valor, created_at)
    values (:emitente_id, :credito_id, :venda_id, :ordem, :valor, :now))sql"};
constexpr db::Query take_back{"store_credits_take_back_uses", R"sql(
    update credito_uso set devolvido_em = :now
    where emitente_id = :emitente_id and venda_id = :venda_id and devolvido_em is null returning credito_id, valor)sql"};

StoreCredit read_credit(db::Row const& row) {
    auto read = db::read_row<Row>(row_fields, row);
    return {.id = read.id,
            .ambiente = std::move(read.ambiente),
            .codigo = std::move(read.codigo),
            .valor = read.valor,
            .saldo = read.saldo,
            .validade = std::move(read.validade),
            .devolucao_id = row.uuid(static_cast<int>(std::size(row_fields))),
            .created_at = read.created_at};
}

} // namespace

Standing standing_of(StoreCredit const& credit, std::string_view day) {
    if (credit.saldo.is_zero()) return Standing::used_up;
    return credit.validade < day ? Standing::expired : Standing::usable;
}

std::optional<StoreCredit> find(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                                std::string_view codigo) {
    return connection.first(find_row, {{"emitente_id", scope.id()}, {"codigo", codigo}, {"ambiente", ambiente}},
                            read_credit);
}

std::optional<StoreCredit> find_of_return(db::Connection& connection, auth::CompanyScope const& scope,
                                          Uuid const& devolucao) {
    return connection.first(find_of_return_row, {{"emitente_id", scope.id()}, {"devolucao_id", devolucao}},
                            read_credit);
}

CreditPage find_page(db::Connection& connection, auth::CompanyScope const& scope, CreditFilter const& filter,
                     std::int64_t limit, std::int64_t offset) {
    std::string where = "emitente_id = :emitente_id and ambiente = :ambiente";
    auto const pattern = filter.codigo + '%';
    db::Params params{
        {"emitente_id", scope.id()}, {"ambiente", filter.ambiente}, {"day", filter.day}, {"codigo", pattern}};
    if (filter.standing == Standing::usable) where += " and saldo > 0 and validade >= :day";
    if (filter.standing == Standing::used_up) where += " and saldo = 0";
    if (filter.standing == Standing::expired) where += " and saldo > 0 and validade < :day";
    if (!filter.codigo.empty()) where += " and codigo like :codigo";
    return db::newest_page(connection,
                           {.name = "store_credits",
                            .table = "credito_loja",
                            .columns = read_columns,
                            .where = where,
                            .time = "created_at",
                            .limit = limit,
                            .offset = offset},
                           std::move(params), read_credit);
}

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, StoreCredit const& credit) {
    Row const row{.id = credit.id,
                  .ambiente = credit.ambiente,
                  .codigo = credit.codigo,
                  .valor = credit.valor,
                  .saldo = credit.saldo,
                  .validade = credit.validade,
                  .created_at = credit.created_at};
    auto params = db::params(row_fields, row);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("devolucao_id", credit.devolucao_id);
    transaction.execute(insert_row, params);
}

bool take(db::Transaction& transaction, auth::CompanyScope const& scope, CreditId id, Money valor,
          std::string_view day) {
    return transaction.execute(take_row, {{"emitente_id", scope.id()}, {"id", id}, {"valor", valor}, {"day", day}}) ==
           1;
}

void put_back(db::Transaction& transaction, auth::CompanyScope const& scope, CreditId id, Money valor) {
    transaction.execute(put_back_row, {{"emitente_id", scope.id()}, {"id", id}, {"valor", valor}});
}

void insert_use(db::Transaction& transaction, auth::CompanyScope const& scope, sales::VendaId sale, std::int64_t ordem,
                Use const& use, Instant now) {
    transaction.execute(insert_use_row, {{"emitente_id", scope.id()},
                                         {"credito_id", use.credito},
                                         {"venda_id", sale},
                                         {"ordem", ordem},
                                         {"valor", use.valor},
                                         {"now", now}});
}

std::vector<Use> take_back_uses(db::Transaction& transaction, auth::CompanyScope const& scope, sales::VendaId sale,
                                Instant now) {
    return transaction.all(
        take_back, {{"emitente_id", scope.id()}, {"venda_id", sale}, {"now", now}},
        [](db::Row const& row) { return Use{.credito = row.get<CreditId>(0), .valor = row.get<Money>(1)}; });
}

} // namespace balcao::store_credits
