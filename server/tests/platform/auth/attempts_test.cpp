#include "platform/auth/attempts.hpp"

#include <gtest/gtest.h>

namespace balcao::auth {
namespace {

struct FakeClock final : Clock {
    Instant now() const override { return at; }
    Instant at{std::chrono::microseconds{std::chrono::hours{1}}.count()};
};

TEST(Attempts, FreeOnesCostNothingThenTheWaitDoublesToAMinute) {
    FakeClock clock;
    Attempts attempts(clock, 3);
    for (int i = 0; i < 3; ++i) {
        EXPECT_FALSE(attempts.wait("maria"));
        attempts.count("maria");
    }
    for (int const seconds : {1, 2, 4, 8, 16, 32, 60, 60}) {
        EXPECT_FALSE(attempts.wait("maria"));
        attempts.count("maria");
        EXPECT_EQ(attempts.wait("maria"), seconds);
        clock.at = clock.at + std::chrono::seconds{seconds};
    }
    EXPECT_FALSE(attempts.wait("maria")) << "never a lock";
    EXPECT_FALSE(attempts.wait("rafael")) << "others are not slowed down";
}

TEST(Attempts, SuccessAndQuietForget) {
    FakeClock clock;
    Attempts attempts(clock, 0);
    attempts.count("maria");
    EXPECT_TRUE(attempts.wait("maria"));
    attempts.forget("maria");
    EXPECT_FALSE(attempts.wait("maria"));

    for (int i = 0; i < 5; ++i) attempts.count("maria");
    clock.at = clock.at + std::chrono::minutes{16};
    attempts.count("maria");
    EXPECT_EQ(attempts.wait("maria"), 1) << "counts from the beginning";
}

} // namespace
} // namespace balcao::auth
