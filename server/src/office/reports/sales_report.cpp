#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "office/reports/names.hpp"
#include "office/reports/reports.hpp"
#include "platform/base/calendar.hpp"
#include "platform/base/json.hpp"

namespace balcao::reports {

namespace {

constexpr std::size_t most_products = 200;
constexpr std::int64_t most_days_one_by_one = 92;
constexpr int days_to_expire = 7;

constexpr db::Query reasons_of_cancelled{"reports_cancelled_reasons", R"sql(
    select coalesce(case when e.tipo = '110112' then 'Substituída por outra nota' else e.xJust end,
                    'Cancelada fora do Balcão'), count(*), cast(sum(n.vNF) as bigint)
    from nfce n left join nfce_evento e
        on e.emitente_id = :emitente_id and e.nfce_id = n.id and e.estado = 'registrado'
    where n.emitente_id = :emitente_id and n.ambiente = :ambiente and n.estado <> 'autorizada'
        and n.estado in ('cancelada', 'cancelada_subst') and n.dhEmi >= :de and n.dhEmi < :ate
    group by 1 order by 3 desc limit 20)sql"};
constexpr db::Query reasons_of_returns{"reports_return_reasons", R"sql(
    select motivo, count(*), cast(sum(total) as bigint) from devolucao
    where emitente_id = :emitente_id and ambiente = :ambiente and created_at >= :de and created_at < :ate
    group by motivo order by 3 desc limit 20)sql"};
constexpr db::Query open_budgets{"reports_open_budgets", R"sql(
    select count(*), cast(coalesce(sum(total_fatura), 0) as bigint) from orcamento
    where emitente_id = :emitente_id and faturado = 0 and valido_ate between :de and :ate and tipo = 'Orçamento'
        and deleted_at is null)sql"};

// All cells of one group, added up.
Sums sum_of(std::vector<Cell> const& cells, std::string_view group) {
    Sums sums;
    for (auto const& cell : cells)
        if (cell.grupo == group) sums.add(cell.sums);
    return sums;
}

std::string count_and_value(Sums const& sums, std::string const& link) {
    json::ObjectWriter writer;
    writer.integer("quantidade", sums.quantidade);
    writer.text("valor", money(sums.valor));
    if (!link.empty()) writer.raw("linhas", link);
    return writer.take();
}

class SalesReport {
public:
    SalesReport(db::Connection& connection, auth::CompanyScope const& scope, Question const& question)
        : connection_(connection), scope_(scope), question_(question) {
        if (question.produto) key_ = {"produto", *question.produto};
        else if (question.cliente) key_ = {"cliente", *question.cliente};
        else if (question.tPag) key_ = {"pagamento", *question.tPag};
    }

    std::string run() {
        auto const& [period, compared] = std::tie(question_.period, question_.compared);
        bool const by_month = period.days() > most_days_one_by_one;
        By const by{.dia = !by_month, .mes = by_month};
        auto const now = cells(period, by);
        auto const before = compared ? cells(*compared, by) : std::vector<Cell>{};
        json::ObjectWriter writer;
        writer.raw("periodo", period_json(period));
        writer.raw("comparado", compared ? period_json(*compared) : "null");
        writer.text("ambiente", question_.ambiente);
        writer.text("base", question_.of_orders ? "pedidos" : "notas");
        writer.raw("total", figures_json(now, true));
        writer.raw("anterior", compared ? figures_json(before, false) : "null");
        writer.optional_text("variacao", compared ? growth(value_of(now), value_of(before)) : std::nullopt);
        writer.raw("por_dia", days_json(now, before, period, compared, question_.of_orders));
        if (!key_) writer.raw("por_hora", hours_json());
        if (key_.value_or(Key{}).dimension != "pagamento") writer.raw("por_operador", operators_json());
        else writer.raw("por_operador", operators_json());
        if (!question_.cliente && !question_.tPag && !question_.of_orders) write_products(writer);
        if (!question_.cliente && !question_.produto)
            writer.raw("por_pagamento", payments_json("autorizada", question_.operador, question_.serie));
        if (!key_ && !question_.operador && !question_.serie)
            writer.raw("recebido", payments_json("recebido", std::nullopt, std::nullopt));
        if (!key_ && !question_.operador && !question_.serie) {
            writer.raw("canceladas", reasons_json(reasons_of_cancelled));
            writer.raw("devolucoes", reasons_json(reasons_of_returns));
        }
        if (!key_ && !question_.serie) writer.raw("pedidos", orders_json());
        return writer.take();
    }

private:
    struct Key {
        std::string dimension, value;
    };

