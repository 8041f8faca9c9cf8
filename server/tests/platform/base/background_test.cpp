#include "platform/base/background.hpp"

#include <future>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace balcao {
namespace {

TEST(Background, RunsWhatWasPostedInOrderBeforeItEnds) {
    std::vector<int> order;
    {
        Background background;
        for (int i = 0; i < 5; ++i) background.post("step", [&order, i] { order.push_back(i); });
    }
    EXPECT_EQ(order, (std::vector{0, 1, 2, 3, 4}));
}

TEST(Background, OutlivesATaskThatThrows) {
    std::promise<void> done;
    Background background;
    background.post("bad", [] { throw std::runtime_error("no"); });
    background.post("good", [&] { done.set_value(); });
    EXPECT_EQ(done.get_future().wait_for(std::chrono::seconds{10}), std::future_status::ready);
}

TEST(Background, RepeatsPeriodicTasks) {
    std::promise<void> third;
    int runs = 0;
    Background background;
    background.every("tick", std::chrono::milliseconds{1}, [&] {
        if (++runs == 3) third.set_value();
    });
    EXPECT_EQ(third.get_future().wait_for(std::chrono::seconds{10}), std::future_status::ready);
}

} // namespace
} // namespace balcao
