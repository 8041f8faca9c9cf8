#include "base/time.hpp"

#include <gtest/gtest.h>

namespace balcao {
namespace {

TEST(Instant, IsWrittenAsIsoWithMicroseconds) {
    EXPECT_EQ(Instant{0}.to_iso(), "1970-01-01T00:00:00.000000Z");
    EXPECT_EQ(Instant{1'795'269'785'123'456}.to_iso(), "2026-11-21T14:03:05.123456Z");
    EXPECT_EQ(Instant{951'782'399'999'999}.to_iso(), "2000-02-28T23:59:59.999999Z");
    EXPECT_EQ(Instant{951'782'400'000'000}.to_iso(), "2000-02-29T00:00:00.000000Z");
    EXPECT_EQ(Instant{-1}.to_iso(), "1969-12-31T23:59:59.999999Z");
}

TEST(SystemClock, IsAfterThisWasWritten) { EXPECT_GT(SystemClock{}.now(), Instant{1'795'000'000'000'000}); }

} // namespace
} // namespace balcao
