#include "base/crash_point.hpp"

#include <csignal>
#include <stdexcept>

#include <gtest/gtest.h>

namespace balcao {
namespace {

TEST(CrashPoints, EndTheProcessWhenArmed) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    crash_point("queue.claimed");
    EXPECT_EXIT(
        {
            arm_crash_points("queue.postponed:0:1,queue.claimed:1:7");
            crash_point("queue.postponed");
            crash_point("issue.after_commit");
            crash_point("queue.claimed");
        },
        testing::KilledBySignal(SIGKILL), "");
    // About one in four times: not the first nor never.
    EXPECT_EXIT(
        {
            arm_crash_points("queue.claimed:0.25:3");
            for (int i = 0; i < 1000; ++i) crash_point("queue.claimed");
        },
        testing::KilledBySignal(SIGKILL), "");
}

TEST(CrashPoints, AreOfKnownPlaces) {
    for (auto const* const wrong : {"queue.claimed", "queue.claimed:1", "queue.claims:1:1", "queue.claimed:2:1",
                                    "queue.claimed:-1:1", "queue.claimed:x:1", "queue.claimed:1:-1", ":1:1"})
        EXPECT_THROW(arm_crash_points(wrong), std::runtime_error) << wrong;
}

} // namespace
} // namespace balcao
