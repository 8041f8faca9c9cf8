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
    auto const first = period.de.ends_with("-01") ? period.de : add_days(last_of_month(period.de), 1);
    auto const last = period.ate == last_of_month(period.ate)
                          ? first_of_month(period.ate)
                          : first_of_month(add_days(first_of_month(period.ate), -1));
    if (first > last) return {.months = {}, .days = {period}};
    Parts parts{.months = Period{.de = first, .ate = last}, .days = {}};
    if (period.de < first) parts.days.push_back({.de = period.de, .ate = add_days(first, -1)});
    auto const after = add_days(last_of_month(last), 1);
    if (after <= period.ate) parts.days.push_back({.de = after, .ate = period.ate});
    return parts;
}

} // namespace balcao::reports
