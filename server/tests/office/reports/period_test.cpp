// Periods: what is refused, what they are compared with, and which whole months are in them.

#include "office/reports/period.hpp"

#include <gtest/gtest.h>

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

TEST(Period, IsWholeMonthsAndDays) {
    auto const whole = parts_of(period("2026-01-01", "2026-12-31"));
    EXPECT_EQ(whole.months, period("2026-01-01", "2026-12-01"));
    EXPECT_TRUE(whole.days.empty());
    auto const part = parts_of(period("2025-12-30", "2026-02-10"));
    EXPECT_EQ(part.months, period("2026-01-01", "2026-01-01"));
    EXPECT_EQ(part.days, (std::vector{period("2025-12-30", "2025-12-31"), period("2026-02-01", "2026-02-10")}));
    auto const days = parts_of(period("2026-02-02", "2026-02-28"));
    EXPECT_FALSE(days.months);
    EXPECT_EQ(days.days, std::vector{period("2026-02-02", "2026-02-28")});
}

} // namespace
} // namespace balcao::reports