    Slice slice(Period const& period, std::string_view dimension) const {
        return {.ambiente = question_.ambiente,
                .dimensao = std::string(dimension),
                .period = period,
                .operador = question_.operador,
                .serie = question_.serie,
                .chave = {}};
    }
    // Of receipts and returns, and of orders where the filters apply to them.
    std::vector<Cell> cells(Period const& period, By by) const {
        auto of = slice(period, key_ ? key_->dimension : "hora");
        if (key_) of.chave = key_->value;
        auto found = read_cells(connection_, scope_, of, by);
        if (question_.serie || question_.produto || question_.tPag) return found;
        of.ambiente = figures::all_environments;
        std::ranges::move(read_cells(connection_, scope_, of, by), std::back_inserter(found));
        return found;
    }
    std::int64_t value_of(std::vector<Cell> const& cells) const {
        return std::accumulate(cells.begin(), cells.end(), std::int64_t{0}, [&](std::int64_t sum, Cell const& cell) {
            return sum + value_in(cell, question_.of_orders);
        });
    }

    // The filters of the list behind the figure.
    std::string link(std::string_view list, std::string_view situation) const {
        std::vector<std::pair<std::string_view, std::string>> filters;
        if (!situation.empty()) filters.emplace_back("situacao", situation);
        filters.emplace_back("de", question_.period.de);
        filters.emplace_back("ate", question_.period.ate);
        if (list != "orcamentos") filters.emplace_back("ambiente", question_.ambiente);
        if (list == "notas") {
            if (question_.operador) filters.emplace_back("operador", question_.operador->to_string());
            if (question_.serie) filters.emplace_back("serie", std::to_string(*question_.serie));
            if (question_.cliente) filters.emplace_back("cliente", *question_.cliente);
            if (question_.produto) filters.emplace_back("produto", *question_.produto);
            if (question_.tPag) filters.emplace_back("tPag", *question_.tPag);
        }
        return link_json(list, filters);
    }

    std::string figures_json(std::vector<Cell> const& cells, bool with_links) const {
        auto const authorised = sum_of(cells, "autorizada");
        auto const returned = sum_of(cells, "devolucao");
        auto const linked = [&](std::string_view list, std::string_view situation) {
            return with_links ? link(list, situation) : std::string{};
        };
        json::ObjectWriter writer;
        writer.text("faturado", money(authorised.valor - returned.valor));
        writer.raw("autorizado", count_and_value(authorised, linked("notas", "autorizadas")));
        writer.raw("devolvido", count_and_value(returned, linked("devolucoes", "")));
        writer.raw("cancelado", count_and_value(sum_of(cells, "cancelada"), linked("notas", "canceladas")));
        writer.text("desconto", money(authorised.desconto));
        writer.optional_text("desconto_percentual",
                             percent(authorised.desconto, authorised.valor + authorised.desconto));
        writer.optional_text("ticket_medio", average(authorised.valor, authorised.quantidade));
        auto const orders = link_json(
            "orcamentos",
            {{"tipo", "Pedido"}, {"faturado", "false"}, {"de", question_.period.de}, {"ate", question_.period.ate}});
        writer.raw("vendido", count_and_value(sum_of(cells, "pedido"), with_links ? orders : ""));
        return writer.take();
    }

    std::string hours_json() const {
        std::map<std::pair<int, int>, Sums> hours;
        for (auto const& cell :
             read_cells(connection_, scope_, slice(question_.period, "hora"), {.dia = true, .chave = true}))
            if (cell.grupo == "autorizada" && cell.chave.size() == 2)
                hours[{weekday_of(cell.dia), std::stoi(cell.chave)}].add(cell.sums);
        std::string list;
        for (auto const& [at, sums] : hours) {
            if (sums.is_zero()) continue;
            list += fmt::format(R"({}{{"dia_semana":{},"hora":{},"valor":"{}","quantidade":{}}})",
                                list.empty() ? "" : ",", at.first, at.second, money(sums.valor), sums.quantidade);
        }
        return '[' + list + ']';
    }

