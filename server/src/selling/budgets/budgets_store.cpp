#include "selling/budgets/budgets_store.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/db/list_totals.hpp"
#include "platform/db/value_list.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/budgets/invoicing.hpp"

namespace balcao::budgets {

namespace {

std::string const select_sql = fmt::format(
    "select {}, version from orcamento where orcamento.emitente_id = :emitente_id", db::columns(budget_fields()));
std::string const find_sql = select_sql + " and orcamento.id = :id";
db::Query const find_budget{"budgets_find", find_sql};
std::string const many_sql = select_sql + " and orcamento.id in (:values)";
db::Query const find_budgets{"budgets_find_many", many_sql};

// Of items that versions before migration 008 saved, what is computed is null.
std::string item_values() {
    std::vector<std::string> values;
    for (auto const& field : item_columns()) {
        bool const is_computed = field.name == "total" || field.name.starts_with("rateio_");
        values.push_back(is_computed ? fmt::format("coalesce(item.{}, 0)", field.name)
                                     : fmt::format("item.{}", field.name));
    }
    return fmt::format("{}", fmt::join(values, ", "));
}
std::string const items_sql = fmt::format(R"sql(
    select {}, produtos.prod_cProd, item.total is null
    from orcamento_composicao item
    join produtos on produtos.id_emit = item.emitente_id and produtos.id = item.composicao_id
    where item.emitente_id = :emitente_id and item.orcamento_id = :id
    order by item.ordem)sql",
                                          item_values());
db::Query const find_items{"budgets_items", items_sql};

constexpr db::Query find_receipts{"budgets_receipts", R"sql(
    select n.id, n.serie, n.numero,
        case when n.estado in ('autorizada', 'autorizada_sem_xml', 'contingencia', 'contingencia_rejeitada')
            then 1 else 0 end
    from venda v
    join nfce n on n.emitente_id = v.emitente_id and n.venda_id = v.id and n.operacao = 'venda'
        and n.substituida_por is null
    where v.emitente_id = :emitente_id and v.orcamento_id = :id and v.estado = 'emitida' and v.ambiente <> 'simulador'
    order by n.seq)sql"};

constexpr db::Query find_installments{"budgets_installments", R"sql(
    select vencimento, valor from orcamento_parcela
    where emitente_id = :emitente_id and orcamento_id = :id order by ordem)sql"};

std::string const insert_sql = fmt::format(R"sql(
    insert into orcamento ({}, emitente_id, version, busca, busca_cliente, busca_vendedor)
    values ({}, :emitente_id, :version, :busca, :busca_cliente, :busca_vendedor))sql",
                                           db::column_names(budget_fields()), db::placeholders(budget_fields()));
db::Query const insert_budget{"budgets_insert", insert_sql};

std::string const update_sql = fmt::format(R"sql(
    update orcamento set {}, version = :version,
        busca = :busca, busca_cliente = :busca_cliente, busca_vendedor = :busca_vendedor
    where emitente_id = :emitente_id and id = :id)sql",
                                           db::assignments(budget_fields(), {"id", "numero_pedido", "created_at"}));
db::Query const update_budget{"budgets_update", update_sql};

constexpr db::Query delete_items{
    "budgets_delete_items", "delete from orcamento_composicao where emitente_id = :emitente_id and orcamento_id = :id"};
constexpr db::Query delete_installments{
    "budgets_delete_installments",
    "delete from orcamento_parcela where emitente_id = :emitente_id and orcamento_id = :id"};

constexpr db::Query put_into_bin{"budgets_into_bin", R"sql(
    update orcamento set deleted_at = :now, updated_at = :now, version = version + 1
    where emitente_id = :emitente_id and deleted_at is null and id in (:values))sql"};
constexpr db::Query take_from_bin{"budgets_from_bin", R"sql(
    update orcamento set deleted_at = null, updated_at = :now, version = version + 1
    where emitente_id = :emitente_id and deleted_at is not null and id in (:values))sql"};

constexpr db::Query forget_deleted{"budgets_empty_bin", R"sql(
    delete from orcamento where seq in (
        select seq from orcamento where deleted_at < :before
            and not exists (select 1 from venda v where v.orcamento_id = orcamento.id)
            and not exists (select 1 from pedido_entrega e where e.orcamento_id = orcamento.id)
        limit :limit)
    returning emitente_id)sql"};

constexpr db::Query products_of_items{"budgets_products", R"sql(
    select id, prod_cProd, prod_xProd, prod_uCOM, prod_vUnCOM, prod_ativo, deleted_at
    from produtos
    where id_emit = :emitente_id and id in (:values))sql"};

constexpr db::Query hold_products_of_items{"budgets_hold_products", R"sql(
    update produtos set version = version where id_emit = :emitente_id and id in (:values))sql"};

constexpr db::Query seller_name{"budgets_seller", R"sql(
    select u.full_name from users u
    where u.id = :user_id and u.deleted_at is null and u.active = 'S'
      and (exists (select 1 from emitente_users l where l.emitente_id = :emitente_id and l.user_id = u.id)
           or exists (select 1 from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = 'admin')))sql"};

