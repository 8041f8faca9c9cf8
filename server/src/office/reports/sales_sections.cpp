#include "office/reports/sales_sections.hpp"

#include <algorithm>
#include <map>

#include "office/reports/names.hpp"

namespace balcao::reports {

namespace {

constexpr std::size_t most_listed = 200;

Slice slice(Question const& question, std::string_view dimension) {
    return {.ambiente = question.ambiente,
            .dimensao = std::string(dimension),
            .period = question.period,
            .operador = question.operador,
            .serie = question.serie,
            .chave = {}};
}

} // namespace

std::string clients_of_sales_json(db::Connection& connection, auth::CompanyScope const& scope,
                                  Question const& question) {
    struct Sold {
        std::int64_t count = 0, value = 0, before = 0;
    };
    auto of = slice(question, "cliente");
    of.chave = question.cliente;
    if (question.of_orders) {
        of.ambiente = figures::all_environments;
        of.serie.reset();
    }
    std::map<std::string, Sold> clients;
    std::int64_t whole = 0;
    for (auto const& cell : read_cells(connection, scope, of, {.chave = true})) {
        auto& sold = clients[cell.chave];
        sold.count += count_in(cell, question.of_orders);
        sold.value += value_in(cell, question.of_orders);
        whole += value_in(cell, question.of_orders);
    }
    if (question.compared) {
        of.period = *question.compared;
        for (auto const& cell : read_cells(connection, scope, of, {.chave = true})) {
            auto const at = clients.find(cell.chave);
            if (at != clients.end()) at->second.before += value_in(cell, question.of_orders);
        }
    }
    std::vector<std::string> keys;
    for (auto const& [key, sold] : clients)
        if (sold.count != 0 || sold.value != 0) keys.push_back(key);
    sort_highest_first(keys, [&](auto const& key) { return clients.at(key).value; });
    keys.resize(std::min(keys.size(), most_listed));
    auto const names = client_names(connection, keys);
    std::string list;
    for (auto const& key : keys) {
        auto const& sold = clients.at(key);
        json::ObjectWriter each;
        each.text("cliente", key);
        each.text("nome", key == figures::nobody ? "Sem cliente nem CPF" : names.at(key));
        each.integer("quantidade", sold.count);
        each.text("valor", money(sold.value));
        each.optional_text("parte", percent(sold.value, whole));
        each.optional_text("ticket_medio", average(sold.value, sold.count));
        each.optional_text("anterior", question.compared ? std::optional(money(sold.before)) : std::nullopt);
        list += (list.empty() ? "" : ",") + each.take();
    }
    return '[' + list + ']';
}

void write_products_of_sales(json::ObjectWriter& writer, db::Connection& connection, auth::CompanyScope const& scope,
                             Question const& question) {
    struct Sold {
        Sums authorised, returned;
        std::optional<std::int64_t> price{};
        std::int64_t value() const { return authorised.valor - returned.valor; }
        std::int64_t quantity() const { return authorised.volume - returned.volume; }
    };
    auto of = slice(question, "produto");
    of.chave = question.produto;
    std::map<std::string, Sold> products;
    for (auto const& cell : read_cells(connection, scope, of, {.chave = true}))
        (cell.grupo == "autorizada" ? products[cell.chave].authorised : products[cell.chave].returned).add(cell.sums);
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
        sort_highest_first(ids, [&](auto const& id) { return of_sold(products.at(id)); });
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
    if (question.compared) {
        of.period = *question.compared;
        for (auto const& cell : read_cells(connection, scope, of, {.chave = true})) {
            auto const one = cell.grupo == "autorizada" ? price(cell.sums) : std::nullopt;
            if (one) prices.emplace(cell.chave, *one);
        }
    }
    ids.resize(std::min(ids.size(), most_listed));
    auto const names = product_names(connection, scope, ids);
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

} // namespace balcao::reports
