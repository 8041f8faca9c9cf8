#include "selling/budgets/budget_months.hpp"

#include <algorithm>

#include "platform/base/calendar.hpp"
#include "platform/base/text.hpp"
#include "platform/base/time.hpp"
#include "selling/budgets/budget.hpp"

namespace balcao::budgets {

namespace {

constexpr std::string_view first_date = "1900-01-01";
constexpr std::string_view last_date = "2199-12-31";

constexpr db::Query change_month{"budgets_change_month", R"sql(
    insert into orcamento_mes (emitente_id, criterio, mes, tipo, faturado, quantidade, total)
    values (:emitente_id, :criterio, :mes, :tipo, :faturado, :quantidade, :total)
    on conflict (emitente_id, criterio, mes, tipo, faturado) do update
    set quantidade = orcamento_mes.quantidade + excluded.quantidade, total = orcamento_mes.total + excluded.total)sql"};

constexpr db::Query change_client{"budgets_change_client", R"sql(
    insert into orcamento_mes_cliente (emitente_id, mes, cliente, quantidade) values (:emitente_id, :mes, :cliente, :change)
    on conflict (emitente_id, mes, cliente) do update set quantidade = orcamento_mes_cliente.quantidade + excluded.quantidade
    returning quantidade)sql"};

constexpr db::Query forget_client{"budgets_forget_client", R"sql(
    delete from orcamento_mes_cliente where emitente_id = :emitente_id and mes = :mes and cliente = :cliente and quantidade = 0)sql"};

constexpr db::Query change_clients{"budgets_change_clients", R"sql(
    insert into orcamento_mes_clientes (emitente_id, mes, clientes) values (:emitente_id, :mes, :change)
    on conflict (emitente_id, mes) do update set clientes = orcamento_mes_clientes.clientes + excluded.clientes)sql"};

constexpr db::Query count_clients{
    "budgets_clients_of_month",
    "select clientes from orcamento_mes_clientes where emitente_id = :emitente_id and mes = :mes"};

constexpr db::Query sum_orders{"budgets_order_months", R"sql(
    select mes, cast(sum(quantidade) as bigint), cast(sum(total) as bigint) from orcamento_mes
    where emitente_id = :emitente_id and criterio = 'venda' and mes between :first and :last and tipo = :tipo
    group by mes order by mes)sql"};

constexpr db::Query counted_of_month{"budgets_figures", R"sql(
    select data_orcamento, data_venda, tipo, faturado, total_fatura, cliente_id, nome_cliente, funcionario_id
    from orcamento where emitente_id = :emitente_id and deleted_at is null
        and (data_orcamento between :dia and :last or data_venda between :dia and :last))sql"};
constexpr db::Query first_counted{"budgets_first_figure", R"sql(
    select min(data_orcamento), min(data_venda) from orcamento
    where emitente_id = :emitente_id and deleted_at is null)sql"};

std::string month_of(std::string_view date) { return std::string(date.substr(0, 7)); }
std::string next_month(std::string_view month) { return month_of(add_days(std::string(month) + "-28", 4)); }
std::string previous_month(std::string_view month) { return month_of(add_days(std::string(month) + "-01", -1)); }
std::string first_of(std::string_view month) { return std::string(month) + "-01"; }
std::string last_of(std::string_view month) { return add_days(first_of(next_month(month)), -1); }
int day_of(std::string_view date) { return (date[8] - '0') * 10 + date[9] - '0'; }

// One client's orders of a month; returns by how much the number of clients changes.
std::int64_t write_client(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view month,
                          std::string_view client, std::int64_t change) {
    db::Params const params{{"emitente_id", scope.id()}, {"mes", month}, {"cliente", client}, {"change", change}};
    auto const orders = transaction.scalar<std::int64_t>(change_client, params).value();
    if (orders == 0) transaction.execute(forget_client, params);
    auto const was_there = orders - change > 0;
    auto const is_there = orders > 0;
    return static_cast<std::int64_t>(is_there) - static_cast<std::int64_t>(was_there);
}

} // namespace

std::string client_key(std::optional<PersonId> const& client, std::string_view folded_name) {
    return client ? client->to_string() : std::string(folded_name);
}

void MonthChanges::add(Counted const& budget, int times) {
    auto const add_to = [&](std::string_view criterion, std::string_view date) {
        auto& change = changes_[{criterion, month_of(date), budget.tipo, budget.faturado ? 1 : 0}];
        change.count += times;
        if (times > 0) change.sum += budget.total_fatura;
        else change.sum -= budget.total_fatura;
    };
    add_to("orcamento", budget.data_orcamento);
    auto const sold = budget.data_venda.value_or(budget.data_orcamento);
    add_to("venda", sold);
    if (budget.tipo == order) clients_[{month_of(sold), budget.cliente}] += times;
    add_figures(budget, times, figures_);
}

void MonthChanges::write(db::Transaction& transaction, auth::CompanyScope const& scope) const {
    for (auto const& [key, change] : changes_) {
        if (change == CountAndSum{}) continue;
        auto const& [criterion, month, type, billed] = key;
        transaction.execute(change_month, {{"emitente_id", scope.id()},
                                           {"criterio", criterion},
                                           {"mes", month},
                                           {"tipo", type},
                                           {"faturado", billed},
                                           {"quantidade", change.count},
                                           {"total", change.sum}});
    }
    figures_.write(transaction, scope);
    std::map<std::string_view, std::int64_t> months;
    for (auto const& [key, change] : clients_) {
        if (change == 0) continue;
        auto const& [month, client] = key;
        months[month] += write_client(transaction, scope, month, client, change);
    }
    for (auto const& [month, change] : months) {
        if (change != 0)
            transaction.execute(change_clients, {{"emitente_id", scope.id()}, {"mes", month}, {"change", change}});
    }
}

void add_figures(Counted const& budget, int times, figures::Changes& changes) {
    auto const add = [&](std::string_view dimension, std::string_view group, std::string_view day, std::string_view key,
                         std::int64_t days) {
        changes.add({.ambiente = std::string(figures::all_environments),
                     .dimensao = std::string(dimension),
                     .dia = std::string(day),
                     .grupo = std::string(group),
                     .operador = budget.funcionario ? budget.funcionario->uuid() : Uuid{},
                     .chave = std::string(key)},
                    {.quantidade = 1, .valor = budget.total_fatura.raw(), .volume = days}, times);
    };
    add("hora", "orcamento", budget.data_orcamento, "", 0);
    if (budget.tipo != order) return;
    auto const& sold = budget.data_venda.value_or(budget.data_orcamento);
    auto const days = days_between(budget.data_orcamento, sold);
    auto const group = budget.faturado ? "faturado" : "pedido";
    add("hora", group, sold, "", days);
    add("cliente", group, sold, budget.cliente.empty() ? figures::nobody : std::string_view(budget.cliente), 0);
}

void add_figures_of_month(db::Connection& connection, auth::CompanyScope const& scope, std::string_view month,
                          figures::Changes& changes) {
    auto const last = std::string(month.substr(0, 8)) + "31";
    figures::Changes all;
    connection.run(counted_of_month, {{"emitente_id", scope.id()}, {"dia", month}, {"last", last}},
                   [&](db::Row const& row) {
                       add_figures({.data_orcamento = row.get<std::string>(0),
                                    .data_venda = row.get<std::optional<std::string>>(1),
                                    .tipo = row.get<std::string>(2),
                                    .faturado = row.integer(3) == 1,
                                    .total_fatura = row.get<Money>(4),
                                    .cliente = client_key(row.get<std::optional<PersonId>>(5),
                                                          fold(row.get<std::optional<std::string>>(6).value_or(""))),
                                    .funcionario = row.get<std::optional<UserId>>(7)},
                                   1, all);
                   });
    // An order is counted to two days, of which one may be of another month.
    for (auto const& [key, sums] : all.all())
        if (month_of(key.dia) == month_of(month)) changes.add(key, sums);
}

std::optional<std::string> first_day(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection
        .first(first_counted, {{"emitente_id", scope.id()}},
               [](db::Row const& row) {
                   auto const budget = row.get<std::optional<std::string>>(0);
                   auto const sale = row.get<std::optional<std::string>>(1);
                   return budget && sale ? std::min(budget, sale) : budget;
               })
        .value_or(std::nullopt);
}

std::vector<OrderMonth> order_months(db::Connection& connection, auth::CompanyScope const& scope,
                                     std::string_view first, std::string_view last) {
    return connection.all(sum_orders, {{"emitente_id", scope.id()}, {"first", first}, {"last", last}, {"tipo", order}},
                          [](db::Row const& row) {
                              return OrderMonth{.mes = row.get<std::string>(0),
                                                .orders = {.count = row.integer(1), .sum = row.get<Money>(2)}};
                          });
}

std::int64_t clients_of_month(db::Connection& connection, auth::CompanyScope const& scope, std::string_view mes) {
    return connection.scalar<std::int64_t>(count_clients, {{"emitente_id", scope.id()}, {"mes", mes}}).value_or(0);
}

Period split_period(std::optional<std::string> const& from, std::optional<std::string> const& to) {
    std::string const first = from.value_or(std::string(first_date));
    std::string const last = to.value_or(std::string(last_date));
    Period period;
    if (first > last) return period;
    auto first_month = month_of(first);
    auto last_month = month_of(last);
    auto const days_in = [](std::string const& month) { return day_of(last_of(month)); };
    auto const skipped_before = day_of(first) - 1;
    auto const skipped_after = days_in(last_month) - day_of(last);
    auto const is_one_month = first_month == last_month;
    auto const skips_most = [&](std::string const& month, int skipped) { return skipped > days_in(month) / 2; };
    if (is_one_month && skips_most(first_month, skipped_before + skipped_after)) {
        period.added = {{first, last}};
        return period;
    }
    if (!is_one_month && skips_most(first_month, skipped_before)) {
        period.added.push_back({first, last_of(first_month)});
        first_month = next_month(first_month);
    } else if (skipped_before > 0) {
        period.taken.push_back({first_of(first_month), add_days(first, -1)});
    }
    if (!is_one_month && skips_most(last_month, skipped_after)) {
        period.added.push_back({first_of(last_month), last});
        last_month = previous_month(last_month);
    } else if (skipped_after > 0) {
        period.taken.push_back({add_days(last, 1), last_of(last_month)});
    }
    if (first_month <= last_month) period.months = {first_month, last_month};
    return period;
}

CountAndSum count_months(db::Connection& connection, auth::CompanyScope const& scope, MonthsBy by,
                         Period::Days const& months, std::optional<std::string> const& tipo,
                         std::optional<bool> faturado) {
    std::string sql = "select cast(coalesce(sum(quantidade), 0) as bigint), cast(coalesce(sum(total), 0) as bigint) "
                      "from orcamento_mes "
                      "where emitente_id = :emitente_id and criterio = :criterio and mes between :first and :last";
    db::Params params{{"emitente_id", scope.id()},
                      {"criterio", by == MonthsBy::sale ? "venda" : "orcamento"},
                      {"first", months.from},
                      {"last", months.to}};
    if (tipo) {
        sql += " and tipo = :tipo";
        params.emplace_back("tipo", *tipo);
    }
    if (faturado) {
        sql += " and faturado = :faturado";
        params.emplace_back("faturado", *faturado);
    }
    auto const read = [](db::Row const& row) { return CountAndSum{.count = row.integer(0), .sum = row.get<Money>(1)}; };
    return connection.first({"budgets_sum_months", sql}, params, read).value_or(CountAndSum{});
}

} // namespace balcao::budgets
