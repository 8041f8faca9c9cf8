#include "office/reports/sums.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "platform/db/value_list.hpp"

namespace balcao::reports {

namespace {

constexpr std::string_view added =
    "cast(coalesce(sum(quantidade), 0) as bigint), cast(coalesce(sum(valor), 0) as bigint), "
    "cast(coalesce(sum(desconto), 0) as bigint), cast(coalesce(sum(volume), 0) as bigint), "
    "cast(coalesce(sum(base_icms), 0) as bigint), cast(coalesce(sum(icms), 0) as bigint), "
    "cast(coalesce(sum(pis), 0) as bigint), cast(coalesce(sum(cofins), 0) as bigint), "
    "cast(coalesce(sum(ibs), 0) as bigint), cast(coalesce(sum(cbs), 0) as bigint)";
constexpr std::string_view keys_of_row = "grupo, dia, operador_id, serie, chave";
constexpr std::string_view sums_of_row = "quantidade, valor, desconto, volume, base_icms, icms, pis, cofins, ibs, cbs";
constexpr std::string_view sums_taken_off =
    "-quantidade, -valor, -desconto, -volume, -base_icms, -icms, -pis, -cofins, -ibs, -cbs";

// Of the three tables: whole months, other days, and what is not folded yet.
std::string rows_of(std::string_view table, std::string_view from, std::string_view to, std::string_view filters,
                    std::string_view sums = sums_of_row) {
    return fmt::format("select {}, {} from {} where emitente_id = :emitente_id and ambiente = :ambiente and "
                       "dimensao = :dimensao and dia between {} and {}{}",
                       keys_of_row, sums, table, from, to, filters);
}

// Reads the ends of each client's part of the index alone, not the days between.
constexpr db::Query purchases_of_receipts{"reports_purchases", R"sql(
    with asked (cliente) as (values (:values))
    select cliente, primeira, ultima from (
        select cliente,
            (select dia from figura_dia where emitente_id = :emitente_id and ambiente = :ambiente and dimensao = 'cliente'
                and chave = cliente and dia <= :until and grupo in ('autorizada', 'pedido', 'faturado') and quantidade > 0
                order by dia limit 1) as primeira,
            (select dia from figura_dia where emitente_id = :emitente_id and ambiente = :ambiente and dimensao = 'cliente'
                and chave = cliente and dia <= :until and grupo in ('autorizada', 'pedido', 'faturado') and quantidade > 0
                order by dia desc limit 1) as ultima
        from asked) as bought
    where primeira is not null)sql"};
constexpr db::Query unfolded_purchases{"reports_unfolded_purchases", R"sql(
    select chave, min(dia), max(dia) from (
        select chave, dia from figura_mudanca where emitente_id = :emitente_id and ambiente = :ambiente
            and dimensao = 'cliente' and dia <= :until and grupo in ('autorizada', 'pedido', 'faturado')
        group by chave, dia having sum(quantidade) > 0) as bought
    group by chave)sql"};

} // namespace

std::vector<Cell> read_cells(db::Connection& connection, auth::CompanyScope const& scope, Slice const& slice, By by) {
    std::string filters;
    db::Params params{{"emitente_id", scope.id()},
                      {"ambiente", slice.ambiente},
                      {"dimensao", slice.dimensao},
                      {"de", slice.period.de},
                      {"ate", slice.period.ate}};
    if (slice.operador) {
        filters += " and operador_id = :operador";
        params.emplace_back("operador", *slice.operador);
    }
    if (slice.serie) {
        filters += " and serie in (:serie, :serie_nfe)";
        params.emplace_back("serie", figures::series_key(numbers::modelo_nfce, *slice.serie));
        params.emplace_back("serie_nfe", figures::series_key(numbers::modelo_nfe, *slice.serie));
    }
    if (slice.chave) {
        filters += " and chave = :chave";
        params.emplace_back("chave", *slice.chave);
    }
    auto const parts = by.dia ? Parts{.days = {slice.period}} : parts_of(slice.period);
    std::string rows = rows_of("figura_mudanca", ":de", ":ate", filters);
    if (parts.months) {
        rows += " union all " + rows_of("figura_mes", ":first", ":last", filters);
        params.emplace_back("first", parts.months->de);
        params.emplace_back("last", parts.months->ate);
    }
    std::vector<std::string> names; // which the parameters view
    names.reserve(2 * (parts.days.size() + parts.less.size()));
    auto const add_days_of = [&](Period const& days, std::string_view sums) {
        auto const& from = names.emplace_back(fmt::format("de{}", names.size()));
        auto const& to = names.emplace_back(fmt::format("ate{}", names.size()));
        rows += " union all " + rows_of("figura_dia", ":" + from, ":" + to, filters, sums);
        params.emplace_back(from, days.de);
        params.emplace_back(to, days.ate);
    };
    for (auto const& days : parts.days) add_days_of(days, sums_of_row);
    for (auto const& days : parts.less) add_days_of(days, sums_taken_off);
    std::vector<std::string_view> keys{"grupo"};
    if (by.dia) keys.emplace_back("dia");
    if (by.mes) keys.emplace_back("substr(dia, 1, 7)");
    if (by.operador) keys.emplace_back("operador_id");
    if (by.serie) keys.emplace_back("serie");
    if (by.chave) keys.emplace_back("chave");
    auto const key = fmt::format("{}", fmt::join(keys, ", "));
    auto const sql = fmt::format("select {}, {} from ({}) as found group by {}", key, added, rows, key);
    auto cells = connection.all({"reports_sums", sql, true}, params, [&](db::Row const& row) {
        Cell cell{.grupo = row.get<std::string>(0)};
        int at = 1;
        if (by.dia || by.mes) cell.dia = row.get<std::string>(at++);
        if (by.operador) cell.operador = row.uuid(at++);
        if (by.serie) cell.serie = row.integer(at++);
        if (by.chave) cell.chave = row.get<std::string>(at++);
        cell.sums = figures::read_sums(row, at);
        return cell;
    });
    std::erase_if(cells, [](Cell const& cell) { return cell.sums.is_zero(); });
    return cells;
}

std::vector<Bought> purchases_of(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                                 bool of_orders, std::vector<std::string> const& clients, std::string_view until) {
    std::map<std::string, Bought> found;
    db::Params const params{
        {"emitente_id", scope.id()}, {"ambiente", of_orders ? figures::all_environments : ambiente}, {"until", until}};
    auto const note = [&](db::Row const& row) {
        Bought one{.chave = row.get<std::string>(0), .first = row.get<std::string>(1), .last = row.get<std::string>(2)};
        auto const [at, is_new] = found.emplace(one.chave, one);
        if (is_new) return;
        at->second.first = std::min(at->second.first, one.first);
        at->second.last = std::max(at->second.last, one.last);
    };
    std::vector<std::string_view> const keys(clients.begin(), clients.end());
    db::run_for_values<std::string_view>(connection, purchases_of_receipts, params, keys, note);
    std::vector<std::string> known(clients);
    std::ranges::sort(known);
    connection.run(unfolded_purchases, params, [&](db::Row const& row) {
        if (std::ranges::binary_search(known, row.text(0))) note(row);
    });
    std::vector<Bought> bought;
    bought.reserve(found.size());
    for (auto& [key, one] : found) bought.push_back(std::move(one));
    return bought;
}

std::string money(std::int64_t raw) { return Money::from_raw(raw).to_string(); }

std::optional<std::string> percent(std::int64_t part, std::int64_t whole) {
    if (whole <= 0) return std::nullopt;
    // A centavo before would make any number.
    constexpr std::int64_t most_times = 1'000'000;
    if (part / most_times > whole) return Decimal<1>::from_units(100 * most_times).to_string();
    return rounded_product<1>(Rounding::half_up, whole, Decimal<0>::from_raw(part), Decimal<0>::from_units(100))
        .to_string();
}

std::optional<std::string> growth(std::int64_t now, std::int64_t before) { return percent(now - before, before); }

std::optional<std::string> average(std::int64_t value, std::int64_t count) {
    if (count <= 0) return std::nullopt;
    return divide<2>(Money::from_raw(value), Decimal<0>::from_units(count), Rounding::half_up).to_string();
}

std::vector<char> abc(std::vector<std::int64_t> const& values, std::int64_t whole) {
    std::vector<char> letters;
    letters.reserve(values.size());
    std::int64_t before = 0;
    for (auto const value : values) {
        auto const share = whole > 0 ? static_cast<double>(before) / static_cast<double>(whole) : 1.0;
        letters.push_back(share < 0.8 ? 'A' : share < 0.95 ? 'B' : 'C');
        before += value;
    }
    return letters;
}

} // namespace balcao::reports
