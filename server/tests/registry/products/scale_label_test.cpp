#include "registry/products/scale_label.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace balcao::products {
namespace {

using testing::ElementsAre;

TEST(ScaleLabel, IsReadByItsPattern) {
    auto const weight = read_scale_label("2CCCCCCPPPPPD", "2000007004351");
    ASSERT_TRUE(weight);
    EXPECT_THAT(weight->codes, ElementsAre("000007", "7"));
    EXPECT_EQ(weight->kg, Decimal<4>::from_raw(4350));
    EXPECT_EQ(weight->price, std::nullopt);

    auto const price = read_scale_label("2CCCCCVVVVVVD", "2000070008225");
    ASSERT_TRUE(price);
    EXPECT_THAT(price->codes, ElementsAre("00007", "7"));
    EXPECT_EQ(price->price, Money::from_raw(822));
    EXPECT_EQ(price->kg, std::nullopt);
}

TEST(ScaleLabel, HasItsDigitsAndItsCheckDigit) {
    EXPECT_TRUE(read_scale_label("20CCCCCPPPPPD", "2000007004351"));
    EXPECT_FALSE(read_scale_label("21CCCCCPPPPPD", "2000007004351"));
    EXPECT_FALSE(read_scale_label("2CCCCCCPPPPPD", "2000007004350"));
    EXPECT_FALSE(read_scale_label("2CCCCCCPPPPPD", "7891000100103"));
    EXPECT_FALSE(read_scale_label("2CCCCCCPPPPPD", "200000700435"));
    EXPECT_FALSE(read_scale_label("2CCCCCCPPPPPD", "20000070043x0"));
    EXPECT_FALSE(read_scale_label("", ""));
}

TEST(ScaleLabel, ACodeOfZerosStaysOne) {
    auto const label = read_scale_label("2CCCCCCPPPPPD", "2000000000008");
    ASSERT_TRUE(label);
    EXPECT_THAT(label->codes, ElementsAre("000000"));
}

} // namespace
} // namespace balcao::products