    std::string operators_json() const {
        struct Sold {
            Sums authorised, returned, orders;
            std::int64_t before = 0;
        };
        std::map<Uuid, Sold> people;
        for (auto const& cell : cells(question_.period, {.operador = true})) {
            auto& sold = people[cell.operador];
            if (cell.grupo == "autorizada") sold.authorised.add(cell.sums);
            if (cell.grupo == "devolucao") sold.returned.add(cell.sums);
            if (cell.grupo == "pedido" || cell.grupo == "faturado") sold.orders.add(cell.sums);
        }
        if (question_.compared)
            for (auto const& cell : cells(*question_.compared, {.operador = true}))
                people[cell.operador].before += value_in(cell, question_.of_orders);
        std::vector<Uuid> ids;
        std::int64_t discount = 0;
        for (auto const& [id, sold] : people) {
            ids.push_back(id);
            discount += sold.authorised.desconto;
        }
        auto const names = operator_names(connection_, ids);
        auto const value = [&](Sold const& sold) {
            return question_.of_orders ? sold.orders.valor : sold.authorised.valor - sold.returned.valor;
        };
        std::ranges::sort(ids, std::greater{}, [&](Uuid const& id) { return value(people.at(id)); });
        std::string list;
        for (auto const& id : ids) {
            auto const& sold = people.at(id);
            auto const& counted = question_.of_orders ? sold.orders : sold.authorised;
            if (counted.is_zero() && sold.returned.is_zero() && sold.before == 0) continue;
            json::ObjectWriter writer;
            if (id == Uuid{}) writer.null("operador");
            else writer.text("operador", id.to_string());
            writer.text("nome", id == Uuid{} ? "Sem vendedor" : names.contains(id) ? names.at(id) : "");
            writer.integer("quantidade", counted.quantidade);
            writer.text("autorizado", money(counted.valor));
            writer.text("devolvido", money(sold.returned.valor));
            writer.text("faturado", money(value(sold)));
            writer.text("desconto", money(sold.authorised.desconto));
            writer.optional_text("desconto_parte", percent(sold.authorised.desconto, discount));
            writer.optional_text("ticket_medio", average(counted.valor, counted.quantidade));
            writer.optional_text("anterior", question_.compared ? std::optional(money(sold.before)) : std::nullopt);
            list += (list.empty() ? "" : ",") + writer.take();
        }
        return '[' + list + ']';
    }

    void write_products(json::ObjectWriter& writer) const {
        struct Sold {
            Sums authorised, returned;
            std::optional<std::int64_t> price{};
            std::int64_t value() const { return authorised.valor - returned.valor; }
            std::int64_t quantity() const { return authorised.volume - returned.volume; }
        };
        auto of = slice(question_.period, "produto");
        of.chave = question_.produto;
        std::map<std::string, Sold> products;
        for (auto const& cell : read_cells(connection_, scope_, of, {.chave = true}))
            (cell.grupo == "autorizada" ? products[cell.chave].authorised : products[cell.chave].returned)
                .add(cell.sums);
        std::erase_if(products,
                      [](auto const& one) { return one.second.authorised.is_zero() && one.second.returned.is_zero(); });
        std::vector<std::string> ids;
        std::int64_t whole = 0, quantity = 0;
        for (auto const& [id, sold] : products) {
            ids.push_back(id);
            whole += sold.value();
            quantity += std::max<std::int64_t>(0, sold.quantity());
        }
        auto const letters = [&](std::int64_t total, auto const& of_sold) {
            std::ranges::stable_sort(ids, std::greater{}, [&](auto const& id) { return of_sold(products.at(id)); });
            std::vector<std::int64_t> values;
            for (auto const& id : ids) values.push_back(of_sold(products.at(id)));
            std::map<std::string, char> found;
            auto const all = abc(values, total);
            for (std::size_t i = 0; i < ids.size(); ++i) found.emplace(ids[i], all[i]);
            return found;
        };
        auto const by_quantity = letters(quantity, [](Sold const& sold) { return sold.quantity(); });
        auto const by_value = letters(whole, [](Sold const& sold) { return sold.value(); });
        auto const found = ids.size();
        auto const price = [](Sums const& sums) -> std::optional<Money> {
            if (sums.volume <= 0) return std::nullopt;
            return divide<2>(Money::from_raw(sums.valor), Decimal<4>::from_raw(sums.volume), Rounding::half_up);
        };
        std::map<std::string, Money> prices;
        if (question_.compared) {
            of.period = *question_.compared;
            for (auto const& cell : read_cells(connection_, scope_, of, {.chave = true})) {
                auto const one = cell.grupo == "autorizada" ? price(cell.sums) : std::nullopt;
                if (one) prices.emplace(cell.chave, *one);
            }
        }
        ids.resize(std::min(ids.size(), most_products));
        auto const names = product_names(connection_, scope_, ids);
        std::string list;
        std::int64_t before = 0;
        for (auto const& id : ids) {
            auto const& sold = products.at(id);
            before += sold.value();
            auto const name = names.contains(id) ? names.at(id) : ProductName{};
            auto const now = price(sold.authorised);
            auto const then = prices.contains(id) ? std::optional(prices.at(id)) : std::nullopt;
            json::ObjectWriter each;
            each.text("produto", id);
            each.text("descricao", name.description);
            each.text("codigo", name.code);
            each.optional_text("unidade", name.unit);
            each.text("quantidade", Decimal<4>::from_raw(sold.quantity()).to_string());
            each.optional_text("preco_medio", now.transform([](Money one) { return one.to_string(); }));
            each.optional_text("preco_anterior", then.transform([](Money one) { return one.to_string(); }));
            each.optional_text("preco_variacao", now && then ? growth(now->raw(), then->raw()) : std::nullopt);
            each.text("valor", money(sold.value()));
            each.optional_text("parte", percent(sold.value(), whole));
            each.optional_text("acumulado", percent(before, whole));
            each.text("abc", std::string(1, by_value.at(id)));
            each.text("abc_quantidade", std::string(1, by_quantity.at(id)));
            each.text("devolvido", money(sold.returned.valor));
            list += (list.empty() ? "" : ",") + each.take();
        }
        writer.raw("por_produto", '[' + list + ']');
        writer.integer("produtos", static_cast<std::int64_t>(found));
    }

