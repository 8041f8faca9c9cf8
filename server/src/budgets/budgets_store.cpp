#include "budgets/budgets_store.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.hpp"
#include "db/counters.hpp"
#include "db/entity.hpp"

namespace balcao::budgets {

namespace {

// Ids that one statement asks for; the last one is repeated to fill it up.
constexpr std::size_t asked_at_once = 50;

std::vector<std::string> const id_names = [] {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < asked_at_once; ++i) names.push_back(fmt::format("id{}", i));
    return names;
}();
std::string const id_list = fmt::format("(:{})", fmt::join(id_names, ", :"));

// Calls work(parameters) for as many ids as one statement takes, until all had their turn.
void in_steps(auth::CompanyScope const& scope, std::span<Uuid const> ids, auto const& work) {
    for (std::size_t from = 0; from < ids.size(); from += asked_at_once) {
        db::Params params{{"emitente_id", scope.id()}};
        for (std::size_t i = 0; i < asked_at_once; ++i) params.emplace_back(id_names[i], ids[std::min(from + i, ids.size() - 1)]);
        work(params);
    }
}

std::string const find_sql =
    "select " + db::columns(budget_fields()) + ", version from orcamento where orcamento.emitente_id = :emitente_id and orcamento.id = :id";
db::Query const find_budget{"budgets_find", find_sql};

std::string const items_sql = "select item." +
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
                               db::placeholders(budget_fields()) + ", :emitente_id, :version, :busca, :busca_cliente, :busca_vendedor)";
db::Query const insert_budget{"budgets_insert", insert_sql};

std::string const update_sql = "update orcamento set " + db::assignments(budget_fields(), {"id", "numero_pedido", "created_at"}) +
                               ", version = :version, busca = :busca, busca_cliente = :busca_cliente, busca_vendedor = :busca_vendedor"
                               " where emitente_id = :emitente_id and id = :id";
db::Query const update_budget{"budgets_update", update_sql};

constexpr db::Query delete_items{"budgets_delete_items",
                                 "delete from orcamento_composicao where emitente_id = :emitente_id and orcamento_id = :id"};
constexpr db::Query delete_installments{"budgets_delete_installments",
                                        "delete from orcamento_parcela where emitente_id = :emitente_id and orcamento_id = :id"};

constexpr db::Query next_number{"budgets_take_number", R"sql(
    insert into orcamento_numeracao (emitente_id, proximo) values (:emitente_id, 2)
    on conflict (emitente_id) do update set proximo = orcamento_numeracao.proximo + 1
    returning proximo - 1)sql"};

std::string const for_bin_sql = "select id, numero_pedido, deleted_at, data_orcamento, data_venda, tipo, faturado, total_fatura,"
                                " cliente_id, busca_cliente"
                                " from orcamento where emitente_id = :emitente_id and id in " +
                                id_list;
db::Query const rows_for_bin{"budgets_for_bin", for_bin_sql};
std::string const into_bin_sql = "update orcamento set deleted_at = :now, updated_at = :now, version = version + 1"
                                 " where emitente_id = :emitente_id and deleted_at is null and id in " +
                                 id_list;
db::Query const put_into_bin{"budgets_into_bin", into_bin_sql};
std::string const from_bin_sql = "update orcamento set deleted_at = null, updated_at = :now, version = version + 1"
                                 " where emitente_id = :emitente_id and deleted_at is not null and id in " +
                                 id_list;
db::Query const take_from_bin{"budgets_from_bin", from_bin_sql};

constexpr db::Query forget_deleted{"budgets_empty_bin", R"sql(
    delete from orcamento where seq in (select seq from orcamento where deleted_at < :before limit :limit)
    returning emitente_id)sql"};

std::string const products_sql = "select id, prod_cProd, prod_xProd, prod_uCOM, prod_vUnCOM, prod_ativo, deleted_at from produtos"
                                 " where id_emit = :emitente_id and id in " +
                                 id_list;
db::Query const products_of_items{"budgets_products", products_sql};

constexpr db::Query seller_name{"budgets_seller", R"sql(
    select u.full_name from users u
    where u.id = :user_id and u.deleted_at is null and u.active = 'S'
      and (exists (select 1 from emitente_users l where l.emitente_id = :emitente_id and l.user_id = u.id)
           or exists (select 1 from user_roles ur join roles r on r.id = ur.role_id where ur.user_id = u.id and r.name = 'admin')))sql"};

// One row of `columns` per part; as few statements as three sizes allow, so that few are kept prepared.
class PartInsert {
public:
    PartInsert(std::string_view name, std::string_view table, std::vector<std::string> columns)
        : name_(name), columns_(std::move(columns)) {
        for (std::size_t i = 0; i < steps.size(); ++i) {
            sql_.at(i) = fmt::format("insert into {} ({}) values ", table, fmt::join(columns_, ", "));
            for (std::size_t row = 0; row < steps.at(i); ++row) {
                std::vector<std::string> names;
                for (auto const& column : columns_) names.push_back(fmt::format(":{}{}", column, row));
                sql_.at(i) += fmt::format("{}({})", row == 0 ? "" : ", ", fmt::join(names, ", "));
            }
        }
        for (std::size_t row = 0; row < steps.front(); ++row)
            for (auto const& column : columns_) names_.push_back(fmt::format("{}{}", column, row));
    }

