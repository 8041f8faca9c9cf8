#include "office/dashboard/today.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "platform/base/json.hpp"

namespace balcao::dashboard {

namespace {

using reports::Period;

constexpr std::int64_t days_shown = 14;

// What was sold in a part of an hour, of which the sums know only the whole: few receipts, by the list's index.
constexpr db::Query part_of_hour{"dashboard_part_of_hour", R"sql(
    select cast(coalesce(sum(vNF), 0) as bigint) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and dhEmi >= :de and dhEmi < :ate
        and estado in ('autorizada', 'autorizada_sem_xml'))sql"};
constexpr std::string_view tills_sql = R"sql(
    select s.id, e.nome, u.full_name, s.aberta_em,
        (select count(*) from venda v where v.emitente_id = :emitente_id and v.sessao_id = s.id and v.estado = 'emitida')
    from caixa_sessao s
    join estacao e on e.emitente_id = :emitente_id and e.id = s.estacao_id
    join users u on u.id = s.operador_id
    where s.emitente_id = :emitente_id and s.ambiente = :ambiente and s.fechada_em is null)sql";

reports::Slice slice(Shown const& shown, Period period) {
    return {.ambiente = shown.of_orders ? std::string(figures::all_environments) : shown.ambiente,
            .dimensao = "hora",
            .period = std::move(period)};
}

struct Totals {
    std::int64_t value = 0;      // faturado, or orders
    std::int64_t authorised = 0; // what an average ticket is made of
    std::int64_t count = 0;
};
Totals totals_of(db::Connection& connection, auth::CompanyScope const& scope, Shown const& shown,
                 Period const& period) {
    Totals totals;
    for (auto const& cell : reports::read_cells(connection, scope, slice(shown, period), {})) {
        totals.value += reports::value_in(cell, shown.of_orders);
        totals.count += reports::count_in(cell, shown.of_orders);
        if (reports::count_in(cell, shown.of_orders) != 0) totals.authorised += cell.sums.valor;
    }
    return totals;
}

std::string link(Shown const& shown, Period const& period) {
    if (shown.of_orders) {
        return reports::link_json("orcamentos",
                                  {{"tipo", "Pedido"}, {"venda_de", period.de}, {"venda_ate", period.ate}});
    }
    return reports::link_json(
        "notas", {{"situacao", "autorizadas"}, {"de", period.de}, {"ate", period.ate}, {"ambiente", shown.ambiente}});
}

std::string compared(std::optional<std::string> const& now, std::optional<std::string> const& before,
                     std::optional<std::string> const& by, std::string const& rows) {
    json::ObjectWriter writer;
    writer.optional_text("valor", now);
    writer.optional_text("anterior", before);
    writer.optional_text("variacao", by);
    if (!rows.empty()) writer.raw("linhas", rows);
    return writer.take();
}

} // namespace

std::string month_json(db::Connection& connection, auth::CompanyScope const& scope, Shown const& shown) {
    auto const today = shown.today();
    Period const period{.de = today.substr(0, 8) + "01", .ate = today};
    // To the same day, also where today is a month's last one.
    auto before = reports::period_before({.de = period.de, .ate = period.de});
    auto const last = add_days(period.de, -1);
    before.ate = std::min(before.de.substr(0, 8) + today.substr(8), last);
    auto const now = totals_of(connection, scope, shown, period);
    auto const then = totals_of(connection, scope, shown, before);
    auto const ticket = reports::average(now.authorised, now.count);
    auto const ticket_before = reports::average(then.authorised, then.count);
    auto const cents = [](std::optional<std::string> const& text) { return Money::parse(text.value_or("0"))->raw(); };
    auto const clients = reports::count_clients(connection, scope, shown.ambiente, shown.of_orders, period);
    json::ObjectWriter writer;
    writer.text("de", period.de);
    writer.text("ate", period.ate);
    writer.text("anterior_de", before.de);
    writer.text("anterior_ate", before.ate);
    writer.raw("faturamento", compared(reports::money(now.value), reports::money(then.value),
                                       reports::growth(now.value, then.value), link(shown, period)));
    writer.text("diferenca", reports::money(now.value - then.value));
    writer.integer("quantidade", now.count);
    writer.raw("ticket_medio",
               compared(ticket, ticket_before, reports::growth(cents(ticket), cents(ticket_before)), ""));
    writer.raw("clientes", fmt::format(R"({{"quantidade":{},"novos":{},"voltaram":{}}})", clients.all, clients.novos,
                                       clients.all - clients.novos));
    return writer.take();
}

