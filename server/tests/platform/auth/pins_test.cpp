#include <array>
#include <string_view>

#include <gtest/gtest.h>

#include "platform/auth/pins.hpp"

namespace balcao::auth {

namespace {

bool is_refused(std::string_view pin) { return pin_problem(Secret{std::string(pin)}).has_value(); }

} // namespace

TEST(Pins, HaveFourToSixDigits) {
    for (auto const* const pin : {"", "274", "2748391", "27a4", "27 4", "２７４８", "-274"})
        EXPECT_TRUE(is_refused(pin)) << pin;
    for (auto const* const pin : {"2748", "27481", "274819", "0073"}) EXPECT_FALSE(is_refused(pin)) << pin;
}

TEST(Pins, AreNotWhatPeopleChooseFirst) {
    for (auto const* const pin :
         {"0000", "777777", "1234", "2345", "56789", "4321", "987654", "1212", "121212", "123123", "2580", "0852"})
        EXPECT_TRUE(is_refused(pin)) << pin;
    for (auto const* const pin : {"1235", "1221", "12123", "8642", "1123", "7890"})
        EXPECT_FALSE(is_refused(pin)) << pin;
}

} // namespace balcao::auth
