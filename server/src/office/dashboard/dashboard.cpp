#include "office/dashboard/dashboard.hpp"

#include <algorithm>

#include "office/dashboard/to_resolve.hpp"
#include "office/dashboard/today.hpp"
#include "office/reports/reports.hpp"
#include "platform/base/json.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/receipts/reading/listing.hpp"

namespace balcao::dashboard {

namespace {

constexpr std::size_t months_shown = 12;
constexpr std::int64_t budgets_shown = 5;

constexpr db::Query time_zone{"dashboard_time_zone", "select fuso_horario from emitente where id = :emitente_id"};

// Of practice none counts; one that was cancelled later was authorised all the same.
constexpr db::Query has_receipt{"dashboard_has_receipt", R"sql(
    select exists (select 1 from nfce n where n.emitente_id = :emitente_id and n.ambiente in ('homologacao', 'producao')
                   and n.estado in ('autorizada', 'autorizada_sem_xml', 'cancelada', 'cancelada_subst')))sql"};

std::string month_before(std::string const& mes) { return add_days(mes + "-01", -1).substr(0, 7); }

std::string months_json(std::vector<budgets::OrderMonth> const& months) {
    std::string json = "[";
    for (auto const& [mes, orders] : months) {
        if (json.size() > 1) json += ',';
        json::ObjectWriter month;
        month.text("mes", mes);
        month.text("total", orders.sum.to_string());
        month.integer("quantidade", orders.count);
        json += month.take();
    }
    return json + ']';
}

// Per cent, as far as it means something: a centavo before would make any number.
Percent growth(Money before, Money now) {
    constexpr std::int64_t most_times = 1'000'000;
    if (now.raw() / most_times > before.raw()) return Percent::from_units(100 * most_times);
    return rounded_product<1>(Rounding::half_up, before.raw(), Decimal<0>::from_raw((now - before).raw()),
                              Decimal<0>::from_units(100));
}

std::string list_json(std::vector<std::string> const& items) {
    std::string json = "[";
    for (auto const& item : items) {
        if (json.size() > 1) json += ',';
        json += item;
    }
    return json + ']';
}

template <int Places>
std::optional<std::string> text_of(std::optional<Decimal<Places>> const& value) {
    return value.transform([](Decimal<Places> number) { return number.to_string(); });
}

} // namespace

std::string first_month(std::string const& mes) {
    auto first = mes;
    for (std::size_t i = 1; i < months_shown; ++i) first = month_before(first);
    return first;
}

Figures figures_of(std::vector<budgets::OrderMonth> const& months, std::string const& mes) {
    Figures figures;
    for (auto month = mes; figures.meses.size() < months_shown; month = month_before(month)) {
        auto const at = std::ranges::find(months, month, &budgets::OrderMonth::mes);
        figures.meses.push_back({.mes = month, .orders = at == months.end() ? budgets::CountAndSum{} : at->orders});
    }
    std::ranges::reverse(figures.meses);
    auto const& now = figures.meses.back().orders;
    auto const& before = figures.meses.at(months_shown - 2).orders;
    figures.faturamento = now.sum;
    figures.faturamento_anterior = before.sum;
    figures.pedidos = now.count;
    if (before.sum > Money{}) figures.crescimento = growth(before.sum, now.sum);
    if (now.count > 0) figures.ticket_medio = divide<2>(now.sum, Decimal<0>::from_units(now.count), Rounding::half_up);
    return figures;
}

Result<std::string> dashboard_json(db::Connection& connection, auth::CompanyScope const& scope, UserId person,
                                   bool backup_failed, Instant now) {
    auto const zone = connection.scalar<std::string>(time_zone, {{"emitente_id", scope.id()}});
    if (!zone) return not_found();
    auto const ambiente = BALCAO_TRY(reports::environment_of(connection, scope, std::nullopt));
    auto const own = scope.is_gerente() ? std::nullopt : std::optional(person);
    auto const mes = local_date(now, *zone).substr(0, 7);

    json::ObjectWriter writer;
    writer.text("mes", mes);
    writer.raw("ultimos", list_json(budgets::Budgets(scope).latest(connection, budgets_shown)));
    writer.text("ambiente", ambiente);
    writer.raw("ultimas_notas", list_json(receipts::latest_receipts(connection, scope, ambiente, own, budgets_shown)));
    writer.raw("caixas", tills_json(connection, scope, ambiente, own));
    if (!scope.is_gerente()) return writer.take();
    auto const figures = figures_of(budgets::order_months(connection, scope, first_month(mes), mes), mes);
    writer.text("faturamento", figures.faturamento.to_string());
    writer.text("faturamento_anterior", figures.faturamento_anterior.to_string());
    writer.optional_text("crescimento", text_of(figures.crescimento));
    writer.integer("clientes", budgets::clients_of_month(connection, scope, mes));
    writer.integer("pedidos", figures.pedidos);
    writer.optional_text("ticket_medio", text_of(figures.ticket_medio));
    writer.raw("meses", months_json(figures.meses));
    bool const issues = reports::issues(connection, scope, ambiente);
    Shown const shown{.ambiente = ambiente, .zone = *zone, .of_orders = !issues, .now = now};
    writer.text("base", issues ? "notas" : "pedidos");
    writer.raw("no_mes", month_json(connection, scope, shown));
    writer.raw("hoje", today_json(connection, scope, shown));
    writer.raw("dias", last_days_json(connection, scope, shown));
    writer.raw(
        "resolver",
        to_resolve_json(
            connection, scope,
            {.ambiente = ambiente, .zone = *zone, .issues = issues, .backup_failed = backup_failed, .now = now}));
    writer.boolean("primeira_nota",
                   connection.scalar<bool>(has_receipt, {{"emitente_id", scope.id()}}).value_or(false));
    return writer.take();
}

} // namespace balcao::dashboard
