#include "platform/base/result.hpp"

#include <memory>
#include <string>

#include <gtest/gtest.h>

namespace {

using namespace balcao;

Result<std::unique_ptr<int>> find_number(bool is_there) {
    if (!is_there) return not_found();
    return std::make_unique<int>(3);
}

Result<void> check_access(bool is_allowed) {
    if (!is_allowed) return forbidden();
    return {};
}

Result<std::string> tell_number(bool is_allowed, bool is_there) {
    BALCAO_TRY(check_access(is_allowed));
    auto const number = BALCAO_TRY(find_number(is_there)); // cannot be copied
    return std::to_string(*number);
}

TEST(Try, givesTheValue) { EXPECT_EQ(tell_number(true, true).value(), "3"); }

TEST(Try, returnsTheFailureOfAValue) {
    auto const told = tell_number(true, false);
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().kind, FailureKind::not_found);
}

TEST(Try, returnsTheFailureOfWhatHasNoValueAndDoesNotGoOn) {
    auto const told = tell_number(false, false);
    ASSERT_FALSE(told);
    EXPECT_EQ(told.error().kind, FailureKind::forbidden);
}

TEST(Try, leavesAResultThatHasANameAsItIs) {
    Result<std::string> const kept = "texto";
    auto const length = [&]() -> Result<std::size_t> { return BALCAO_TRY(kept).size(); };
    EXPECT_EQ(length().value(), 5U);
    EXPECT_EQ(*kept, "texto");
}

} // namespace