    std::string payments_json(std::string_view group, std::optional<UserId> const& operador,
                              std::optional<std::int64_t> const& serie) const {
        auto of = slice(question_.period, "pagamento");
        of.operador = operador;
        of.serie = serie;
        of.chave = question_.tPag;
        std::map<std::string, std::pair<Sums, std::int64_t>> kinds;
        std::int64_t whole = 0;
        for (auto const& cell : read_cells(connection_, scope_, of, {.chave = true})) {
            if (cell.grupo != group) continue;
            kinds[cell.chave].first.add(cell.sums);
            whole += cell.sums.valor;
        }
        if (question_.compared) {
            of.period = *question_.compared;
            for (auto const& cell : read_cells(connection_, scope_, of, {.chave = true}))
                if (cell.grupo == group) kinds[cell.chave].second += cell.sums.valor;
        }
        std::string list;
        for (auto const& [tPag, sums] : kinds) {
            if (sums.first.is_zero() && sums.second == 0) continue;
            json::ObjectWriter each;
            each.text("tPag", tPag);
            each.integer("quantidade", sums.first.quantidade);
            each.text("valor", money(sums.first.valor));
            each.optional_text("parte", percent(sums.first.valor, whole));
            each.optional_text("anterior", question_.compared ? std::optional(money(sums.second)) : std::nullopt);
            list += (list.empty() ? "" : ",") + each.take();
        }
        return '[' + list + ']';
    }

    std::string reasons_json(db::Query const& query) const {
        std::string list;
        connection_.run(query,
                        {{"emitente_id", scope_.id()},
                         {"ambiente", question_.ambiente},
                         {"de", start_of_day(question_.period.de, question_.zone)},
                         {"ate", start_of_day(add_days(question_.period.ate, 1), question_.zone)}},
                        [&](db::Row const& row) {
                            json::ObjectWriter each;
                            each.text("motivo", row.text(0));
                            each.integer("quantidade", row.integer(1));
                            each.text("valor", money(row.integer(2)));
                            list += (list.empty() ? "" : ",") + each.take();
                        });
        return '[' + list + ']';
    }

    std::string budgets_until(std::string_view from, std::string_view until) const {
        auto const sums =
            connection_
                .first(open_budgets, {{"emitente_id", scope_.id()}, {"de", from}, {"ate", until}},
                       [](db::Row const& row) { return Sums{.quantidade = row.integer(0), .valor = row.integer(1)}; })
                .value_or(Sums{});
        return count_and_value(sums, link_json("orcamentos", {{"tipo", "Orçamento"},
                                                              {"valido_de", std::string(from)},
                                                              {"valido_ate", std::string(until)}}));
    }

