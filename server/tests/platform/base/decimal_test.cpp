#include "platform/base/decimal.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>
#include <stdexcept>
#include <vector>

namespace balcao {
namespace {

Money money(std::string_view text) { return Money::parse(text).value(); }

TEST(Decimal, ReadsTextWithUpToItsPlaces) {
    EXPECT_EQ(Decimal<4>::parse("12.3400")->raw(), 123400);
    EXPECT_EQ(Decimal<4>::parse("12.34")->raw(), 123400);
    EXPECT_EQ(Decimal<4>::parse("12")->raw(), 120000);
    EXPECT_EQ(Decimal<4>::parse("-0.0001")->raw(), -1);
    EXPECT_EQ(Decimal<0>::parse("7")->raw(), 7);
    EXPECT_EQ(Money::parse("92233720368547758.07")->raw(), std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(Money::parse("-92233720368547758.08")->raw(), std::numeric_limits<std::int64_t>::min());
}

TEST(Decimal, RefusesOtherText) {
    for (auto const* text : {"", "-", ".", "1.", ".5", "+1", "01", "00", "1e3", " 1", "1 ", "1,5", "1.2.3", "0x1", "-0",
                             "-0.00", "--1", "1.-5", "١"})
        EXPECT_EQ(Money::parse(text).error(), DecimalError::syntax) << text;
    EXPECT_EQ(Money::parse("1.234").error(), DecimalError::too_many_places);
    EXPECT_EQ(Decimal<0>::parse("1.0").error(), DecimalError::too_many_places);
    EXPECT_EQ(Money::parse("92233720368547758.08").error(), DecimalError::too_large);
    EXPECT_EQ(Money::parse("-92233720368547758.09").error(), DecimalError::too_large);
    EXPECT_EQ(Money::parse("99999999999999999999999").error(), DecimalError::too_large);
}

TEST(Decimal, WritesAllPlaces) {
    EXPECT_EQ(Decimal<4>::from_raw(123400).to_string(), "12.3400");
    EXPECT_EQ(Money{}.to_string(), "0.00");
    EXPECT_EQ(Money::from_raw(-5).to_string(), "-0.05");
    EXPECT_EQ(Decimal<0>::from_raw(0).to_string(), "0");
    EXPECT_EQ(Decimal<0>::from_raw(-42).to_string(), "-42");
    EXPECT_EQ(Decimal<18>::from_raw(std::numeric_limits<std::int64_t>::min()).to_string(), "-9.223372036854775808");
    EXPECT_EQ(Money::from_units(12).to_string(), "12.00");
}

TEST(Decimal, AddsAndSubtractsExactly) {
    EXPECT_EQ(money("0.10") + money("0.20"), money("0.30"));
    EXPECT_EQ(money("0.10") - money("0.20"), money("-0.10"));
    EXPECT_EQ(-money("0.10"), money("-0.10"));
    EXPECT_LT(money("-1.00"), money("0.99"));
    auto sum = money("1.00");
    sum += money("2.00");
    sum -= money("0.50");
    EXPECT_EQ(sum, money("2.50"));
}

TEST(Decimal, OverflowThrows) {
    auto const max = Money::from_raw(std::numeric_limits<std::int64_t>::max());
    auto const min = Money::from_raw(std::numeric_limits<std::int64_t>::min());
    EXPECT_THROW(max + Money::from_raw(1), std::overflow_error);
    EXPECT_THROW(min - Money::from_raw(1), std::overflow_error);
    EXPECT_THROW(-min, std::overflow_error);
    EXPECT_THROW(max * max, std::overflow_error);
    EXPECT_THROW(Money::from_units(std::numeric_limits<std::int64_t>::max()), std::overflow_error);
    EXPECT_THROW((round_to<4>(max, Rounding::half_up)), std::overflow_error);
    EXPECT_THROW((rounded_product<2>(Rounding::half_up, 1, max, max, max)), std::overflow_error);
}

TEST(Decimal, MultipliesIntoMorePlaces) {
    Decimal<6> const product = Decimal<4>::parse("1.0050").value() * money("10.00");
    EXPECT_EQ(product.to_string(), "10.050000");
}

TEST(Decimal, RoundsHalfAwayFromZero) {
    auto const at = [](std::string_view text, Rounding rounding) {
        return round_to<2>(Decimal<3>::parse(text).value(), rounding).to_string();
    };
    EXPECT_EQ(at("1.005", Rounding::half_up), "1.01");
    EXPECT_EQ(at("-1.005", Rounding::half_up), "-1.01");
    EXPECT_EQ(at("1.004", Rounding::half_up), "1.00");
    EXPECT_EQ(at("1.009", Rounding::truncate), "1.00");
    EXPECT_EQ(at("-1.009", Rounding::truncate), "-1.00");
}

TEST(Decimal, RoundedProductRoundsOnceAndIsWideInside) {
    // The exact product 9223372036799.9907766279632 has 14 places and does not fit 64 bits before it is rounded.
    auto const quantity = Decimal<4>::parse("99999999999.9999").value();
    auto const price = Decimal<10>::parse("92.2337203680").value();
    EXPECT_EQ((rounded_product<2>(Rounding::half_up, 1, quantity, price)).to_string(), "9223372036799.99");
    EXPECT_EQ((rounded_product<2>(Rounding::half_up, 100, money("10.10"), Decimal<4>::parse("18.5000").value())),
              money("1.87"));
}

TEST(Decimal, Divides) {
    EXPECT_EQ((divide<2>(money("10.00"), Decimal<0>::from_raw(3), Rounding::half_up)).to_string(), "3.33");
    EXPECT_EQ((divide<2>(money("20.00"), Decimal<0>::from_raw(3), Rounding::half_up)).to_string(), "6.67");
    EXPECT_EQ((divide<2>(money("20.00"), Decimal<0>::from_raw(-3), Rounding::half_up)).to_string(), "-6.67");
    EXPECT_EQ((divide<2>(money("20.00"), Decimal<0>::from_raw(3), Rounding::truncate)).to_string(), "6.66");
    EXPECT_THROW((divide<2>(money("1.00"), Money{}, Rounding::half_up)), std::domain_error);
}

TEST(Apportion, GivesTheRestToTheLargestRemainders) {
    std::vector<Money> const weights{money("1.00"), money("1.00"), money("1.00")};
    auto const parts = apportion(money("10.00"), std::span<Money const>(weights));
    EXPECT_EQ(parts, (std::vector{money("3.34"), money("3.33"), money("3.33")}));
    std::vector<Money> const uneven{money("0.00"), money("33.33"), money("66.67")};
    EXPECT_EQ(apportion(money("0.05"), std::span<Money const>(uneven)),
              (std::vector{money("0.00"), money("0.02"), money("0.03")}));
    EXPECT_EQ(apportion(money("-0.05"), std::span<Money const>(uneven)),
              (std::vector{money("0.00"), money("-0.02"), money("-0.03")}));
}

TEST(Apportion, RefusesWeightsThatSayNothing) {
    std::vector<Money> const zeros{Money{}, Money{}};
    std::vector<Money> const negative{money("1.00"), money("-1.00")};
    EXPECT_THROW(apportion(money("1.00"), std::span<Money const>(zeros)), std::invalid_argument);
    EXPECT_THROW(apportion(money("1.00"), std::span<Money const>(negative)), std::invalid_argument);
    EXPECT_THROW(apportion(money("1.00"), std::span<Money const>{}), std::invalid_argument);
}

RC_GTEST_PROP(DecimalProperty, TextRoundTrips, (std::int64_t raw)) {
    auto const value = Decimal<10>::from_raw(raw);
    RC_ASSERT(Decimal<10>::parse(value.to_string()).value() == value);
}

RC_GTEST_PROP(DecimalProperty, RoundingIsWithinHalfAUnit, (std::int32_t raw)) {
    auto const value = Decimal<4>::from_raw(raw);
    auto const rounded = round_to<2>(value, Rounding::half_up);
    auto const off = value.raw() - rounded.raw() * 100;
    RC_ASSERT(off >= -50 && off <= 50);
    RC_ASSERT(round_to<2>(-value, Rounding::half_up) == -rounded);
}

RC_GTEST_PROP(ApportionProperty, PartsSumToTheTotalAndStayNearTheirShare, ()) {
    auto const total = *rc::gen::inRange<std::int64_t>(0, 1'000'000'00);
    auto const raw =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(0, 1'000'000)));
    std::vector<Money> weights;
    std::int64_t sum = 0;
    for (auto weight : raw) {
        weights.push_back(Money::from_raw(weight));
        sum += weight;
    }
    RC_PRE(sum > 0);
    auto const parts = apportion(Money::from_raw(total), std::span<Money const>(weights));
    std::int64_t given = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        auto const floor = total * raw[i] / sum;
        RC_ASSERT(parts[i].raw() == floor || parts[i].raw() == floor + 1);
        given += parts[i].raw();
    }
    RC_ASSERT(given == total);
}

} // namespace
} // namespace balcao
