// The official tables: what they hold, how they are searched.

#include "platform/reference/tables.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace balcao::reference {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::vector<std::string> codes(Table table, Search const& wanted) {
    std::vector<std::string> found;
    for (auto const* entry : search(table, wanted)) found.emplace_back(entry->codigo);
    return found;
}
std::string text_of(Table table, std::string_view code) { return std::string(find_in(table, code)->descricao); }

TEST(Tables, HaveTheRowsOfTheirFiles) {
    EXPECT_EQ(entries(Table::ncm).size(), 10'515);
    EXPECT_EQ(headings().size(), 4'641);
    EXPECT_EQ(entries(Table::cest).size(), 1'040);
    EXPECT_EQ(entries(Table::cfop).size(), 619) << "titles of groups are no CFOP";
    EXPECT_EQ(entries(Table::unidades).size(), 60);
    EXPECT_EQ(entries(Table::cenq).size(), 129);
    EXPECT_EQ(entries(Table::origem).size(), 9);
    EXPECT_EQ(entries(Table::cst_icms).size(), 15);
    EXPECT_EQ(entries(Table::csosn).size(), 10);
    EXPECT_EQ(entries(Table::cst_pis).size(), 33);
    EXPECT_EQ(entries(Table::cst_cofins).size(), 33);
    EXPECT_EQ(entries(Table::cst_ipi).size(), 14);
    EXPECT_EQ(entries(Table::cst_ibscbs).size(), 18);
    EXPECT_EQ(entries(Table::cclasstrib).size(), 40) << "those of NFC-e";
}

TEST(Tables, AreInOrderWithoutTwoOfACode) {
    for (auto const table :
         {Table::ncm, Table::cest, Table::cfop, Table::cenq, Table::origem, Table::cst_icms, Table::csosn,
          Table::cst_pis, Table::cst_cofins, Table::cst_ipi, Table::cst_ibscbs, Table::cclasstrib}) {
        auto const all = entries(table);
        EXPECT_EQ(std::ranges::adjacent_find(all, std::ranges::greater_equal{}, &Entry::codigo), all.end())
            << static_cast<int>(table);
    }
}

TEST(Tables, FindACode) {
    EXPECT_EQ(text_of(Table::ncm, "22030000"), "Cervejas de malte.");
    EXPECT_EQ(find_ncm("68109101"), nullptr);
    EXPECT_EQ(find_ncm("6810"), nullptr) << "a heading is no NCM";
    EXPECT_EQ(find_cfop("5100"), nullptr);
    EXPECT_NE(find_cfop("5102"), nullptr);
    EXPECT_EQ(find_in(Table::cst_icms, "101"), nullptr);
    EXPECT_NE(find_in(Table::unidades, "M2"), nullptr);
    EXPECT_EQ(find_in(Table::cclasstrib, "000003"), nullptr) << "not for NFC-e";
}

TEST(Tables, MakeDoubledQuotesSingle) {
    for (auto const table : {Table::ncm, Table::cest, Table::cenq})
        for (auto const& entry : entries(table)) EXPECT_THAT(std::string(entry.descricao), Not(HasSubstr("\"\"")));
}

TEST(Tables, NcmStandsUnderItsHeadings) {
    EXPECT_THAT(detail_of(Table::ncm, *find_ncm("68109100")),
                testing::MatchesRegex("Obras de pedra.* › .*cimento.* › .*"));
    for (auto const& entry : entries(Table::ncm)) EXPECT_GE(entry.parent, 0) << entry.codigo;
}

TEST(Tables, CfopTellsDirectionAndScope) {
    EXPECT_EQ(detail_of(Table::cfop, *find_cfop("5102")), "Saída · dentro do estado");
    EXPECT_EQ(detail_of(Table::cfop, *find_cfop("2102")), "Entrada · outro estado");
    EXPECT_EQ(detail_of(Table::cfop, *find_cfop("7102")), "Saída · exterior");
}

TEST(Tables, CestFitsItsNcms) {
    EXPECT_TRUE(cest_fits_ncm("0100100", "38151210"));
    EXPECT_FALSE(cest_fits_ncm("0100100", "38151211"));
    EXPECT_TRUE(cest_fits_ncm("0100200", "39172100")) << "by four digits";
    EXPECT_TRUE(cest_fits_ncm("2899900", "68109100")) << "has no NCM by law";
    EXPECT_FALSE(cest_fits_ncm("9999999", "38151210"));
}

TEST(Tables, ClassBelongsToItsCst) {
    EXPECT_TRUE(cclasstrib_fits_cst("000001", "000"));
    EXPECT_FALSE(cclasstrib_fits_cst("000001", "200"));
}

TEST(TableSearch, ByTheBeginningOfTheCode) {
    EXPECT_THAT(codes(Table::ncm, {.text = "6810.91"}), ElementsAre("68109100"));
    EXPECT_THAT(codes(Table::ncm, {.text = "681091"}), ElementsAre("68109100"));
    EXPECT_THAT(codes(Table::ncm, {.text = "6810", .limit = 100}), Each(StartsWith("6810")));
    EXPECT_EQ(codes(Table::cfop, {.text = "5102"}).front(), "5102");
    EXPECT_EQ(codes(Table::unidades, {.text = "m2"}).front(), "M2");
}

TEST(TableSearch, ByAllWordsWithoutAccents) {
    EXPECT_THAT(codes(Table::ncm, {.text = "CERVEJAS malte"}), Contains("22030000"));
    EXPECT_THAT(codes(Table::cfop, {.text = "venda mercadoria terceiros", .limit = 100}), Contains("5102"));
    EXPECT_THAT(codes(Table::cst_icms, {.text = "diferimento"}), ElementsAre("51"));
    EXPECT_THAT(codes(Table::cst_icms, {.text = "reducao substituicao"}), ElementsAre("70"));
    EXPECT_THAT(codes(Table::ncm, {.text = "cerveja xyzxyz"}), IsEmpty());
}

TEST(TableSearch, WordsMayStandInThePath) {
    EXPECT_THAT(codes(Table::ncm, {.text = "cimento pre-fabricados", .limit = 100}), Contains("68109100"));
    EXPECT_THAT(codes(Table::ncm, {.text = "bovina reprodutores", .limit = 100}), Contains("01022110"))
        << "of a heading two levels up and of the one above";
}

TEST(TableSearch, BestFirst) {
    auto const found = search(Table::ncm, {.text = "cervejas"});
    ASSERT_FALSE(found.empty());
    EXPECT_THAT(std::string(found.front()->descricao), StartsWith("Cervejas"));
    EXPECT_EQ(codes(Table::cst_pis, {.text = "01"}).front(), "01");
}

TEST(TableSearch, KnowsPluralsAndWordsOfTheTrade) {
    EXPECT_EQ(codes(Table::ncm, {.text = "colchões"}), codes(Table::ncm, {.text = "colchão"}));
    EXPECT_THAT(codes(Table::ncm, {.text = "laje", .limit = 3}), Each(StartsWith("6810")));
    EXPECT_THAT(codes(Table::ncm, {.text = "lajes", .limit = 3}), Each(StartsWith("6810")));
    EXPECT_THAT(codes(Table::ncm, {.text = "laje", .limit = 100}), Contains("03023200")) << "Albacora-laje, far behind";
}

TEST(TableSearch, PutsWhatIsUsedFirstWhereItFits) {
    std::array<std::string, 2> const used{"22030000", "68109900"};
    EXPECT_EQ(codes(Table::ncm, {.text = "laje", .used = used}).front(), "68109900");
    EXPECT_THAT(codes(Table::ncm, {.text = "laje", .used = used, .limit = 100}), Not(Contains("22030000")));
    EXPECT_EQ(codes(Table::ncm, {.text = "68101100", .used = used}).front(), "68101100");
    EXPECT_THAT(codes(Table::ncm, {.used = used, .limit = 2}), ElementsAre("22030000", "68109900"));
}

TEST(TableSearch, ShortTablesComeWhole) {
    EXPECT_EQ(search(Table::cst_pis, {}).size(), 33);
    EXPECT_EQ(search(Table::cenq, {}).size(), 129);
    EXPECT_EQ(search(Table::cenq, {.limit = 5}).size(), 5);
    EXPECT_EQ(search(Table::ncm, {}).size(), 20);
    EXPECT_EQ(search(Table::ncm, {.text = "outros", .limit = 100}).size(), 100);
}

TEST(TableSearch, NarrowsDown) {
    for (auto const* entry : search(Table::cest, {.ncm = "39172100", .limit = 100}))
        EXPECT_TRUE(cest_fits_ncm(entry->codigo, "39172100"));
    EXPECT_THAT(codes(Table::cest, {.ncm = "39172100"}), Contains("0100200"));
    for (auto const* entry : search(Table::cclasstrib, {.cst = "200", .limit = 100})) EXPECT_EQ(entry->fits, "200");
    EXPECT_THAT(codes(Table::cenq, {.cst = "54", .limit = 100}), Contains("001"));
    EXPECT_THAT(codes(Table::cenq, {.cst = "55", .limit = 100}), Not(Contains("001")));
}

TEST(TableSearch, TakesAnyText) {
    std::vector<std::string> texts{"%", "_", "\\", "\"", "'", "🙂", "a", "é", "\u200F", ".", " . ", "(", "*"};
    texts.emplace_back(200, 'a');
    for (auto const& text : texts) EXPECT_LE(search(Table::ncm, {.text = text}).size(), 20) << text;
}

TEST(TableSearch, ByManyAtOnce) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([] { EXPECT_THAT(codes(Table::ncm, {.text = "cervejas malte"}), Contains("22030000")); });
}

} // namespace
} // namespace balcao::reference
