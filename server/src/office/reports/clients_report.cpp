#include <algorithm>
#include <map>

#include "office/reports/names.hpp"
#include "office/reports/reports.hpp"
#include "platform/base/json.hpp"

namespace balcao::reports {

namespace {

constexpr std::size_t most_clients = 200;
constexpr std::int64_t days_of_absence = 90;
constexpr std::string_view first_date = "1900-01-01";

// Sums of receipts less returns, or of orders, by client.
struct ClientSales {
    std::int64_t count = 0, value = 0, before = 0;
};
using Clients = std::map<std::string, ClientSales>;

class ClientsReport {
public:
    ClientsReport(db::Connection& connection, auth::CompanyScope const& scope, Question const& question)
        : connection_(connection), scope_(scope), question_(question) {}

    std::string run() {
        auto clients = sold_in(question_.period);
        auto const unknown = take(clients, std::string(figures::nobody));
        auto before = question_.compared ? sold_in(*question_.compared) : Clients{};
        take(before, std::string(figures::nobody));
        for (auto const& [key, sold] : before) {
            auto const at = clients.find(key);
            if (at != clients.end()) at->second.before = sold.value;
        }
        std::int64_t value = unknown.value, count = unknown.count;
        std::int64_t known = 0;
        for (auto const& [key, sold] : clients) {
            value += sold.value;
            count += sold.count;
            known += sold.value;
        }
        auto const bought = purchases(keys_of(clients));
        auto const novos =
            std::ranges::count_if(bought, [&](auto const& one) { return one.second.first >= question_.period.de; });
        json::ObjectWriter writer;
        writer.raw("periodo", period_json(question_.period));
        writer.raw("comparado", question_.compared ? period_json(*question_.compared) : "null");
        writer.text("ambiente", question_.ambiente);
        writer.text("base", question_.of_orders ? "pedidos" : "notas");
        writer.integer("clientes", static_cast<std::int64_t>(clients.size()));
        writer.integer("novos", novos);
        writer.integer("voltaram", static_cast<std::int64_t>(clients.size()) - novos);
        json::ObjectWriter nobody;
        nobody.integer("quantidade", unknown.count);
        nobody.text("valor", money(unknown.value));
        // The list of orders cannot find those without a client.
        if (!question_.of_orders) nobody.raw("linhas", link(std::string(figures::nobody)));
        writer.raw("sem_cliente", nobody.take());
        writer.optional_text("ticket_medio", average(value, count));
        if (question_.compared) writer.integer("anterior", static_cast<std::int64_t>(before.size()));
        else writer.null("anterior");
        writer.raw("linhas", rows_json(clients, known, bought));
        writer.raw("parados", absent_json());
        writer.raw("lista", link(std::nullopt));
        return writer.take();
    }

private:
    using Purchases = std::map<std::string, Bought>;

    Clients sold_in(Period const& period) const {
        Clients clients;
        Slice const of{.ambiente = question_.of_orders ? std::string(figures::all_environments) : question_.ambiente,
                       .dimensao = "cliente",
                       .period = period,
                       .operador = question_.operador,
                       .serie = question_.of_orders ? std::nullopt : question_.serie};
        for (auto const& cell : read_cells(connection_, scope_, of, {.chave = true})) {
            auto& sold = clients[cell.chave];
            sold.count += count_in(cell, question_.of_orders);
            sold.value += value_in(cell, question_.of_orders);
        }
        std::erase_if(clients, [](auto const& one) { return one.second.count <= 0; });
        return clients;
    }
    static ClientSales take(Clients& clients, std::string const& key) {
        auto const node = clients.extract(key);
        return node.empty() ? ClientSales{} : node.mapped();
    }
    static std::vector<std::string> keys_of(Clients const& clients) {
        std::vector<std::string> keys;
        for (auto const& [key, sold] : clients) keys.push_back(key);
        return keys;
    }
    Purchases purchases(std::vector<std::string> const& keys) const {
        Purchases found;
        for (auto& one :
             purchases_of(connection_, scope_, question_.ambiente, question_.of_orders, keys, question_.period.ate)) {
            auto key = one.chave;
            found.emplace(std::move(key), std::move(one));
        }
        return found;
    }

