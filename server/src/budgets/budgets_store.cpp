#include "budgets/budgets_store.hpp"

#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "db/counters.hpp"
#include "db/entity.hpp"
#include "db/value_list.hpp"

namespace balcao::budgets {

namespace {

std::string const find_sql =
    "select " + db::columns(budget_fields()) +
    ", version from orcamento where orcamento.emitente_id = :emitente_id and orcamento.id = :id";
db::Query const find_budget{"budgets_find", find_sql};

std::string const items_sql =
    "select item." +
    [] {
        std::vector<std::string_view> names;
        for (auto const& field : item_columns()) names.push_back(field.name);
        return fmt::format("{}", fmt::join(names, ", item."));
    }() +
    ", produtos.prod_cProd from orcamento_composicao item"
    " join produtos on produtos.id_emit = item.emitente_id and produtos.id = item.composicao_id"
    " where item.emitente_id = :emitente_id and item.orcamento_id = :id order by item.ordem";
db::Query const find_items{"budgets_items", items_sql};

constexpr db::Query find_installments{"budgets_installments", R"sql(
    select vencimento, valor from orcamento_parcela
    where emitente_id = :emitente_id and orcamento_id = :id order by ordem)sql"};

std::string const insert_sql = "insert into orcamento (" + db::column_names(budget_fields()) +
                               ", emitente_id, version, busca, busca_cliente, busca_vendedor) values (" +
                               db::placeholders(budget_fields()) +
                               ", :emitente_id, :version, :busca, :busca_cliente, :busca_vendedor)";
db::Query const insert_budget{"budgets_insert", insert_sql};

std::string const update_sql =
    "update orcamento set " + db::assignments(budget_fields(), {"id", "numero_pedido", "created_at"}) +
    ", version = :version, busca = :busca, busca_cliente = :busca_cliente, busca_vendedor = :busca_vendedor"
    " where emitente_id = :emitente_id and id = :id";
db::Query const update_budget{"budgets_update", update_sql};

constexpr db::Query delete_items{
    "budgets_delete_items", "delete from orcamento_composicao where emitente_id = :emitente_id and orcamento_id = :id"};
constexpr db::Query delete_installments{
    "budgets_delete_installments",
    "delete from orcamento_parcela where emitente_id = :emitente_id and orcamento_id = :id"};

constexpr db::Query next_number{"budgets_take_number", R"sql(
    insert into orcamento_numeracao (emitente_id, proximo) values (:emitente_id, 2)
    on conflict (emitente_id) do update set proximo = orcamento_numeracao.proximo + 1
    returning proximo - 1)sql"};

constexpr db::Query rows_for_bin{"budgets_for_bin", R"sql(
    select id, numero_pedido, deleted_at, data_orcamento, data_venda, tipo, faturado, total_fatura, cliente_id, busca_cliente
    from orcamento
    where emitente_id = :emitente_id and id in (:values))sql"};
constexpr db::Query put_into_bin{"budgets_into_bin", R"sql(
    update orcamento set deleted_at = :now, updated_at = :now, version = version + 1
    where emitente_id = :emitente_id and deleted_at is null and id in (:values))sql"};
constexpr db::Query take_from_bin{"budgets_from_bin", R"sql(
    update orcamento set deleted_at = null, updated_at = :now, version = version + 1
    where emitente_id = :emitente_id and deleted_at is not null and id in (:values))sql"};

constexpr db::Query forget_deleted{"budgets_empty_bin", R"sql(
    delete from orcamento where seq in (select seq from orcamento where deleted_at < :before limit :limit)
    returning emitente_id)sql"};

constexpr db::Query products_of_items{"budgets_products", R"sql(
    select id, prod_cProd, prod_xProd, prod_uCOM, prod_vUnCOM, prod_ativo, deleted_at
    from produtos
    where id_emit = :emitente_id and id in (:values))sql"};

constexpr db::Query seller_name{"budgets_seller", R"sql(
    select u.full_name from users u
    where u.id = :user_id and u.deleted_at is null and u.active = 'S'
      and (exists (select 1 from emitente_users l where l.emitente_id = :emitente_id and l.user_id = u.id)
           or exists (select 1 from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = 'admin')))sql"};

std::string const insert_item_sql = "insert into orcamento_composicao (" + db::column_names(item_columns()) +
                                    ", emitente_id, orcamento_id, ordem) values (" + db::placeholders(item_columns()) +
                                    ", :emitente_id, :orcamento_id, :ordem)";
db::Query const insert_item{"budgets_insert_items", insert_item_sql};
constexpr db::Query insert_installment{"budgets_insert_installments", R"sql(
    insert into orcamento_parcela (emitente_id, orcamento_id, ordem, id, vencimento, valor)
    values (:emitente_id, :orcamento_id, :ordem, :id, :vencimento, :valor))sql"};

void insert_parts(db::Transaction& transaction, auth::CompanyScope const& scope, Budget const& budget) {
    std::vector<db::Params> items;
    for (std::size_t i = 0; i < budget.itens.size(); ++i) {
        auto& params = items.emplace_back(db::params(item_columns(), budget.itens[i]));
        params.insert(params.end(), {{"emitente_id", scope.id()}, {"orcamento_id", budget.id}, {"ordem", i}});
    }
    transaction.execute_each(insert_item, items);
    std::vector<db::Params> installments;
    for (std::size_t i = 0; i < budget.parcelas.size(); ++i) {
        auto const& [vencimento, valor] = budget.parcelas[i];
        installments.push_back({{"emitente_id", scope.id()},
                                {"orcamento_id", budget.id},
                                {"ordem", i},
                                {"id", Uuid::make()},
                                {"vencimento", vencimento},
                                {"valor", valor}});
    }
    transaction.execute_each(insert_installment, installments);
}

// What is searched and sorted by, beside the fields themselves.
struct Folded {
    std::string busca;
    std::string cliente;
    std::string vendedor;