    /// `values(row)`: parameters of that row in the order of the columns; their names do not matter.
    void run(db::Transaction& transaction, std::size_t rows, auto const& values) const {
        std::size_t row = 0;
        for (std::size_t step = 0; step < steps.size(); ++step) {
            for (; rows - row >= steps.at(step); row += steps.at(step)) {
                db::Params params;
                params.reserve(steps.at(step) * columns_.size());
                for (std::size_t i = 0; i < steps.at(step); ++i) {
                    for (auto& param : values(row + i)) {
                        param.name = names_[params.size()];
                        params.push_back(param);
                    }
                }
                transaction.execute({name_, sql_.at(step)}, params);
            }
        }
    }

private:
    static constexpr std::array<std::size_t, 3> steps{50, 10, 1};
    std::string_view name_;
    std::vector<std::string> columns_;
    std::array<std::string, steps.size()> sql_;
    std::vector<std::string> names_;
};

PartInsert const insert_items("budgets_insert_items", "orcamento_composicao", [] {
    std::vector<std::string> columns{"emitente_id", "orcamento_id", "ordem"};
    for (auto const& field : item_columns()) columns.emplace_back(field.name);
    return columns;
}());
PartInsert const insert_installments("budgets_insert_installments", "orcamento_parcela",
                                     {"emitente_id", "orcamento_id", "ordem", "id", "vencimento", "valor"});

void insert_parts(db::Transaction& transaction, auth::CompanyScope const& scope, Budget const& budget) {
    insert_items.run(transaction, budget.itens.size(), [&](std::size_t i) {
        db::Params row{{"", scope.id()}, {"", budget.id}, {"", i}};
        for (auto const& param : db::params(item_columns(), budget.itens[i])) row.push_back(param);
        return row;
    });
    insert_installments.run(transaction, budget.parcelas.size(), [&](std::size_t i) {
        auto const& [vencimento, valor] = budget.parcelas[i];
        return db::Params{{"", scope.id()}, {"", budget.id}, {"", i}, {"", Uuid::make()}, {"", vencimento}, {"", valor}};
    });
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
        return StoredBudget{.budget = db::read_row<Budget>(fields, row), .version = row.integer(static_cast<int>(fields.size()))};
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

void insert(db::Transaction& transaction, auth::CompanyScope const& scope, StoredBudget const& stored, std::string_view client_document) {
    Folded const folded(stored.budget, client_document);
    transaction.execute(insert_budget, row_params(scope, stored, folded));
    insert_parts(transaction, scope, stored.budget);
    MonthChanges months;
    months.add(counted(stored.budget), 1);
    months.write(transaction, scope);
    db::adjust(transaction, scope.id().uuid(), budgets_table, listed_total, 1);
}

void update(db::Transaction& transaction, auth::CompanyScope const& scope, StoredBudget const& before, StoredBudget const& after,
            std::string_view client_document, bool parts) {
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

std::vector<BinRow> find_for_bin(db::Connection& connection, auth::CompanyScope const& scope, std::span<Uuid const> ids) {
    std::vector<BinRow> rows;
    in_steps(scope, ids, [&](db::Params const& params) {
        connection.run(rows_for_bin, params, [&](db::Row const& row) {
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
    });
    return rows;
}

void move(db::Transaction& transaction, auth::CompanyScope const& scope, std::span<BinRow const> rows, Instant now, bool into_bin) {
    std::vector<Uuid> ids;
    MonthChanges months;
    for (auto const& row : rows) {
        ids.push_back(row.id.uuid());
        months.add(row.counted, into_bin ? -1 : 1);
    }
    in_steps(scope, ids, [&](db::Params params) {
        params.emplace_back("now", now);
        transaction.execute(into_bin ? put_into_bin : take_from_bin, params);
    });
    months.write(transaction, scope);
    auto const moved = static_cast<int>(ids.size());
    db::adjust(transaction, scope.id().uuid(), budgets_table, listed_total, into_bin ? -moved : moved);
    db::adjust(transaction, scope.id().uuid(), budgets_table, bin_total, into_bin ? moved : -moved);
}

std::int64_t empty_bin(db::Transaction& transaction, Instant before, std::int64_t limit) {
    std::map<Uuid, int> removed;
    transaction.run(forget_deleted, {{"before", before}, {"limit", limit}}, [&](db::Row const& row) { ++removed[row.uuid(0)]; });
    std::int64_t total = 0;
    for (auto const& [company, count] : removed) {
        db::adjust(transaction, company, budgets_table, bin_total, -count);
        total += count;
    }
    return total;
}

ItemProducts find_products(db::Connection& connection, auth::CompanyScope const& scope, std::span<Uuid const> ids) {
    ItemProducts products;
    in_steps(scope, ids, [&](db::Params const& params) {
        connection.run(products_of_items, params, [&](db::Row const& row) {
            products.insert_or_assign(row.uuid(0), ItemProduct{.prod_cProd = row.get<std::string>(1),
                                                               .prod_xProd = row.get<std::string>(2),
                                                               .prod_uCOM = row.get<std::optional<std::string>>(3),
                                                               .prod_vUnCOM = row.get<std::optional<Price>>(4),
                                                               .active = row.text(5) == "S",
                                                               .in_bin = !row.is_null(6)});
        });
    });
    return products;
}

std::optional<std::string> find_seller(db::Connection& connection, auth::CompanyScope const& scope, UserId user) {
    return connection.scalar<std::string>(seller_name, {{"emitente_id", scope.id()}, {"user_id", user}});
}

} // namespace balcao::budgets