    std::string link(std::optional<std::string> const& client) const {
        std::vector<std::pair<std::string_view, std::string>> filters;
        if (question_.of_orders) {
            filters = {{"tipo", "Pedido"}, {"venda_de", question_.period.de}, {"venda_ate", question_.period.ate}};
            if (question_.operador) filters.emplace_back("funcionario_id", question_.operador->to_string());
            return link_json("orcamentos", filters);
        }
        filters = {{"situacao", "autorizadas"},
                   {"de", question_.period.de},
                   {"ate", question_.period.ate},
                   {"ambiente", question_.ambiente}};
        if (question_.operador) filters.emplace_back("operador", question_.operador->to_string());
        if (question_.serie) filters.emplace_back("serie", std::to_string(*question_.serie));
        if (client) filters.emplace_back("cliente", *client);
        return link_json("notas", filters);
    }

    std::string rows_json(Clients const& clients, std::int64_t whole, Purchases const& bought) const {
        auto keys = keys_of(clients);
        sort_highest_first(keys, [&](auto const& key) { return clients.at(key).value; });
        std::vector<std::int64_t> values;
        for (auto const& key : keys) values.push_back(clients.at(key).value);
        auto const letters = abc(values, whole);
        keys.resize(std::min(keys.size(), most_clients));
        auto const names = client_names(connection_, keys);
        std::string list;
        std::int64_t before = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            auto const& sold = clients.at(keys[i]);
            before += sold.value;
            auto const found = bought.find(keys[i]);
            auto const first = found == bought.end() ? std::nullopt : std::optional(found->second.first);
            auto const last = found == bought.end() ? std::nullopt : std::optional(found->second.last);
            json::ObjectWriter each;
            each.text("chave", keys[i]);
            each.text("nome", names.at(keys[i]));
            each.optional_text("pessoa_id", Uuid::parse(keys[i]).transform([](Uuid id) { return id.to_string(); }));
            each.integer("quantidade", sold.count);
            each.text("valor", money(sold.value));
            each.optional_text("parte", percent(sold.value, whole));
            each.optional_text("acumulado", percent(before, whole));
            each.text("abc", std::string(1, letters[i]));
            each.optional_text("ticket_medio", average(sold.value, sold.count));
            each.optional_text("primeira", first);
            each.optional_text("ultima", last);
            each.boolean("novo", first && *first >= question_.period.de);
            each.optional_text("anterior", question_.compared ? std::optional(money(sold.before)) : std::nullopt);
            list += (list.empty() ? "" : ",") + each.take();
        }
        return '[' + list + ']';
    }

    // Whose last purchase is longer ago than that.
    std::string absent_json() const {
        auto const since = add_days(question_.period.ate, -days_of_absence);
        auto all = sold_in({.de = std::string(first_date), .ate = add_days(since, -1)});
        take(all, std::string(figures::nobody));
        for (auto const& [key, sold] : sold_in({.de = since, .ate = question_.period.ate})) all.erase(key);
        auto keys = keys_of(all);
        sort_highest_first(keys, [&](auto const& key) { return all.at(key).value; });
        keys.resize(std::min(keys.size(), most_clients));
        Clients shown;
        std::int64_t whole = 0;
        for (auto const& key : keys) {
            shown.emplace(key, all.at(key));
            whole += all.at(key).value;
        }
        return rows_json(shown, whole, purchases(keys));
    }

    db::Connection& connection_;
    auth::CompanyScope const& scope_;
    Question const& question_;
};

} // namespace

std::string clients_json(db::Connection& connection, auth::CompanyScope const& scope, Question const& question) {
    return ClientsReport(connection, scope, question).run();
}

ClientCount count_clients(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                          bool of_orders, Period const& period) {
    std::map<std::string, std::int64_t> clients;
    Slice const of{.ambiente = std::string(of_orders ? figures::all_environments : ambiente),
                   .dimensao = "cliente",
                   .period = period};
    for (auto const& cell : read_cells(connection, scope, of, {.chave = true}))
        clients[cell.chave] += count_in(cell, of_orders);
    clients.erase(std::string(figures::nobody));
    std::vector<std::string> keys;
    for (auto const& [key, count] : clients)
        if (count > 0) keys.push_back(key);
    ClientCount counted{.all = static_cast<std::int64_t>(keys.size()), .novos = 0};
    for (auto const& one : purchases_of(connection, scope, ambiente, of_orders, keys, period.ate))
        if (one.first >= period.de) ++counted.novos;
    return counted;
}

} // namespace balcao::reports
