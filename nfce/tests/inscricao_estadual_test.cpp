#include "platform/base/inscricao_estadual.hpp"

#include <gtest/gtest.h>

#include <string>

/// Check digits by the rules that the UFs publish through SINTEGRA. Each number here was computed apart from the code.
namespace balcao {
namespace {

struct Number {
    char const* uf;
    char const* ie;
};

class InscricaoEstadual : public testing::TestWithParam<Number> {};

TEST_P(InscricaoEstadual, IsValidAndNoLongerWithAnotherDigit) {
    auto const& [uf, ie] = GetParam();
    EXPECT_TRUE(is_valid_ie(ie, uf)) << uf << " " << ie;
    std::string other = ie;
    // Goiás takes two digits for one number; its cases are below.
    other.back() = other.back() == '9' ? '0' : static_cast<char>(other.back() + 1);
    EXPECT_FALSE(is_valid_ie(other, uf)) << uf << " " << other;
    EXPECT_FALSE(is_valid_ie(std::string(ie) + "0", uf)) << uf << " one digit more";
    EXPECT_FALSE(is_valid_ie(std::string(ie).substr(1), uf)) << uf << " one digit less";
}

INSTANTIATE_TEST_SUITE_P(
    EachUf, InscricaoEstadual,
    testing::Values(Number{"AC", "0100482300112"}, Number{"AL", "240000048"}, Number{"AP", "030123459"},
                    Number{"AM", "999999990"}, Number{"CE", "060000015"}, Number{"DF", "0730000100109"},
                    Number{"ES", "999999990"}, Number{"GO", "109876547"}, Number{"MA", "120000385"},
                    Number{"MG", "0623079040081"}, Number{"MS", "283115947"}, Number{"MT", "00130000019"},
                    Number{"PA", "159999995"}, Number{"PB", "060000015"}, Number{"PI", "012345679"},
                    Number{"PR", "1234567850"}, Number{"RJ", "99999993"}, Number{"RO", "00000000625213"},
                    Number{"RR", "240066281"}, Number{"RS", "2243658792"}, Number{"SC", "251040852"},
                    Number{"SE", "271234563"}, Number{"SP", "110042490114"}),
    [](testing::TestParamInfo<Number> const& info) { return std::string(info.param.uf); });

TEST(InscricaoEstadualOf, BahiaHasTwoLengthsAndTwoModuli) {
    for (auto const* ie : {"12345663", "61234557", "100000306", "161235096"}) EXPECT_TRUE(is_valid_ie(ie, "BA")) << ie;
    for (auto const* ie : {"12345636", "61234575", "100000360", "161235069", "12345664", "12345653"})
        EXPECT_FALSE(is_valid_ie(ie, "BA")) << ie;
}

TEST(InscricaoEstadualOf, AmapaAddsToTheSumByRange) {
    // Up to 03017000 the sum starts at 5 and 11 becomes 0; up to 03019022 at 9 and 11 becomes 1; above at 0 and 0.
    for (auto const* ie : {"030000020", "030000080", "030170020", "030170071", "030190240", "030190290"})
        EXPECT_TRUE(is_valid_ie(ie, "AP")) << ie;
    for (auto const* ie : {"030000021", "030170070", "030190291"}) EXPECT_FALSE(is_valid_ie(ie, "AP")) << ie;
}

TEST(InscricaoEstadualOf, AmazonasTakesASmallSumFromEleven) {
    EXPECT_TRUE(is_valid_ie("000000019", "AM")); // 11 - 2
    EXPECT_FALSE(is_valid_ie("000000018", "AM"));
}

TEST(InscricaoEstadualOf, GoiasHasARangeAndANumberOfItsOwn) {
    EXPECT_TRUE(is_valid_ie("101031051", "GO")); // the rest is 1: 1 within the range,
    EXPECT_FALSE(is_valid_ie("101031050", "GO"));
    EXPECT_TRUE(is_valid_ie("101200030", "GO")); // 0 outside
    EXPECT_FALSE(is_valid_ie("101200031", "GO"));
    EXPECT_TRUE(is_valid_ie("109876660", "GO")); // the rest is 0
    EXPECT_TRUE(is_valid_ie("110944020", "GO")); // takes both
    EXPECT_TRUE(is_valid_ie("110944021", "GO"));
    EXPECT_FALSE(is_valid_ie("110944022", "GO"));
}

TEST(InscricaoEstadualOf, PernambucoTocantinsAndRioGrandeDoNorteHaveTwoForms) {
    for (auto const& [uf, ie] : {Number{"PE", "032141840"}, Number{"PE", "18100100000049"}, Number{"TO", "29010227836"},
                                 Number{"TO", "290227836"}, Number{"RN", "200400401"}, Number{"RN", "2000400400"}}) {
        EXPECT_TRUE(is_valid_ie(ie, uf)) << uf << " " << ie;
        std::string other = ie;
        other.back() = other.back() == '9' ? '0' : static_cast<char>(other.back() + 1);
        EXPECT_FALSE(is_valid_ie(other, uf)) << uf << " " << other;
    }
    EXPECT_FALSE(is_valid_ie("032141850", "PE")); // the first of its two digits
}

TEST(InscricaoEstadualOf, AnythingElseIsNone) {
    for (auto const* uf : {"AL", "AP", "AM", "GO", "MA", "MS", "PA", "PB", "PI", "SE", "TO", "BA", "MG", "PE", "SP"}) {
        for (auto const* ie :
             {"", "0", "000000000", "24000004A", "ISENTO", "24.000.004-8", "\xC3\xA1", "123456789012345"})
            EXPECT_FALSE(is_valid_ie(ie, uf)) << uf << " " << ie;
    }
}

} // namespace
} // namespace balcao