std::string today_json(db::Connection& connection, auth::CompanyScope const& scope, Shown const& shown) {
    auto const today = shown.today();
    auto const before = add_days(today, -7);
    auto const time = local_date_time_text(shown.now, shown.zone).substr(11);
    auto const this_hour = std::stoi(time.substr(0, 2));
    struct Hour {
        std::int64_t value = 0, count = 0, before = 0;
    };
    std::array<Hour, 24> hours{};
    Totals now;
    std::int64_t until_now = 0, whole = 0;
    for (auto const& cell :
         reports::read_cells(connection, scope, slice(shown, {.de = today, .ate = today}), {.chave = true})) {
        now.value += reports::value_in(cell, shown.of_orders);
        now.count += reports::count_in(cell, shown.of_orders);
        if (cell.grupo != "autorizada" || cell.chave.size() != 2) continue;
        auto& hour = hours.at(static_cast<std::size_t>(std::stoi(cell.chave)));
        hour.value += cell.sums.valor;
        hour.count += cell.sums.quantidade;
    }
    for (auto const& cell :
         reports::read_cells(connection, scope, slice(shown, {.de = before, .ate = before}), {.chave = true})) {
        whole += reports::value_in(cell, shown.of_orders);
        if (cell.grupo != "autorizada" || cell.chave.size() != 2) continue;
        auto const at = std::stoi(cell.chave);
        hours.at(static_cast<std::size_t>(at)).before += cell.sums.valor;
        if (at < this_hour) until_now += cell.sums.valor;
    }
    if (shown.of_orders) {
        until_now = whole;
    } else {
        auto const week = std::chrono::days{7};
        auto const minutes = std::chrono::minutes{std::stoi(time.substr(3, 2))};
        auto const then = shown.now - week;
        until_now +=
            connection
                .scalar<std::int64_t>(
                    part_of_hour,
                    {{"emitente_id", scope.id()}, {"ambiente", shown.ambiente}, {"de", then - minutes}, {"ate", then}})
                .value_or(0);
    }
    auto const has_sales = [](Hour const& hour) { return hour.count != 0 || hour.before != 0; };
    std::string list;
    auto const first = std::ranges::find_if(hours, has_sales) - hours.begin();
    auto const last = hours.rend() - std::ranges::find_if(hours.rbegin(), hours.rend(), has_sales);
    for (auto at = first; at < last; ++at) {
        auto const& hour = hours.at(static_cast<std::size_t>(at));
        list += fmt::format(R"({}{{"hora":{},"valor":"{}","quantidade":{},"anterior":"{}"}})", list.empty() ? "" : ",",
                            at, reports::money(hour.value), hour.count, reports::money(hour.before));
    }
    json::ObjectWriter writer;
    writer.text("dia", today);
    writer.text("ate", time);
    writer.text("valor", reports::money(now.value));
    writer.text("anterior", reports::money(until_now));
    writer.optional_text("variacao", reports::growth(now.value, until_now));
    writer.integer("quantidade", now.count);
    writer.text("dia_anterior", before);
    writer.text("total_anterior", reports::money(whole));
    writer.raw("horas", '[' + list + ']');
    writer.raw("linhas", link(shown, {.de = today, .ate = today}));
    return writer.take();
}

std::string last_days_json(db::Connection& connection, auth::CompanyScope const& scope, Shown const& shown) {
    auto const today = shown.today();
    Period const period{.de = add_days(today, 1 - days_shown), .ate = today};
    // Beside each day the same weekday a week before.
    Period const before{.de = add_days(period.de, -7), .ate = add_days(period.ate, -7)};
    return reports::days_json(reports::read_cells(connection, scope, slice(shown, period), {.dia = true}),
                              reports::read_cells(connection, scope, slice(shown, before), {.dia = true}), period,
                              before, shown.of_orders);
}

std::string tills_json(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                       std::optional<UserId> const& seen_by) {
    db::Params params{{"emitente_id", scope.id()}, {"ambiente", ambiente}};
    std::string sql(tills_sql);
    if (seen_by) {
        sql += " and s.operador_id = :operador";
        params.emplace_back("operador", *seen_by);
    }
    sql += " order by s.aberta_em, s.id limit 20";
    std::string list;
    connection.run({"dashboard_tills", sql}, params, [&](db::Row const& row) {
        json::ObjectWriter each;
        each.text("id", row.uuid(0).to_string());
        each.text("estacao", row.text(1));
        each.text("operador", row.get<std::optional<std::string>>(2).value_or(""));
        each.text("aberta_em", row.get<Instant>(3).to_iso());
        each.integer("vendas", row.integer(4));
        list += (list.empty() ? "" : ",") + each.take();
    });
    return '[' + list + ']';
}

} // namespace balcao::dashboard
