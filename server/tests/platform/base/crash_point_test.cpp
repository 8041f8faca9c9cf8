#include "platform/base/crash_point.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

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

TEST(CrashPoints, HoldWhoComesByWhileAFileExists) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    EXPECT_EXIT(
        {
            auto const file = std::filesystem::temp_directory_path() / ("para-" + std::to_string(::getpid()));
            std::ofstream(file) << "x";
            arm_crash_points("queue.claimed:hold:" + file.string());
            crash_point("queue.postponed");
            std::atomic<bool> gone_on = false;
            std::thread held([&] {
                crash_point("queue.claimed");
                gone_on = true;
            });
            std::this_thread::sleep_for(std::chrono::milliseconds{50});
            bool const was_held = !gone_on;
            std::filesystem::remove(file);
            held.join();
            crash_point("queue.claimed"); // nothing holds any more
            std::_Exit(was_held ? 0 : 1);
        },
        testing::ExitedWithCode(0), "crash_point queue.claimed");
}

TEST(CrashPoints, AreOfKnownPlaces) {
    for (auto const* const wrong : {"queue.claimed", "queue.claimed:1", "queue.claims:1:1", "queue.claimed:2:1",
                                    "queue.claimed:-1:1", "queue.claimed:x:1", "queue.claimed:1:-1", ":1:1"})
        EXPECT_THROW(arm_crash_points(wrong), std::runtime_error) << wrong;
}

} // namespace
} // namespace balcao
