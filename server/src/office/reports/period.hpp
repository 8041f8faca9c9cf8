#pragma once
// The period of a report and what it is compared with. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/result.hpp"

namespace balcao::reports {

/// Days, both included, YYYY-MM-DD.
struct Period {
    std::string de, ate;

    std::int64_t days() const;
    friend bool operator==(Period const&, Period const&) = default;
};

/// Without values: the current month to `today`. Appends what is wrong at `de` and `ate`.
Period read_period(std::optional<std::string> const& de, std::optional<std::string> const& ate, std::string_view today,
                   std::vector<FieldProblem>& problems);

/// As many days before; within one month, of which it has the first day, the month before to the same day (all of it if
/// the period is a whole month).
Period period_before(Period const& period);
/// The same dates a year before; for 29 February the 28th.
Period year_before(Period const& period);

/// What adds up to a period: whole months as first days (YYYY-MM-01) and days at its ends, less days of these months
/// that are outside of it; at an end whichever is less to read.
struct Parts {
    std::optional<Period> months{};
    std::vector<Period> days{};
    std::vector<Period> less{};
};
Parts parts_of(Period const& period);

} // namespace balcao::reports