    Folded(Budget const& budget, std::string_view client_document)
        : cliente(fold(budget.nome_cliente.value_or(""))), vendedor(fold(budget.vendedor.value_or(""))) {
        busca = fmt::format("{}\n{}\n{}\n{}", budget.numero_pedido, cliente, vendedor, fold(client_document));
    }
};

db::Params row_params(auth::CompanyScope const& scope, StoredBudget const& stored, Folded const& folded) {
    auto params = db::params(budget_fields(), stored.budget);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("version", stored.version);
    params.emplace_back("busca", folded.busca);
    params.emplace_back("busca_cliente", folded.cliente);
    params.emplace_back("busca_vendedor", folded.vendedor);
    return params;
}

} // namespace

Counted counted(Budget const& budget) {
    return {.data_orcamento = budget.data_orcamento,
            .data_venda = budget.data_venda,
            .tipo = budget.tipo,
            .faturado = budget.faturado,
            .total_fatura = budget.total_fatura,
            .cliente = client_key(budget.cliente_id, fold(budget.nome_cliente.value_or("")))};
}

std::optional<StoredBudget> find(db::Connection& connection, auth::CompanyScope const& scope, BudgetId id) {
    db::Params const params{{"emitente_id", scope.id()}, {"id", id}};
    auto const fields = budget_fields();
    auto found = connection.first(find_budget, params, [&](db::Row const& row) {
        return StoredBudget{.budget = db::read_row<Budget>(fields, row),
                            .version = row.integer(static_cast<int>(fields.size()))};
    });
    if (!found) return found;
    auto& budget = found->budget;
    budget.itens = connection.all(find_items, params, [](db::Row const& row) {
        auto item = db::read_row<BudgetItem>(item_columns(), row);
        item.prod_cProd = row.text(static_cast<int>(item_columns().size()));
        return item;
    });
    budget.parcelas = connection.all(find_installments, params, [](db::Row const& row) {
        return Installment{.vencimento = row.get<std::string>(0), .valor = row.get<Money>(1)};
    });
    // The items' totals and shares are not kept: they follow from the rest.
    std::vector<FieldProblem> problems;
    compute(budget, problems);
    if (!problems.empty()) throw db::Error("budgets_find: a stored budget does not add up: " + problems.front().field);
    return found;
}

std::int64_t take_number(db::Transaction& transaction, auth::CompanyScope const& scope) {
    return transaction.scalar<std::int64_t>(next_number, {{"emitente_id", scope.id()}}).value();
}

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, StoredBudget const& stored,
            std::string_view client_document) {
    Folded const folded(stored.budget, client_document);
    transaction.execute(insert_budget, row_params(scope, stored, folded));
    insert_parts(transaction, scope, stored.budget);
    MonthChanges months;
    months.add(counted(stored.budget), 1);
    months.write(transaction, scope);
    db::adjust(transaction, scope.id().uuid(), budgets_table, listed_total, 1);
}

