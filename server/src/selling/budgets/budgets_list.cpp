// Lists of budgets and their totals. Without a text search nothing is counted row by row but the days at the ends of a
// period: whole months come from `orcamento_mes`.

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "platform/base/text.hpp"
#include "platform/db/entity.hpp"
#include "platform/db/list_totals.hpp"
#include "platform/db/record_list.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/budgets/budgets_store.hpp"

namespace balcao::budgets {

namespace {

constexpr std::string_view count_and_sum = "count(*), cast(coalesce(sum(orcamento.total_fatura), 0) as bigint)";

// An expression that no index knows makes the database fetch what the filters leave and sort it. It does so, too, when
// it takes a range of dates for narrow: `any_date` keeps it walking the order's index then.
constexpr std::string_view any_date = "coalesce(orcamento.data_orcamento, '')";

struct Order {
    std::string_view sort;
    std::string_view column; // in an index
    std::string_view hidden; // from indexes
};
constexpr std::array orders{
    Order{"data_orcamento", "orcamento.data_orcamento", any_date},
    Order{"numero_pedido", "orcamento.numero_pedido", "orcamento.numero_pedido + 0"},
    Order{"nome_cliente", "orcamento.busca_cliente", "coalesce(orcamento.busca_cliente, '')"},
    Order{"vendedor", "orcamento.busca_vendedor", "coalesce(orcamento.busca_vendedor, '')"},
    Order{"total_fatura", "orcamento.total_fatura", "orcamento.total_fatura + 0"},
};

// An index of their own leaves few.
bool is_by_validity(BudgetFilter const& filter) { return filter.valido_de || filter.valido_ate; }
bool is_by_sale(BudgetFilter const& filter) { return filter.venda_de || filter.venda_ate; }

CountAndSum read_count(db::Row const& row) { return {.count = row.integer(0), .sum = row.get<Money>(1)}; }

// The filter as SQL; its parameters view `filter` and `scope`.
db::RecordList listed_by(db::Connection& connection, auth::CompanyScope const& scope, BudgetFilter const& filter,
                         std::string_view date = "orcamento.data_orcamento") {
    db::RecordList list{.name = "budgets", .table = budgets_table};
    list.where = "orcamento.emitente_id = :emitente_id and orcamento.deleted_at is ";
    list.where += filter.bin ? "not null" : "null";
    list.params.emplace_back("emitente_id", scope.id());
    auto const add = [&](std::string_view condition, std::string_view name, auto const& value) {
        if (!value) return;
        list.where.append(" and ").append(condition);
        list.params.emplace_back(name, *value);
    };
    add("orcamento.tipo = :tipo", "tipo", filter.tipo);
    add("orcamento.faturado = :faturado", "faturado", filter.faturado);
    add(std::string(date) + " >= :de", "de", filter.de);
    add(std::string(date) + " <= :ate", "ate", filter.ate);
    add("orcamento.valido_ate >= :valido_de", "valido_de", filter.valido_de);
    add("orcamento.valido_ate <= :valido_ate", "valido_ate", filter.valido_ate);
    add("coalesce(orcamento.data_venda, orcamento.data_orcamento) >= :venda_de", "venda_de", filter.venda_de);
    add("coalesce(orcamento.data_venda, orcamento.data_orcamento) <= :venda_ate", "venda_ate", filter.venda_ate);
    add("orcamento.cliente_id = :cliente_id", "cliente_id", filter.cliente_id);
    add("orcamento.funcionario_id = :funcionario_id", "funcionario_id", filter.funcionario_id);
    add("orcamento.numero_pedido = :numero_pedido", "numero_pedido", filter.numero_pedido);
    list.newest = filter.bin ? "orcamento.deleted_at" : "orcamento.data_orcamento";
    list.prefix_column = "busca_cliente";
    list.rows = db::list_total(connection, scope.id().uuid(), budgets_table, filter.bin ? bin_total : listed_total);
    return list;
}

CountAndSum count_days(db::Connection& connection, auth::CompanyScope const& scope, BudgetFilter filter,
                       Period::Days const& days) {
    (is_by_sale(filter) ? filter.venda_de : filter.de) = days.from;
    (is_by_sale(filter) ? filter.venda_ate : filter.ate) = days.to;
    CountAndSum found;
    db::read_totals(connection, listed_by(connection, scope, filter), count_and_sum,
                    [&](db::Row const& row) { found = read_count(row); });
    return found;
}

// Exact, without a search.
CountAndSum count_filtered(db::Connection& connection, auth::CompanyScope const& scope, BudgetFilter const& filter) {
    auto const by_sale = is_by_sale(filter);
    auto const is_monthly = !filter.bin && !filter.cliente_id && !filter.funcionario_id && !filter.numero_pedido &&
                            !is_by_validity(filter) && !(by_sale && (filter.de || filter.ate));
    CountAndSum found;
    if (!is_monthly) {
        auto const list = listed_by(connection, scope, filter);
        db::read_totals(connection, list, count_and_sum, [&](db::Row const& row) { found = read_count(row); });
        return found;
    }
    auto const period = by_sale ? split_period(filter.venda_de, filter.venda_ate) : split_period(filter.de, filter.ate);
    auto const by = by_sale ? MonthsBy::sale : MonthsBy::budget;
    if (period.months) found = count_months(connection, scope, by, *period.months, filter.tipo, filter.faturado);
    for (auto const& days : period.added) {
        auto const part = count_days(connection, scope, filter, days);
        found.count += part.count;
        found.sum += part.sum;
    }
    for (auto const& days : period.taken) {
        auto const part = count_days(connection, scope, filter, days);
        found.count -= part.count;
        found.sum -= part.sum;
    }
    return found;
}

} // namespace

std::vector<std::string> Budgets::latest(db::Connection& connection, std::int64_t limit) const {
    auto list = listed_by(connection, scope_, {});
    list.columns = db::columns(summary_fields());
    list.order = orders.front().column;
    list.descending = true;
    list.limit = limit;
    list.total = limit; // not asked for
    std::vector<std::string> items;
    db::read_page(connection, list, [&](db::Row const& row) {
        items.push_back(balcao::to_json(summary_fields(), db::read_row<BudgetSummary>(summary_fields(), row)));
    });
    return items;
}

records::ListPage Budgets::list(db::Connection& connection, records::ListQuery const& query,
                                BudgetFilter const& filter) const {
    if (filter.is_of_another_company) return {};
    auto const& order = *std::ranges::find(orders, query.sort, &Order::sort);
    auto const is_by_date = &order == &orders.front();
    std::optional<std::int64_t> total;
    if (db::search_words(query.search).empty()) total = count_filtered(connection, scope_, filter).count;
    auto const is_sorted_anew = !is_by_date || is_by_validity(filter) || is_by_sale(filter);
    auto const is_few = total && *total <= db::most_counted && is_sorted_anew;
    auto const is_many = total && !is_few && !is_by_date;

    auto list = is_many ? listed_by(connection, scope_, filter, any_date) : listed_by(connection, scope_, filter);
    list.columns = db::columns(summary_fields());
    list.order = is_few ? order.hidden : order.column;
    list.descending = query.descending;
    list.search = query.search;
    list.offset = query.offset();
    list.limit = query.page_size;
    list.total = total;

    return records::read_page(connection, list, [](db::Row const& row) {
        return balcao::to_json(summary_fields(), db::read_row<BudgetSummary>(summary_fields(), row));
    });
}

CountAndSum Budgets::count(db::Connection& connection, std::string_view search, BudgetFilter const& filter) const {
    if (filter.is_of_another_company) return {};
    if (db::search_words(search).empty()) return count_filtered(connection, scope_, filter);
    auto list = listed_by(connection, scope_, filter);
    list.search = search;
    CountAndSum found;
    db::read_totals(connection, list, count_and_sum, [&](db::Row const& row) { found = read_count(row); });
    return found;
}

db::ListTotal Budgets::count_to_most(db::Connection& connection, std::string_view search,
                                     BudgetFilter const& filter) const {
    if (filter.is_of_another_company) return {};
    if (db::search_words(search).empty()) return {.total = count_filtered(connection, scope_, filter).count};
    auto list = listed_by(connection, scope_, filter);
    list.search = search;
    return db::count_to_most(connection, list);
}

} // namespace balcao::budgets
