#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "office/reports/names.hpp"
#include "office/reports/reports.hpp"
#include "office/reports/sales_sections.hpp"
#include "platform/base/calendar.hpp"
#include "platform/base/json.hpp"

namespace balcao::reports {

namespace {

constexpr int days_to_expire = 7;

constexpr db::Query reasons_of_cancelled{"reports_cancelled_reasons", R"sql(
    select coalesce(case when e.tipo = '110112' then 'Substituída por outra nota' else e.xJust end,
                    'Cancelada fora do Balcão'), count(*), cast(sum(n.vNF) as bigint)
    from nfce n left join nfce_evento e
        on e.emitente_id = :emitente_id and e.nfce_id = n.id and e.estado = 'registrado' and e.tipo <> '110110'
    where n.emitente_id = :emitente_id and n.ambiente = :ambiente and n.estado <> 'autorizada'
        and n.estado in ('cancelada', 'cancelada_subst') and n.dhEmi >= :de and n.dhEmi < :ate
    group by 1 order by 3 desc limit 20)sql"};
constexpr db::Query reasons_of_returns{"reports_return_reasons", R"sql(
    select motivo, count(*), cast(sum(total) as bigint) from devolucao
    where emitente_id = :emitente_id and ambiente = :ambiente and created_at >= :de and created_at < :ate
    group by motivo order by 3 desc limit 20)sql"};
constexpr std::string_view open_budgets = R"sql(
    select count(*), cast(coalesce(sum(total_fatura), 0) as bigint) from orcamento
    where emitente_id = :emitente_id and faturado = 0 and valido_ate between :de and :ate and tipo = 'Orçamento'
        and deleted_at is null)sql";

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
        bool const by_month = is_by_month(period);
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
        writer.raw("por_operador", operators_json());
        if (!question_.produto && !question_.tPag)
            writer.raw("por_cliente", clients_of_sales_json(connection_, scope_, question_));
        if (!question_.cliente && !question_.tPag && !question_.of_orders)
            write_products_of_sales(writer, connection_, scope_, question_);
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

    using Filters = std::vector<std::pair<std::string_view, std::string>>;

    // The receipts behind a figure.
    std::string receipts(std::string_view situation) const {
        Filters filters{{"situacao", std::string(situation)},
                        {"de", question_.period.de},
                        {"ate", question_.period.ate},
                        {"ambiente", question_.ambiente}};
        if (question_.operador) filters.emplace_back("operador", question_.operador->to_string());
        if (question_.serie) filters.emplace_back("serie", std::to_string(*question_.serie));
        if (key_) filters.emplace_back(key_->dimension == "pagamento" ? "tPag" : key_->dimension, key_->value);
        return link_json("notas", filters);
    }
    // The orders or budgets behind a figure; empty where the list has no such filter.
    std::string orders(Filters filters) const {
        if (question_.serie || question_.produto || question_.tPag) return {};
        if (question_.cliente) {
            if (!Uuid::parse(*question_.cliente)) return {};
            filters.emplace_back("cliente_id", *question_.cliente);
        }
        if (question_.operador) filters.emplace_back("funcionario_id", question_.operador->to_string());
        return link_json("orcamentos", filters);
    }
    std::string orders_sold(std::optional<bool> invoiced) const {
        Filters filters{{"tipo", "Pedido"}, {"venda_de", question_.period.de}, {"venda_ate", question_.period.ate}};
        if (invoiced) filters.emplace_back("faturado", *invoiced ? "true" : "false");
        return orders(std::move(filters));
    }
    // Returns are listed by day alone.
    std::string returns() const {
        if (key_ || question_.operador || question_.serie) return {};
        return link_json(
            "devolucoes",
            {{"de", question_.period.de}, {"ate", question_.period.ate}, {"ambiente", question_.ambiente}});
    }

    std::string figures_json(std::vector<Cell> const& cells, bool with_links) const {
        auto const authorised = sum_of(cells, "autorizada");
        auto const returned = sum_of(cells, "devolucao");
        auto const sold = sum_of(cells, "pedido");
        auto all_orders = sold;
        all_orders.add(sum_of(cells, "faturado"));
        auto const linked = [&](std::string const& rows) { return with_links ? rows : std::string{}; };
        json::ObjectWriter writer;
        writer.text("faturado", money(authorised.valor - returned.valor));
        writer.raw("autorizado", count_and_value(authorised, linked(receipts("autorizadas"))));
        writer.raw("devolvido", count_and_value(returned, linked(returns())));
        // By product, client and payment only authorised receipts are counted.
        writer.raw("cancelado",
                   count_and_value(sum_of(cells, "cancelada"), key_ ? "" : linked(receipts("canceladas"))));
        writer.text("desconto", money(authorised.desconto));
        writer.optional_text("desconto_percentual",
                             percent(authorised.desconto, authorised.valor + authorised.desconto));
        writer.optional_text("ticket_medio", average(authorised.valor, authorised.quantidade));
        writer.raw("vendido", count_and_value(sold, linked(orders_sold(false))));
        writer.raw("pedidos", count_and_value(all_orders, linked(orders_sold(std::nullopt))));
        return writer.take();
    }

    std::string hours_json() const {
        std::map<std::pair<int, int>, Sums> hours;
        for (auto const& cell :
             read_cells(connection_, scope_, slice(question_.period, "hora"), {.dia = true, .chave = true})) {
            if (cell.grupo == "autorizada" && cell.chave.size() == 2)
                hours[{weekday_of(cell.dia), std::stoi(cell.chave)}].add(cell.sums);
        }
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
        if (question_.compared) {
            for (auto const& cell : cells(*question_.compared, {.operador = true}))
                people[cell.operador].before += value_in(cell, question_.of_orders);
        }
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

    Sums open_until(std::string_view from, std::string_view until) const {
        db::Params params{{"emitente_id", scope_.id()}, {"de", from}, {"ate", until}};
        std::string sql(open_budgets);
        if (question_.operador) {
            sql += " and funcionario_id = :operador";
            params.emplace_back("operador", *question_.operador);
        }
        return connection_
            .first({"reports_open_budgets", sql}, params,
                   [](db::Row const& row) { return Sums{.quantidade = row.integer(0), .valor = row.integer(1)}; })
            .value_or(Sums{});
    }
    std::string budgets_until(std::string_view from, std::string_view until) const {
        return count_and_value(open_until(from, until), orders({{"tipo", "Orçamento"},
                                                                {"faturado", "false"},
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
        auto const lost = open_until(question_.period.de, lost_until).quantidade;
        json::ObjectWriter writer;
        writer.raw("abertos", budgets_until(question_.today, "2199-12-31"));
        writer.raw("vencendo", budgets_until(question_.today, add_days(question_.today, days_to_expire)));
        writer.raw("perdidos", budgets_until(question_.period.de, lost_until));
        writer.raw("ganhos", count_and_value(won, orders_sold(std::nullopt)));
        writer.raw("novos", count_and_value(sum_of(cells, "orcamento"),
                                            orders({{"de", question_.period.de}, {"ate", question_.period.ate}})));
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

std::string sales_json(db::Connection& connection, auth::CompanyScope const& scope, Question const& question) {
    return SalesReport(connection, scope, question).run();
}

} // namespace balcao::reports
