#include "platform/jobs/clock_steps.hpp"

#include <gtest/gtest.h>

namespace balcao::jobs {
namespace {

using namespace std::chrono_literals;

constexpr Instant noon{1'795'435'200'000'000};

TEST(ClockSteps, AreWhatTheClockMovedWithoutTime) {
    ClockSteps steps;
    EXPECT_EQ(steps.look(noon, 100s), std::nullopt) << "nothing to compare with";
    steps.keep(noon, 100s);
    EXPECT_EQ(steps.look(noon + 1s, 101s), std::nullopt);
    EXPECT_EQ(steps.look(noon + 3600s, 3700s), std::nullopt) << "time that passed, also asleep";
    EXPECT_EQ(steps.look(noon + 2s, 101s), std::nullopt) << "brought to the right time slowly";
    EXPECT_EQ(steps.look(noon + 1h + 1s, 101s), 1h);
    EXPECT_EQ(steps.look(noon - 1h + 1s, 101s), -1h);
    EXPECT_EQ(steps.look(noon - 1h + 1s, 101s), -1h) << "until it is kept";
    steps.keep(noon - 1h + 1s, 101s);
    EXPECT_EQ(steps.look(noon - 1h + 2s, 102s), std::nullopt);
}

} // namespace
} // namespace balcao::jobs
