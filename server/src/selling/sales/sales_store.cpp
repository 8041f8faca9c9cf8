#include "selling/sales/sales_store.hpp"

#include <boost/json/value.hpp>

#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::sales {

namespace {

std::string const find_sql = "select " + db::columns(sale_fields()) +
                             ", entrega, corpo_sha256, nfe from venda where emitente_id = :emitente_id "
                             "and id = :id";
db::Query const find_row{"sales_find", find_sql};
std::string const items_sql = "select " + db::columns(item_fields()) +
                              ", lote from venda_item where emitente_id = :emitente_id and venda_id = :id "
                              "order by ordem";
db::Query const find_items{"sales_items", items_sql};
std::string const payments_sql = "select " + db::columns(payment_fields()) +
                                 " from venda_pagamento where emitente_id = :emitente_id and venda_id = :id "
                                 "order by ordem";
db::Query const find_payments{"sales_payments", payments_sql};
constexpr Field parked[]{
    field<&ParkedSale::id>("id"),
    field<&ParkedSale::em_espera>("em_espera"),
    field<&ParkedSale::operador_id>("operador_id"),
    field<&ParkedSale::operador>("operador", {.derived = "(select full_name from users where users.id = operador_id)"}),
    field<&ParkedSale::nome>("nome"),
    field<&ParkedSale::total>("total"),
    field<&ParkedSale::itens>("itens", {.derived = "(select count(*) from venda_item i "
                                                   "where i.emitente_id = :emitente_id and i.venda_id = venda.id)"}),
    field<&ParkedSale::updated_at>("updated_at"),
    field<&ParkedSale::version>("version"),
};
std::string const parked_sql = "select " + db::columns(parked) +
                               " from venda where venda.emitente_id = :emitente_id and estado = 'aberta' and "
                               "em_espera is not null and (ambiente <> 'simulador' or :treino = 1) and "
                               "(ambiente = 'simulador' or :reais = 1) order by updated_at desc, id limit :most";
db::Query const parked_rows{"sales_parked", parked_sql};

std::string const insert_sql =
    "insert into venda (emitente_id, entrega, nfe, corpo_sha256, " + db::column_names(sale_fields()) +
    ") values (:emitente_id, :entrega, :nfe, :corpo_sha256, " + db::placeholders(sale_fields()) + ")";
db::Query const insert_row{"sales_insert", insert_sql};
std::string const insert_item_sql = "insert into venda_item (emitente_id, venda_id, ordem, lote, " +
                                    db::column_names(item_fields()) + ") values (:emitente_id, :id, :ordem, :lote, " +
                                    db::placeholders(item_fields()) + ")";
db::Query const insert_item{"sales_insert_item", insert_item_sql};
std::string const insert_payment_sql = "insert into venda_pagamento (emitente_id, venda_id, ordem, " +
                                       db::column_names(payment_fields()) + ") values (:emitente_id, :id, :ordem, " +
                                       db::placeholders(payment_fields()) + ")";
db::Query const insert_payment{"sales_insert_payment", insert_payment_sql};
std::string const replace_sql =
    "update venda set entrega = :entrega, nfe = :nfe, corpo_sha256 = :corpo_sha256, " +
    db::assignments(sale_fields(), {"id", "created_at", "version"}) +
    ", version = version + 1 where emitente_id = :emitente_id and id = :id and estado = 'aberta' and "
    "version = :version";
db::Query const replace_row{"sales_replace_draft", replace_sql};
constexpr db::Query find_order{"sales_order", R"sql(
    select orcamento_id from venda
    where emitente_id = :emitente_id and id = :id and orcamento_id is not null and ambiente <> 'simulador')sql"};
constexpr db::Query drop_items{"sales_drop_items", R"sql(
    delete from venda_item where emitente_id = :emitente_id and venda_id = :id)sql"};
constexpr db::Query drop_payments{"sales_drop_payments", R"sql(
    delete from venda_pagamento where emitente_id = :emitente_id and venda_id = :id)sql"};
constexpr db::Query set_state_row{"sales_set_state", R"sql(
    update venda set estado = :estado, em_espera = :em_espera, operador_id = :operador_id, updated_at = :updated_at,
        version = version + 1
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query correct_row{"sales_correct", R"sql(
    update venda set cliente_id = :cliente_id, cpf = :cpf, nome = :nome, entrega = :entrega, nfe = :nfe, updated_at = :now,
        version = version + 1
    where emitente_id = :emitente_id and id = :id and estado = 'emitida' and version = :version)sql"};
constexpr db::Query correct_payment{"sales_correct_payment", R"sql(
    update venda_pagamento set tpIntegra = :tpIntegra, credenciadora = :credenciadora, tBand = :tBand, cAut = :cAut
    where emitente_id = :emitente_id and venda_id = :id and ordem = :ordem)sql"};
constexpr db::Query undo_row{"sales_undo", R"sql(
    update venda set estado = 'desfeita', updated_at = :now, version = version + 1
    where emitente_id = :emitente_id and id = :id and estado = 'emitida')sql"};

template <class Part>
std::optional<Part> part_of(std::optional<std::string> const& text, Fields fields) {
    if (!text) return std::nullopt;
    std::vector<FieldProblem> problems;
    return read_entity<Part>(fields, json::parse_object(*text).value(), problems);
}

db::Params key(auth::CompanyScope const& scope, VendaId id) { return {{"emitente_id", scope.id()}, {"id", id}}; }

void read_parts(db::Connection& connection, auth::CompanyScope const& scope, Sale& sale) {
    sale.itens = connection.all(find_items, key(scope, sale.id), [](db::Row const& row) {
        auto item = db::read_row<SaleItem>(item_fields(), row);
        item.lote =
            part_of<Lote>(row.get<std::optional<std::string>>(static_cast<int>(item_fields().size())), lote_fields());
        return item;
    });
    sale.pagamentos = connection.all(find_payments, key(scope, sale.id), [](db::Row const& row) {
        return db::read_row<SalePayment>(payment_fields(), row);
    });
}

// Texts that parameters view until the statement has run.
struct Written {
    std::optional<std::string> entrega, nfe;
    std::vector<std::optional<std::string>> lotes;

    explicit Written(Sale const& sale)
        : entrega(sale.entrega.transform([](Entrega const& to) { return balcao::to_json(entrega_fields(), to); })),
          nfe(sale.nfe.transform([](NfeDetails const& details) { return to_json(details); })) {
        for (auto const& item : sale.itens) {
            lotes.push_back(item.lote.transform([](Lote const& lote) { return balcao::to_json(lote_fields(), lote); }));
        }
    }
};

db::Params row_params(auth::CompanyScope const& scope, Sale const& sale, Written const& written,
                      db::BlobView corpo_sha256) {
    auto params = db::params(sale_fields(), sale);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("entrega", written.entrega);
    params.emplace_back("nfe", written.nfe);
    params.emplace_back("corpo_sha256", corpo_sha256);
    return params;
}

void insert_parts(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale,
                  Written const& written) {
    std::vector<db::Params> items, payments;
    for (std::size_t i = 0; i < sale.itens.size(); ++i) {
        auto& params = items.emplace_back(db::params(item_fields(), sale.itens[i]));
        params.insert(params.end(), {{"emitente_id", scope.id()},
                                     {"id", sale.id},
                                     {"ordem", static_cast<std::int64_t>(i)},
                                     {"lote", written.lotes[i]}});
    }
    for (std::size_t i = 0; i < sale.pagamentos.size(); ++i) {
        auto& params = payments.emplace_back(db::params(payment_fields(), sale.pagamentos[i]));
        params.insert(params.end(),
                      {{"emitente_id", scope.id()}, {"id", sale.id}, {"ordem", static_cast<std::int64_t>(i)}});
    }
    transaction.execute_each(insert_item, items);
    transaction.execute_each(insert_payment, payments);
}

} // namespace

std::optional<StoredSale> find(db::Connection& connection, auth::CompanyScope const& scope, VendaId id) {
    auto stored = connection.first(find_row, key(scope, id), [](db::Row const& row) {
        auto const next = static_cast<int>(sale_fields().size());
        StoredSale found{.sale = db::read_row<Sale>(sale_fields(), row), .corpo_sha256 = row.get<db::Blob>(next + 1)};
        found.sale.entrega = part_of<Entrega>(row.get<std::optional<std::string>>(next), entrega_fields());
        if (auto const nfe = row.get<std::optional<std::string>>(next + 2)) {
            std::vector<FieldProblem> problems;
            found.sale.nfe = read_nfe_details(json::parse_object(*nfe).value(), problems);
        }
        return found;
    });
    if (stored) read_parts(connection, scope, stored->sale);
    return stored;
}

std::optional<budgets::BudgetId> order_of(db::Connection& connection, auth::CompanyScope const& scope, VendaId id) {
    return connection.scalar<budgets::BudgetId>(find_order, key(scope, id));
}

Fields parked_fields() { return parked; }

std::vector<ParkedSale> find_parked(db::Connection& connection, auth::CompanyScope const& scope, ParkedOf const& of) {
    return connection.all(parked_rows,
                          {{"emitente_id", scope.id()},
                           {"most", most_parked},
                           {"treino", std::int64_t{of.practice}},
                           {"reais", std::int64_t{of.others}}},
                          [](db::Row const& row) { return db::read_row<ParkedSale>(parked, row); });
}

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale,
            db::BlobView corpo_sha256) {
    Written const written(sale);
    transaction.execute(insert_row, row_params(scope, sale, written, corpo_sha256));
    insert_parts(transaction, scope, sale, written);
}

