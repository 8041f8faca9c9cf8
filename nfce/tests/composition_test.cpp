#include "nfce/composition.hpp"

#include "nfce/rules.hpp"
#include "nfce/sale.hpp"
#include "nfce/tables.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace balcao::nfce {
namespace {

Money money_of(std::string_view text) { return Money::parse(text).value(); }
Decimal<4> percent_of(std::string_view text) { return Decimal<4>::parse(text).value(); }

Sale dated(std::string const& date, int tpAmb) {
    auto sale = test::sale("v04");
    sale.ide.dhEmi = DateTime::parse(date + "T10:00:00-03:00").value();
    sale.ide.tpAmb = tpAmb;
    sale.urls = tables::consultation_urls("SP", tpAmb);
    return sale;
}

TEST(Composition, TheBaseOfIbsAndCbsFollowsTheDate) {
    Prod prod;
    prod.vProd = money_of("100.95");
    IcmsAmounts const none;
    // To 2026 the price does not contain them; from 2027 it does: 100.95 / 1.0095.
    EXPECT_EQ(ibscbs_base(composition_on("2026-12-31"), prod, none, {}, {}, percent_of("0.95")), money_of("100.95"));
    EXPECT_EQ(ibscbs_base(composition_on("2027-01-01"), prod, none, {}, {}, percent_of("0.95")), money_of("100.00"));
    EXPECT_EQ(ibscbs_base(composition_on("2027-01-01"), prod, none, {}, {}, Decimal<4>{}), money_of("100.95"));
    prod.vFrete = money_of("10.00");
    prod.vDesc = money_of("0.95");
    IcmsAmounts taxes;
    taxes.vICMS = money_of("18.00");
    taxes.vFCP = money_of("2.00");
    EXPECT_EQ(
        ibscbs_base(composition_on("2026-06-01"), prod, taxes, money_of("1.65"), money_of("7.60"), percent_of("1.0")),
        money_of("80.75"));
    EXPECT_EQ(ibscbs_base(composition_on("2027-06-01"), prod, taxes, {}, {}, percent_of("1.0")),
              money_of("89.11")); // 90.00 / 1.01
    EXPECT_EQ(operation_value(prod), money_of("110.00"));
    EXPECT_EQ(item_total(prod, taxes), money_of("110.00"));
}

TEST(Composition, ProducaoStopsWhereTheRulesEnd) {
    EXPECT_EQ(rules_known_until(), "2026-12-31");
    EXPECT_FALSE(rules_ended(1, "2026-12-31"));
    EXPECT_FALSE(rules_ended(2, "2027-01-01"));
    auto const ended = rules_ended(1, "2027-01-01");
    ASSERT_TRUE(ended);
    EXPECT_NE(ended->message.find("31/12/2026"), std::string::npos);

    auto const refused = compute(dated("2027-01-01", 1));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().field, "nota.dhEmi");
    EXPECT_FALSE(compute(dated("2026-12-31", 1)).value().by_newest_rules);
    EXPECT_FALSE(compute(dated("2026-12-31", 2)).value().by_newest_rules);
    EXPECT_TRUE(compute(dated("2027-01-01", 2)).value().by_newest_rules);
}

TEST(Composition, CheckRefusesInProducaoOnly) {
    for (int const tpAmb : {1, 2}) {
        auto const sale = dated("2027-03-01", 2);
        auto nfce = compute(sale).value().nfce;
        nfce.ide.tpAmb = tpAmb;
        CheckContext context;
        context.now = nfce.ide.dhEmi.epoch();
        auto const problems = check(nfce, context);
        bool const said = std::ranges::any_of(problems, [](Problem const& problem) {
            return problem.field == "ide/dhEmi" && problem.message.contains("regras fiscais até");
        });
        EXPECT_EQ(said, tpAmb == 1) << test::lines(problems);
    }
}

/// Which taxes are mandatory, by date (reference c7).
TEST(Composition, TheTableTellsWhoMustInformIbsAndCbs) {
    EXPECT_FALSE(tables::listed("ibscbs_obrigatorio_crt", "SP", "2025-12-31", "3"));
    EXPECT_TRUE(tables::listed("ibscbs_obrigatorio_crt", "SP", "2026-01-01", "3"));
    EXPECT_FALSE(tables::listed("ibscbs_obrigatorio_crt", "SP", "2027-01-03", "1"));
    EXPECT_TRUE(tables::listed("ibscbs_obrigatorio_crt", "SP", "2027-01-04", "1"));
}

} // namespace
} // namespace balcao::nfce
