#include "fiscal/sefaz_calls/fiscal_clock.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace balcao::sefaz_calls {
namespace {

using namespace std::chrono_literals;
using std::chrono::seconds;

constexpr Instant noon{1'795'435'200'000'000};

TEST(FiscalClock, IsMeasuredAgainstTheMiddleOfACall) {
    EXPECT_EQ(measured_offset(noon, noon + 2s, noon + 1s), 0s);
    EXPECT_EQ(measured_offset(noon, noon + 10s, noon + 65s), 60s);
    EXPECT_EQ(measured_offset(noon, noon, noon - 60s), -60s);
}

TEST(FiscalClock, NeedsMoreThanNoise) {
    EXPECT_EQ(fiscal_offset({}), 0s);
    EXPECT_EQ(fiscal_offset({30s}), 0s);
    EXPECT_EQ(fiscal_offset({-30s}), 0s);
    EXPECT_EQ(fiscal_offset({31s}), 31s);
    EXPECT_EQ(fiscal_offset({-31s}), -31s);
}

TEST(FiscalClock, FollowsMostOfTheLastNineAnswers) {
    FiscalClocks clocks;
    EXPECT_EQ(clocks.offset("SP"), 0s);
    for (int i = 0; i < 9; ++i) clocks.measured("SP", 240s);
    for (int i = 0; i < 4; ++i) clocks.measured("SP", 0s);
    EXPECT_EQ(clocks.offset("SP"), 240s) << "four of nine may be wrong";
    clocks.measured("SP", 0s);
    EXPECT_EQ(clocks.offset("SP"), 0s);
    EXPECT_EQ(clocks.offset("RS"), 0s);
}

TEST(FiscalClock, DoesNotMoveWithTheMachinesClock) {
    static Instant start{};
    start = noon;
    FiscalClocks clocks([] { return start; });
    for (int i = 0; i < 9; ++i) clocks.measured("SP", 2s);
    EXPECT_EQ(clocks.offset("SP"), 0s);
    start = noon + 1h; // somebody puts it forward
    EXPECT_EQ(clocks.offset("SP"), 2s - 1h);
    clocks.measured("SP", 2s - 1h);
    EXPECT_EQ(clocks.offset("SP"), 2s - 1h);
    start = noon; // and right again
    EXPECT_EQ(clocks.offset("SP"), 0s);
}

RC_GTEST_PROP(FiscalClock, IsMovedByNoMinorityOfWrongAnswers, ()) {
    auto const right = seconds(*rc::gen::inRange(-3600, 3600));
    std::vector<seconds> measurements(5, right);
    for (int i = 0; i < 4; ++i) measurements.emplace_back(*rc::gen::inRange(-1'000'000, 1'000'000));
    auto const offset = fiscal_offset(measurements);
    RC_ASSERT(offset == right || (offset == 0s && std::chrono::abs(right) <= 30s));
}

} // namespace
} // namespace balcao::sefaz_calls
