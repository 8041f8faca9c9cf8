#include "office/example_shop/example_shop_store.hpp"

#include <array>

namespace balcao::example_shop {

namespace {

constexpr db::Query find_shop{"example_shop_find", R"sql(
    select estado, emitente_id, cnpj, feitas, total, erro from loja_exemplo where marcador = 1)sql"};
constexpr db::Query hold_shop{"example_shop_hold", "update loja_exemplo set marcador = marcador where marcador = 1"};
constexpr db::Query begin_shop{"example_shop_begin", R"sql(
    update loja_exemplo set estado = 'preparando', emitente_id = :company, cnpj = :cnpj, feitas = 0, total = :total,
        erro = null, user_id = :user_id
    where marcador = 1)sql"};
constexpr db::Query advance_shop{"example_shop_advance", "update loja_exemplo set feitas = :feitas where marcador = 1"};
constexpr db::Query set_shop_state{"example_shop_set_state",
                                   "update loja_exemplo set estado = :estado, erro = :erro where marcador = 1"};
constexpr db::Query end_shop{"example_shop_end", R"sql(
    update loja_exemplo set estado = 'nenhuma', emitente_id = null, cnpj = null, feitas = 0, total = 0, erro = null,
        user_id = null
    where marcador = 1)sql"};

constexpr db::Query made_records{"example_shop_made", R"sql(
    select ordem, registro_id from loja_exemplo_registro where emitente_id = :emitente_id and tipo = :tipo)sql"};
constexpr db::Query keep_record{"example_shop_keep", R"sql(
    insert into loja_exemplo_registro (emitente_id, tipo, ordem, registro_id, documento)
    values (:emitente_id, :tipo, :ordem, :registro_id, :documento))sql"};

// What of a table did not come with the shop.
#define ENTERED(name, kind, from)                                                                                      \
    {"example_shop_entered_" name,                                                                                     \
     "select count(*) from " from " and not exists (select 1 from loja_exemplo_registro r "                            \
     "where r.emitente_id = :emitente_id and r.registro_id = x.id and r.tipo = '" kind "')"}
struct EnteredQuery {
    db::Query query;
    std::string_view one;
    std::string_view many;
};
constexpr auto entered_queries = std::to_array<EnteredQuery>({
    {ENTERED("products", "produto", "produtos x where x.id_emit = :emitente_id and x.deleted_at is null"), "produto",
     "produtos"},
    {ENTERED("tax_profiles", "perfil", "perfil_fiscal x where x.emitente_id = :emitente_id"), "perfil fiscal",
     "perfis fiscais"},
    {ENTERED("budgets", "pedido", "orcamento x where x.emitente_id = :emitente_id and x.deleted_at is null"),
     "orçamento ou pedido", "orçamentos ou pedidos"},
    {ENTERED("stations", "estacao", "estacao x where x.emitente_id = :emitente_id and x.ativo = 'S'"), "estação",
     "estações"},
    {{"example_shop_entered_sales",
      "select count(*) from venda where emitente_id = :emitente_id and ambiente <> 'simulador'"},
     "venda fora do simulador",
     "vendas fora do simulador"},
    {{"example_shop_cnpj_changed", R"sql(
        select count(*) from emitente e join loja_exemplo l on l.emitente_id = e.id
        where e.id = :emitente_id and e.cnpj <> l.cnpj)sql"},
     "CNPJ trocado",
     "CNPJs trocados"},
    {{"example_shop_people_changed", R"sql(
        select count(*) from loja_exemplo_registro r join pessoas p on p.id = r.registro_id
        where r.emitente_id = :emitente_id and r.tipo = 'pessoa' and p.deleted_at is null
            and p.cpf_cnpj <> r.documento)sql"},
     "pessoa com outro CPF ou CNPJ",
     "pessoas com outro CPF ou CNPJ"},
    {{"example_shop_people_elsewhere", R"sql(
        select count(*) from loja_exemplo_registro r join orcamento o on o.cliente_id = r.registro_id
        where r.emitente_id = :emitente_id and r.tipo = 'pessoa' and o.emitente_id <> :emitente_id)sql"},
     "pedido de outra empresa para uma pessoa de exemplo",
     "pedidos de outra empresa para pessoas de exemplo"},
});
#undef ENTERED

#define OF_COMPANY(table) {"example_shop_drop_" #table, "delete from " #table " where emitente_id = :emitente_id"}
// What refers to something goes before it; what is counted has no row to go with.
constexpr auto drops = std::to_array<db::Query>({
    OF_COMPANY(pedido_entrega_item),
    OF_COMPANY(pedido_entrega),
    OF_COMPANY(orcamento_composicao),
    OF_COMPANY(orcamento_parcela),
    OF_COMPANY(orcamento),
    // By the indexes of what is in the bin and what is not.
    {"example_shop_drop_produtos", "delete from produtos where id_emit = :emitente_id and deleted_at is null"},
    {"example_shop_drop_produtos_bin", "delete from produtos where id_emit = :emitente_id and deleted_at is not null"},
    OF_COMPANY(contagens),
    OF_COMPANY(contagens_mudancas),
});
#undef OF_COMPANY

} // namespace

Shop find(db::Connection& connection) {
    return connection
        .first(find_shop, {},
               [](db::Row const& row) {
                   return Shop{.estado = row.get<std::string>(0),
                               .company = row.get<std::optional<CompanyId>>(1),
                               .cnpj = row.get<std::optional<std::string>>(2),
                               .feitas = row.get<std::int64_t>(3),
                               .total = row.get<std::int64_t>(4),
                               .erro = row.get<std::optional<std::string>>(5)};
               })
        .value();
}

void hold(db::Transaction& transaction) { transaction.execute(hold_shop); }

void begin(db::Transaction& transaction, CompanyId company, std::string_view cnpj, std::int64_t total, UserId user) {
    transaction.execute(begin_shop, {{"company", company}, {"cnpj", cnpj}, {"total", total}, {"user_id", user}});
}

void advance(db::Transaction& transaction, std::int64_t feitas) {
    transaction.execute(advance_shop, {{"feitas", feitas}});
}

void set_state(db::Transaction& transaction, std::string_view estado, std::optional<std::string> const& erro) {
    transaction.execute(set_shop_state, {{"estado", estado}, {"erro", erro}});
}

void end(db::Transaction& transaction) { transaction.execute(end_shop); }

Made made(db::Connection& connection, auth::CompanyScope const& scope, std::string_view tipo) {
    Made found;
    connection.run(made_records, {{"emitente_id", scope.id()}, {"tipo", tipo}},
                   [&](db::Row const& row) { found.emplace(static_cast<std::size_t>(row.integer(0)), row.uuid(1)); });
    return found;
}

void keep(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view tipo, std::size_t ordem,
          Uuid const& id, std::optional<std::string> const& documento) {
    transaction.execute(
        keep_record,
        {{"emitente_id", scope.id()}, {"tipo", tipo}, {"ordem", ordem}, {"registro_id", id}, {"documento", documento}});
}

std::vector<Entered> entered(db::Connection& connection, auth::CompanyScope const& scope) {
    std::vector<Entered> found;
    for (auto const& [query, one, many] : entered_queries) {
        auto const count = connection.scalar<std::int64_t>(query, {{"emitente_id", scope.id()}}).value_or(0);
        if (count > 0) found.push_back({.count = count, .one = one, .many = many});
    }
    return found;
}

void drop_records(db::Transaction& transaction, auth::CompanyScope const& scope) {
    for (auto const& drop : drops) transaction.execute(drop, {{"emitente_id", scope.id()}});
}

} // namespace balcao::example_shop