void update(db::Transaction& transaction, auth::CompanyScope const& scope, StoredBudget const& before,
            StoredBudget const& after, std::string_view client_document, bool parts) {
    Folded const folded(after.budget, client_document);
    transaction.execute(update_budget, row_params(scope, after, folded));
    if (parts) {
        db::Params const params{{"emitente_id", scope.id()}, {"id", after.budget.id}};
        transaction.execute(delete_items, params);
        transaction.execute(delete_installments, params);
        insert_parts(transaction, scope, after.budget);
    }
    MonthChanges months;
    months.add(counted(before.budget), -1);
    months.add(counted(after.budget), 1);
    months.write(transaction, scope);
}

std::vector<BinRow> find_for_bin(db::Connection& connection, auth::CompanyScope const& scope,
                                 std::span<Uuid const> ids) {
    std::vector<BinRow> rows;
    db::run_for_values(connection, rows_for_bin, {{"emitente_id", scope.id()}}, ids, [&](db::Row const& row) {
        rows.push_back({.id = row.get<BudgetId>(0),
                        .numero_pedido = row.integer(1),
                        .deleted_at = row.get<std::optional<Instant>>(2),
                        .counted = {.data_orcamento = row.get<std::string>(3),
                                    .data_venda = row.get<std::optional<std::string>>(4),
                                    .tipo = row.get<std::string>(5),
                                    .faturado = row.get<bool>(6),
                                    .total_fatura = row.get<Money>(7),
                                    .cliente = client_key(row.get<std::optional<PersonId>>(8), row.text(9))}});
    });
    return rows;
}

void move(db::Transaction& transaction, auth::CompanyScope const& scope, std::span<BinRow const> rows, Instant now,
          bool into_bin) {
    std::vector<Uuid> ids;
    MonthChanges months;
    for (auto const& row : rows) {
        ids.push_back(row.id.uuid());
        months.add(row.counted, into_bin ? -1 : 1);
    }
    db::run_for_values<Uuid>(transaction, into_bin ? put_into_bin : take_from_bin,
                             {{"emitente_id", scope.id()}, {"now", now}}, ids, {});
    months.write(transaction, scope);
    auto const moved = static_cast<int>(ids.size());
    db::adjust(transaction, scope.id().uuid(), budgets_table, listed_total, into_bin ? -moved : moved);
    db::adjust(transaction, scope.id().uuid(), budgets_table, bin_total, into_bin ? moved : -moved);
}

std::int64_t empty_bin(db::Transaction& transaction, Instant before, std::int64_t limit) {
    std::map<Uuid, int> removed;
    transaction.run(forget_deleted, {{"before", before}, {"limit", limit}},
                    [&](db::Row const& row) { ++removed[row.uuid(0)]; });
    std::int64_t total = 0;
    for (auto const& [company, count] : removed) {
        db::adjust(transaction, company, budgets_table, bin_total, -count);
        total += count;
    }
    return total;
}

ItemProducts find_products(db::Connection& connection, auth::CompanyScope const& scope, std::span<Uuid const> ids) {
    ItemProducts products;
    db::run_for_values(connection, products_of_items, {{"emitente_id", scope.id()}}, ids, [&](db::Row const& row) {
        products.insert_or_assign(row.uuid(0), ItemProduct{.prod_cProd = row.get<std::string>(1),
                                                           .prod_xProd = row.get<std::string>(2),
                                                           .prod_uCOM = row.get<std::optional<std::string>>(3),
                                                           .prod_vUnCOM = row.get<std::optional<Price>>(4),
                                                           .active = row.text(5) == "S",
                                                           .in_bin = !row.is_null(6)});
    });
    return products;
}

std::optional<std::string> find_seller(db::Connection& connection, auth::CompanyScope const& scope, UserId user) {
    return connection.scalar<std::string>(seller_name, {{"emitente_id", scope.id()}, {"user_id", user}});
}

} // namespace balcao::budgets
