// What reports and the dashboard share: days beside each other, and the rows behind a figure.
#include <map>

#include <fmt/format.h>

#include "office/reports/reports.hpp"
#include "platform/base/calendar.hpp"
#include "platform/base/json.hpp"

namespace balcao::reports {

namespace {
constexpr std::int64_t most_days_one_by_one = 92;
} // namespace

bool is_by_month(Period const& period) { return period.days() > most_days_one_by_one; }

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
    bool of_sales = false, says_which = false;
    for (auto const& [name, value] : filters) {
        values.text(name, value);
        of_sales |= name == "situacao" && (value == "autorizadas" || value == "canceladas");
        says_which |= name == "tpNF";
    }
    // What came back is counted by its return: the NF-e of entry is none of the rows that make a figure of sales.
    if (list == "notas" && of_sales && !says_which) values.text("tpNF", "1");
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
    bool const by_month = is_by_month(period);
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

} // namespace balcao::reports
