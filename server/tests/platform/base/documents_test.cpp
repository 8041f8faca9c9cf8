#include "platform/base/documents.hpp"

#include <gtest/gtest.h>

#include <string>

namespace balcao {
namespace {

struct Case {
    std::string_view text;
    bool valid;
};

// Check values of the project's fiscal reference (November 2026): the valid ones were computed independently, each
// invalid one breaks one rule (digit, letter case, letter in a check digit, length, mask, equal digits).
constexpr Case kCnpj[] = {
    {"11222333000181", true},  {"12ABC34501DE35", true},  {"00000000000191", true},  {"AAAAAAAA000191", true},
    {"ZZZZZZZZZZZZ62", true},  {"19131243000197", true},  {"64483778000181", true},  {"SZLRE4ZT00A180", true},
    {"37904128000190", true},  {"878MNNEEZ9B005", true},  {"77020545000194", true},  {"H0BR4GZ0000205", true},
    {"29866286000174", true},  {"KEFJZMCN000136", true},  {"12ABC34501DE36", false}, {"12abc34501de35", false},
    {"12ABC34501DE3A", false}, {"00000000000000", false}, {"1122233300018", false},  {"11222333000118", false},
};
constexpr Case kCpf[] = {
    {"52998224725", true},  {"11144477735", true}, {"12345678909", true},     {"00000000191", true},
    {"98765432100", true},  {"41447222105", true}, {"46965819693", true},     {"22774758408", true},
    {"29780128549", true},  {"80243244312", true}, {"46262984194", true},     {"99874333839", true},
    {"96442350452", true},  {"54266814143", true}, {"52998224726", false},    {"11111111111", false},
    {"00000000000", false}, {"5299822472", false}, {"529.982.247-25", false}, {"12345678900", false},
};
constexpr Case kCean[] = {
    {"7891234567895", true},
    {"7894900011517", true},
    {"96385074", true},
    {"036000291452", true},
    {"17894900011514", true},
    {"7896004400013", true},
    {"7501031311309", true},
    {"7895847471501", true},
    {"7898221336335", true},
    {"24940657435728", true},
    {"7904115676606", true},
    {"7908500625040", true},
    {"23790285", true},
    {"7909242294198", true},
    {"7891234567898", false},
    {"SEM GTIN", true},
    {"", false},
    {"78949000", false},
    {"7894900011", false},
    {"SEM  GTIN", false},
};

TEST(Documents, Cnpj) {
    for (auto const& [text, valid] : kCnpj) EXPECT_EQ(is_valid_cnpj(text), valid) << text;
    EXPECT_FALSE(is_valid_cnpj(""));
    EXPECT_FALSE(is_valid_cnpj("11.222.333/0001-81"));
    EXPECT_FALSE(is_valid_cnpj("1122233300018\xC3\x81"));
}

TEST(Documents, Cpf) {
    for (auto const& [text, valid] : kCpf) EXPECT_EQ(is_valid_cpf(text), valid) << text;
    EXPECT_FALSE(is_valid_cpf(""));
    EXPECT_FALSE(is_valid_cpf("5299822472A"));
}

TEST(Documents, Cean) {
    for (auto const& [text, valid] : kCean) EXPECT_EQ(is_valid_cean(text), valid) << text;
    EXPECT_FALSE(is_valid_gtin(sem_gtin));
    EXPECT_FALSE(is_valid_gtin("00000000"));
    EXPECT_FALSE(is_valid_gtin("789123456789A"));
}

TEST(Gtin, OfAShopItselfIsKnownByItsPrefix) {
    for (auto const* own : {"2000000000015", "20000011", "00000017", "0200000000011", "200000000011", "12000000000012",
                            "9800000000007", "0500000000005"})
        EXPECT_TRUE(is_internal_gtin(own)) << own;
    for (auto const* other : {"7891000100103", "78910003", "9780000000002", "0600000000002", "4000000000006",
                              "040000000006", "SEM GTIN", ""})
        EXPECT_FALSE(is_internal_gtin(other)) << other;
}

TEST(Documents, EveryOtherCheckDigitIsRefused) {
    for (char digit = '0'; digit <= '9'; ++digit) {
        std::string const last(1, digit);
        EXPECT_EQ(is_valid_cnpj("12ABC34501DE3" + last), digit == '5');
        EXPECT_EQ(is_valid_cpf("5299822472" + last), digit == '5');
        EXPECT_EQ(is_valid_gtin("789123456789" + last), digit == '5');
    }
}

TEST(Documents, Normalizes) {
    EXPECT_EQ(normalize_cnpj("12.abc.345/01de-35"), "12ABC34501DE35");
    EXPECT_EQ(normalize_cnpj(" 11 222 333 0001 81 "), "11222333000181");
    EXPECT_EQ(normalize_cnpj("11_222"), "11_222");
    EXPECT_EQ(normalize_cpf("529.982.247-25"), "52998224725");
}

TEST(Documents, Formats) {
    EXPECT_EQ(format_cnpj("12ABC34501DE35"), "12.ABC.345/01DE-35");
    EXPECT_EQ(format_cnpj("123"), "123");
    EXPECT_EQ(format_cpf("52998224725"), "529.982.247-25");
    EXPECT_EQ(format_cpf(""), "");
}

} // namespace
} // namespace balcao