constexpr db::Query sellers{"budgets_sellers", R"sql(
    select u.id, u.full_name,
      case when exists (select 1 from user_roles ur join roles r on r.id = ur.role_id
                        where ur.user_id = u.id and r.name = 'admin') then 'gerente'
           else (select l.papel from emitente_users l where l.emitente_id = :emitente_id and l.user_id = u.id) end
    from users u
    where u.deleted_at is null and u.active = 'S' and u.full_name <> '' and u.id in (
        select l.user_id from emitente_users l where l.emitente_id = :emitente_id
        union
        select ur.user_id from roles r join user_roles ur on ur.role_id = r.id where r.name = 'admin')
    order by u.busca, u.id limit 200)sql"};

std::string const insert_item_sql = fmt::format(R"sql(
    insert into orcamento_composicao ({}, emitente_id, orcamento_id, ordem)
    values ({}, :emitente_id, :orcamento_id, :ordem))sql",
                                                db::column_names(item_columns()), db::placeholders(item_columns()));
db::Query const insert_item{"budgets_insert_items", insert_item_sql};
constexpr db::Query insert_installment{"budgets_insert_installments", R"sql(
    insert into orcamento_parcela (emitente_id, orcamento_id, ordem, id, vencimento, valor)
    values (:emitente_id, :orcamento_id, :ordem, :id, :vencimento, :valor))sql"};

// What is searched and sorted by, beside the fields themselves.
struct Folded {
    std::string busca;
    std::string cliente;
    std::string vendedor;

    explicit Folded(Budget const& budget)
        : cliente(fold(budget.nome_cliente.value_or(""))), vendedor(fold(budget.vendedor.value_or(""))) {
        busca = fmt::format("{}\n{}\n{}\n{}", budget.numero_pedido, cliente, vendedor, fold(budget.documento_cliente));
    }
};

db::Params row_params(auth::CompanyScope const& scope, StoredBudget const& stored, Folded const& folded) {
    auto params = db::params(budget_fields(), stored.record);
    params.emplace_back("emitente_id", scope.id());
    params.emplace_back("version", stored.version);
    params.emplace_back("busca", folded.busca);
    params.emplace_back("busca_cliente", folded.cliente);
    params.emplace_back("busca_vendedor", folded.vendedor);
    return params;
}

StoredBudget read_stored(db::Row const& row) {
    auto const fields = budget_fields();
    return {.record = db::read_row<Budget>(fields, row), .version = row.integer(static_cast<int>(fields.size()))};
}

// They follow from the rest.
void compute_as_saved(Budget& budget) {
    std::vector<FieldProblem> problems;
    compute(budget, problems);
    if (!problems.empty()) throw db::Error("budgets_find: a stored budget does not add up: " + problems.front().field);
}

bool has_same_shares(Budget const& a, Budget const& b) {
    auto const computed = [](BudgetItem const& item) {
        return std::tuple(item.total, item.rateio_desconto, item.rateio_acrescimo);
    };
    return std::ranges::equal(a.itens, b.itens, {}, computed, computed);
}

} // namespace

Counted counted(Budget const& budget) {
    return {.data_orcamento = budget.data_orcamento,
            .data_venda = budget.data_venda,
            .tipo = budget.tipo,
            .faturado = budget.faturado,
            .total_fatura = budget.total_fatura,
            .cliente = client_key(budget.cliente_id, fold(budget.nome_cliente.value_or(""))),
            .funcionario = budget.funcionario_id};
}

std::optional<StoredBudget> Budgets::find(db::Connection& connection, BudgetId id) const {
    db::Params const params{{"emitente_id", scope_.id()}, {"id", id}};
    auto found = connection.first(find_budget, params, read_stored);
    if (!found) return found;
    auto& budget = found->record;
    auto is_computed = true;
    budget.itens = connection.all(find_items, params, [&](db::Row const& row) {
        auto item = db::read_row<BudgetItem>(item_columns(), row);
        auto const columns = static_cast<int>(item_columns().size());
        item.prod_cProd = row.text(columns);
        if (row.get<bool>(columns + 1)) is_computed = false;
        return item;
    });
    budget.parcelas = connection.all(find_installments, params, [](db::Row const& row) {
        return Installment{.vencimento = row.get<std::string>(0), .valor = row.get<Money>(1)};
    });
    if (!is_computed) compute_as_saved(budget);
    if (is_invoiced(budget)) {
        budget.notas = connection.all(find_receipts, params, [](db::Row const& row) {
            return LinkedReceipt{.nfce_id = row.uuid(0),
                                 .serie = row.integer(1),
                                 .numero = row.integer(2),
                                 .is_issued = row.integer(3) == 1};
        });
    }
    return found;
}

std::vector<StoredBudget> Budgets::find_many(db::Connection& connection, std::span<Uuid const> ids) const {
    std::vector<StoredBudget> found;
    db::run_for_values(connection, find_budgets, {{"emitente_id", scope_.id()}}, ids,
                       [&](db::Row const& row) { found.push_back(read_stored(row)); });
    return found;
}

