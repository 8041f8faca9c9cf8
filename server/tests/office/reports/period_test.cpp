// Periods: what is refused, what they are compared with, and which whole months are in them.

#include "office/reports/period.hpp"

#include <gtest/gtest.h>

#include "platform/base/time.hpp"

namespace balcao::reports {
namespace {

Period period(std::string de, std::string ate) { return {.de = std::move(de), .ate = std::move(ate)}; }

TEST(Period, WithoutValuesIsTheMonthToToday) {
    std::vector<FieldProblem> problems;
    EXPECT_EQ(read_period({}, {}, "2026-11-28", problems), period("2026-11-01", "2026-11-28"));
    EXPECT_EQ(read_period({}, "2026-10-05", "2026-11-28", problems), period("2026-10-01", "2026-10-05"));
    EXPECT_TRUE(problems.empty());
}

TEST(Period, IsRefusedAtItsField) {
    auto const field_of = [](std::optional<std::string> const& de, std::optional<std::string> const& ate) {
        std::vector<FieldProblem> problems;
        read_period(de, ate, "2026-11-28", problems);
        return problems.size() == 1 ? problems.front().field : std::string();
    };
    EXPECT_EQ(field_of("2026-11-29", {}), "de");
    EXPECT_EQ(field_of("2026-11-20", "2026-11-19"), "ate");
    EXPECT_EQ(field_of("1926-11-20", "2026-11-19"), "de");
    EXPECT_EQ(field_of("2026-02-30", "2026-11-19"), "de");
    EXPECT_EQ(field_of("2026-11-01", "never"), "ate");
    EXPECT_EQ(field_of("2016-11-29", "2026-11-28"), "");
}

TEST(Period, IsComparedWithTheMonthBeforeToTheSameDay) {
    EXPECT_EQ(period_before(period("2026-11-01", "2026-11-27")), period("2026-10-01", "2026-10-27"));
    EXPECT_EQ(period_before(period("2026-03-01", "2026-03-30")), period("2026-02-01", "2026-02-28"));
    EXPECT_EQ(period_before(period("2026-11-01", "2026-11-30")), period("2026-10-01", "2026-10-31"));
    EXPECT_EQ(period_before(period("2026-11-02", "2026-11-08")), period("2026-10-26", "2026-11-01"));
    EXPECT_EQ(period_before(period("2026-01-05", "2026-01-05")), period("2026-01-04", "2026-01-04"));
}

TEST(Period, IsComparedWithTheYearBefore) {
    EXPECT_EQ(year_before(period("2024-02-29", "2024-03-01")), period("2023-02-28", "2023-03-01"));
    EXPECT_EQ(year_before(period("2026-11-01", "2026-11-27")), period("2025-11-01", "2025-11-27"));
}

TEST(Period, IsReadAsWholeMonthsAndFewDays) {
    auto const whole = parts_of(period("2026-01-01", "2026-12-31"));
    EXPECT_EQ(whole.months, period("2026-01-01", "2026-12-01"));
    EXPECT_TRUE(whole.days.empty());
    EXPECT_TRUE(whole.less.empty());
    auto const part = parts_of(period("2025-12-30", "2026-02-08"));
    EXPECT_EQ(part.months, period("2026-01-01", "2026-01-01"));
    EXPECT_EQ(part.days, (std::vector{period("2025-12-30", "2025-12-31"), period("2026-02-01", "2026-02-08")}));
    auto const less = parts_of(period("2026-02-03", "2026-02-27"));
    EXPECT_EQ(less.months, period("2026-02-01", "2026-02-01"));
    EXPECT_TRUE(less.days.empty());
    EXPECT_EQ(less.less, (std::vector{period("2026-02-01", "2026-02-02"), period("2026-02-28", "2026-02-28")}));
    auto const days = parts_of(period("2026-02-20", "2026-02-22"));
    EXPECT_FALSE(days.months);
    EXPECT_EQ(days.days, std::vector{period("2026-02-20", "2026-02-22")});
}

TEST(Period, HasEachOfItsDaysOnceInItsPartsAndNoOther) {
    std::vector<std::string> all; // until April of a leap year, and a month around
    for (int at = 0; at < 175; ++at) all.push_back(add_days("2027-11-24", at));
    auto const has = [](Period const& days, std::string const& day) { return days.de <= day && day <= days.ate; };
    for (std::size_t from = 31; from + 31 < all.size(); ++from) {
        for (auto to = from; to + 31 < all.size(); ++to) {
            Period const whole{.de = all[from], .ate = all[to]};
            auto const parts = parts_of(whole);
            for (auto const& day : all) {
                std::int64_t times = parts.months && has(*parts.months, day.substr(0, 8) + "01") ? 1 : 0;
                for (auto const& days : parts.days) times += has(days, day) ? 1 : 0;
                for (auto const& days : parts.less) times -= has(days, day) ? 1 : 0;
                ASSERT_EQ(times, has(whole, day) ? 1 : 0) << day << " of " << whole.de << " to " << whole.ate;
            }
        }
    }
}

} // namespace
} // namespace balcao::reports
