#include "office/reports/period.hpp"

#include <algorithm>

#include "platform/base/calendar.hpp"
#include "platform/base/time.hpp"

namespace balcao::reports {

namespace {

constexpr std::int64_t most_days = 3660; // ten years

std::string first_of_month(std::string_view day) { return std::string(day.substr(0, 8)) + "01"; }
std::string last_of_month(std::string_view day) {
    return add_days(first_of_month(add_days(first_of_month(day), 31)), -1);
}
// The day of that month, or its last.
std::string day_in_month(std::string_view month, std::string_view day) {
    return std::min(std::string(month.substr(0, 8)) + std::string(day.substr(8)), last_of_month(month));
}

std::string a_year_before(std::string_view day) {
    auto year = std::to_string(std::stoi(std::string(day.substr(0, 4))) - 1);
    return day_in_month(year + std::string(day.substr(4)), day);
}

bool check(std::optional<std::string> const& typed, std::string_view field, std::vector<FieldProblem>& problems) {
    if (!typed || is_date(*typed)) return true;
    problems.push_back({std::string(field), "Esta data não existe. Digite dia, mês e ano."});
    return false;
}

} // namespace

std::int64_t Period::days() const { return days_between(de, ate) + 1; }

Period read_period(std::optional<std::string> const& de, std::optional<std::string> const& ate, std::string_view today,
                   std::vector<FieldProblem>& problems) {
    Period period{.de = first_of_month(today), .ate = std::string(today)};
    bool const is_first_a_date = check(de, "de", problems); // both are checked: all problems at once
    bool const is_last_a_date = check(ate, "ate", problems);
    if (!is_first_a_date || !is_last_a_date) return period;
    if (ate) period.ate = *ate;
    period.de = de ? *de : std::min(period.de, first_of_month(period.ate));
    if (period.de > today) problems.push_back({"de", "Este dia ainda não chegou. Escolha até hoje."});
    else if (period.ate < period.de) problems.push_back({"ate", "A data final está antes da inicial. Troque as duas."});
    else if (period.days() > most_days) problems.push_back({"de", "Escolha um período de no máximo dez anos."});
    return period;
}

Period period_before(Period const& period) {
    bool const is_of_month = period.de.ends_with("-01") && first_of_month(period.ate) == period.de;
    if (!is_of_month) return {.de = add_days(period.de, -period.days()), .ate = add_days(period.de, -1)};
    auto const month = first_of_month(add_days(period.de, -1));
    bool const is_whole = period.ate == last_of_month(period.ate);
    return {.de = month, .ate = is_whole ? last_of_month(month) : day_in_month(month, period.ate)};
}

Period year_before(Period const& period) { return {.de = a_year_before(period.de), .ate = a_year_before(period.ate)}; }

Parts parts_of(Period const& period) {
    auto const first = first_of_month(period.de), last = first_of_month(period.ate);
    auto const first_ends = last_of_month(period.de), last_ends = last_of_month(period.ate);
    auto const before = days_between(first, period.de);
    // Days after a period have mostly not come yet, so they have no rows: they count half.
    auto const after = days_between(period.ate, last_ends) / 2;
    if (first == last && before + after > period.days()) return {.months = {}, .days = {period}};
    bool const has_first = first == last || before <= days_between(period.de, first_ends) + 1;
    bool const has_last = first == last || after <= days_between(last, period.ate) + 1;
    auto const from = has_first ? first : add_days(first_ends, 1);
    auto const to = has_last ? last : first_of_month(add_days(last, -1));
    Parts parts;
    if (from <= to) parts.months = Period{.de = from, .ate = to};
    if (!has_first) parts.days.push_back({.de = period.de, .ate = first_ends});
    else if (first < period.de) parts.less.push_back({.de = first, .ate = add_days(period.de, -1)});
    if (!has_last) parts.days.push_back({.de = last, .ate = period.ate});
    else if (period.ate < last_ends) parts.less.push_back({.de = add_days(period.ate, 1), .ate = last_ends});
    return parts;
}

} // namespace balcao::reports