void Budgets::insert_items(db::Transaction& transaction, Budget const& budget) const {
    std::vector<db::Params> items;
    for (std::size_t i = 0; i < budget.itens.size(); ++i) {
        auto& params = items.emplace_back(db::params(item_columns(), budget.itens[i]));
        params.insert(params.end(), {{"emitente_id", scope_.id()}, {"orcamento_id", budget.id}, {"ordem", i}});
    }
    transaction.execute_each(insert_item, items);
}

void Budgets::insert_installments(db::Transaction& transaction, Budget const& budget) const {
    std::vector<db::Params> installments;
    for (std::size_t i = 0; i < budget.parcelas.size(); ++i) {
        auto const& [vencimento, valor] = budget.parcelas[i];
        installments.push_back({{"emitente_id", scope_.id()},
                                {"orcamento_id", budget.id},
                                {"ordem", i},
                                {"id", Uuid::make()},
                                {"vencimento", vencimento},
                                {"valor", valor}});
    }
    transaction.execute_each(insert_installment, installments);
}

void Budgets::insert(db::Transaction& transaction, std::span<StoredBudget const> budgets) const {
    MonthChanges months;
    for (auto const& stored : budgets) {
        Folded const folded(stored.record);
        transaction.execute(insert_budget, row_params(scope_, stored, folded));
        insert_items(transaction, stored.record);
        insert_installments(transaction, stored.record);
        months.add(counted(stored.record), 1);
    }
    months.write(transaction, scope_);
    db::change_list_total(transaction, scope_.id().uuid(), budgets_table, listed_total,
                          static_cast<int>(budgets.size()));
}

void Budgets::rewrite(db::Transaction& transaction, Budget const& before, StoredBudget const& after) const {
    Folded const folded(after.record);
    transaction.execute(update_budget, row_params(scope_, after, folded));
    db::Params const params{{"emitente_id", scope_.id()}, {"id", after.record.id}};
    if (!has_same_items(before, after.record) || !has_same_shares(before, after.record)) {
        transaction.execute(delete_items, params);
        insert_items(transaction, after.record);
    }
    if (has_same_installments(before, after.record)) return;
    transaction.execute(delete_installments, params);
    insert_installments(transaction, after.record);
}

void Budgets::update(db::Transaction& transaction, std::span<BudgetRevision const> revisions) const {
    MonthChanges months;
    std::vector<Uuid> deleted;
    std::vector<Uuid> restored;
    for (auto const& [before, after] : revisions) {
        auto const was_in_bin = before.record.deleted_at.has_value();
        auto const is_in_bin = after.record.deleted_at.has_value();
        if (is_in_bin && !was_in_bin) deleted.push_back(after.record.id.uuid());
        else if (was_in_bin && !is_in_bin) restored.push_back(after.record.id.uuid());
        else rewrite(transaction, before.record, after);
        if (!was_in_bin) months.add(counted(before.record), -1);
        if (!is_in_bin) months.add(counted(after.record), 1);
    }
    auto const move = [&](db::Query const& query, std::vector<Uuid> const& ids) {
        if (ids.empty()) return;
        db::Params const params{{"emitente_id", scope_.id()}, {"now", revisions.front().after.record.updated_at}};
        db::run_for_values<Uuid>(transaction, query, params, ids, {});
    };
    move(put_into_bin, deleted);
    move(take_from_bin, restored);
    months.write(transaction, scope_);
    auto const moved = static_cast<int>(std::ssize(deleted) - std::ssize(restored));
    if (moved == 0) return;
    db::change_list_total(transaction, scope_.id().uuid(), budgets_table, listed_total, -moved);
    db::change_list_total(transaction, scope_.id().uuid(), budgets_table, bin_total, moved);
}

void empty_bin(db::Database& database, Instant now) {
    // Few at once: each may have 990 items.
    records::empty_bin(database, now, 200, [](db::Transaction& transaction, Instant before, std::int64_t limit) {
        std::map<Uuid, int> removed; // by company
        transaction.run(forget_deleted, {{"before", before}, {"limit", limit}},
                        [&](db::Row const& row) { ++removed[row.uuid(0)]; });
        std::int64_t total = 0;
        for (auto const& [company, count] : removed) {
            db::change_list_total(transaction, company, budgets_table, bin_total, -count);
            total += count;
        }
        return total;
    });
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

void hold_products(db::Transaction& transaction, auth::CompanyScope const& scope, std::span<Uuid const> ids) {
    if (transaction.dialect() == db::Dialect::postgres)
        db::run_for_values(transaction, hold_products_of_items, {{"emitente_id", scope.id()}}, ids, {});
}

std::optional<std::string> find_seller(db::Connection& connection, auth::CompanyScope const& scope, UserId user) {
    return connection.scalar<std::string>(seller_name, {{"emitente_id", scope.id()}, {"user_id", user}});
}

std::vector<Seller> find_sellers(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.all(sellers, {{"emitente_id", scope.id()}}, [](db::Row const& row) {
        return Seller{.id = row.get<UserId>(0), .nome = row.get<std::string>(1), .papel = row.get<std::string>(2)};
    });
}

} // namespace balcao::budgets