bool replace_draft(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale,
                   db::BlobView corpo_sha256) {
    Written const written(sale);
    if (transaction.execute(replace_row, row_params(scope, sale, written, corpo_sha256)) == 0) return false;
    transaction.execute(drop_items, key(scope, sale.id));
    transaction.execute(drop_payments, key(scope, sale.id));
    insert_parts(transaction, scope, sale, written);
    return true;
}

bool correct(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale, Instant now) {
    Written const written(sale);
    auto params = key(scope, sale.id);
    params.insert(params.end(), {{"cliente_id", sale.cliente_id},
                                 {"cpf", sale.cpf},
                                 {"nome", sale.nome},
                                 {"entrega", written.entrega},
                                 {"nfe", written.nfe},
                                 {"version", sale.version},
                                 {"now", now}});
    if (transaction.execute(correct_row, params) == 0) return false;
    std::vector<db::Params> payments;
    for (std::size_t i = 0; i < sale.pagamentos.size(); ++i) {
        auto const& payment = sale.pagamentos[i];
        payments.push_back({{"emitente_id", scope.id()},
                            {"id", sale.id},
                            {"ordem", static_cast<std::int64_t>(i)},
                            {"tpIntegra", payment.tpIntegra},
                            {"credenciadora", payment.credenciadora},
                            {"tBand", payment.tBand},
                            {"cAut", payment.cAut}});
    }
    transaction.execute_each(correct_payment, payments);
    return true;
}

bool undo(db::Transaction& transaction, auth::CompanyScope const& scope, VendaId id, Instant now) {
    auto params = key(scope, id);
    params.emplace_back("now", now);
    return transaction.execute(undo_row, params) == 1;
}

void set_state(db::Transaction& transaction, auth::CompanyScope const& scope, Sale const& sale) {
    transaction.execute(set_state_row, {{"emitente_id", scope.id()},
                                        {"id", sale.id},
                                        {"estado", sale.estado},
                                        {"em_espera", sale.em_espera},
                                        {"operador_id", sale.operador_id},
                                        {"updated_at", sale.updated_at}});
}

} // namespace balcao::sales