    std::string orders_json() const {
        auto of = slice(question_.period, "hora");
        of.ambiente = figures::all_environments;
        auto const cells = read_cells(connection_, scope_, of, {});
        auto won = sum_of(cells, "pedido");
        won.add(sum_of(cells, "faturado"));
        auto const yesterday = add_days(question_.today, -1);
        auto const lost_until = std::min(question_.period.ate, yesterday);
        std::int64_t lost = 0;
        connection_.run(open_budgets, {{"emitente_id", scope_.id()}, {"de", question_.period.de}, {"ate", lost_until}},
                        [&](db::Row const& row) { lost = row.integer(0); });
        std::vector<std::pair<std::string_view, std::string>> const of_period{{"de", question_.period.de},
                                                                              {"ate", question_.period.ate}};
        auto orders = of_period;
        orders.emplace_back("tipo", "Pedido");
        json::ObjectWriter writer;
        writer.raw("abertos", budgets_until(question_.today, "2199-12-31"));
        writer.raw("vencendo", budgets_until(question_.today, add_days(question_.today, days_to_expire)));
        writer.raw("perdidos", budgets_until(question_.period.de, lost_until));
        writer.raw("ganhos", count_and_value(won, link_json("orcamentos", orders)));
        writer.raw("novos", count_and_value(sum_of(cells, "orcamento"), link_json("orcamentos", of_period)));
        writer.optional_text("dias_ate_pedido",
                             won.quantidade > 0
                                 ? std::optional(divide<1>(Decimal<0>::from_raw(won.volume),
                                                           Decimal<0>::from_raw(won.quantidade), Rounding::half_up)
                                                     .to_string())
                                 : std::nullopt);
        writer.optional_text("conversao", percent(won.quantidade, won.quantidade + lost));
        return writer.take();
    }

    db::Connection& connection_;
    auth::CompanyScope const& scope_;
    Question const& question_;
    std::optional<Key> key_{};
};

} // namespace

std::int64_t value_in(Cell const& cell, bool of_orders) {
    if (of_orders) return cell.grupo == "pedido" || cell.grupo == "faturado" ? cell.sums.valor : 0;
    return cell.grupo == "autorizada" ? cell.sums.valor : cell.grupo == "devolucao" ? -cell.sums.valor : 0;
}

std::int64_t count_in(Cell const& cell, bool of_orders) {
    if (of_orders) return cell.grupo == "pedido" || cell.grupo == "faturado" ? cell.sums.quantidade : 0;
    return cell.grupo == "autorizada" ? cell.sums.quantidade : 0;
}

std::string link_json(std::string_view list, std::vector<std::pair<std::string_view, std::string>> const& filters) {
    json::ObjectWriter values;
    for (auto const& [name, value] : filters) values.text(name, value);
    json::ObjectWriter writer;
    writer.text("lista", list);
    writer.raw("filtros", values.take());
    return writer.take();
}

std::string period_json(Period const& period) {
    return fmt::format(R"({{"de":"{}","ate":"{}"}})", period.de, period.ate);
}

std::string days_json(std::vector<Cell> const& now, std::vector<Cell> const& before, Period const& period,
                      std::optional<Period> const& compared, bool of_orders) {
    bool const by_month = period.days() > most_days_one_by_one;
    struct Day {
        std::int64_t value = 0, count = 0;
    };
    auto const add_up = [&](std::vector<Cell> const& cells) {
        std::map<std::string, Day> days;
        for (auto const& cell : cells) {
            days[cell.dia].value += value_in(cell, of_orders);
            days[cell.dia].count += count_in(cell, of_orders);
        }
        return days;
    };
    auto const current = add_up(now);
    auto const previous = add_up(before);
    auto const next = [&](std::string const& day) {
        return by_month ? add_days(day.substr(0, 8) + "01", 31).substr(0, 8) + "01" : add_days(day, 1);
    };
    auto const key = [&](std::string const& day) { return by_month ? day.substr(0, 7) : day; };
    std::string list;
    auto other = compared ? compared->de : std::string{};
    for (auto day = period.de; day <= period.ate; day = next(day)) {
        auto const at = current.find(key(day));
        auto const found = at == current.end() ? Day{} : at->second;
        std::optional<std::string> then;
        if (compared && other <= compared->ate) {
            auto const place = previous.find(key(other));
            then = money(place == previous.end() ? 0 : place->second.value);
            other = next(other);
        }
        json::ObjectWriter each;
        each.text("dia", day);
        each.text("valor", money(found.value));
        each.integer("quantidade", found.count);
        each.optional_text("anterior", then);
        list += (list.empty() ? "" : ",") + each.take();
    }
    return '[' + list + ']';
}

std::string sales_json(db::Connection& connection, auth::CompanyScope const& scope, Question const& question) {
    return SalesReport(connection, scope, question).run();
}

} // namespace balcao::reports
