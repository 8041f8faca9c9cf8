#include "nfce/composition.hpp"

#include "nfce/rules.hpp"
#include "nfce/sale.hpp"
#include "nfce/tables.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace balcao::nfce {
namespace {

Money money_of(std::string_view text) { return Money::parse(text).value(); }
Decimal<4> percent_of(std::string_view text) { return Decimal<4>::parse(text).value(); }

Sale dated(std::string const& date, int tpAmb) {
    auto sale = test::sale("v04");
    sale.ide.dhEmi = DateTime::parse(date + "T10:00:00-03:00").value();
    sale.ide.tpAmb = tpAmb;
    sale.urls = Tables::base()->consultation_urls("SP", tpAmb);
    return sale;
}

TEST(Composition, TheBaseOfIbsAndCbsFollowsTheDate) {
    Prod prod;
    prod.vProd = money_of("100.95");
    ItemAmounts const none;
    // To 2026 the price does not contain them; from 2027 it does: 100.95 / 1.0095.
    EXPECT_EQ(ibscbs_base(composition_on(*Tables::base(), "2026-12-31"), prod, none, {}, {}, percent_of("0.95")),
              money_of("100.95"));
    EXPECT_EQ(ibscbs_base(composition_on(*Tables::base(), "2027-01-01"), prod, none, {}, {}, percent_of("0.95")),
              money_of("100.00"));
    EXPECT_EQ(ibscbs_base(composition_on(*Tables::base(), "2027-01-01"), prod, none, {}, {}, Decimal<4>{}),
              money_of("100.95"));
    prod.vFrete = money_of("10.00");
    prod.vDesc = money_of("0.95");
    ItemAmounts taxes;
    taxes.vICMS = money_of("18.00");
    taxes.vFCP = money_of("2.00");
    EXPECT_EQ(ibscbs_base(composition_on(*Tables::base(), "2026-06-01"), prod, taxes, money_of("1.65"),
                          money_of("7.60"), percent_of("1.0")),
              money_of("80.75"));
    EXPECT_EQ(ibscbs_base(composition_on(*Tables::base(), "2027-06-01"), prod, taxes, {}, {}, percent_of("1.0")),
              money_of("89.11")); // 90.00 / 1.01
    EXPECT_EQ(operation_value(prod), money_of("110.00"));
    EXPECT_EQ(item_total(prod, taxes), money_of("110.00"));
}

TEST(Composition, WritesApproximateTaxesOfWhatIsPaid) {
    auto sale = test::sale("v01");
    auto const before = compute(sale).value().nfce;
    ASSERT_FALSE(before.det.empty());
    auto const paid = operation_value(before.det.front().prod);
    for (auto& item : sale.items) item.vTotTrib.reset();
    auto& item = sale.items.front();
    item.approximate = ApproximateTaxes{.federal = percent_of("10.00"),
                                        .estadual = percent_of("18.00"),
                                        .municipal = {},
                                        .fonte = "IBPT 26.1.L 42CA5A"};
    auto const receipt = compute(sale).value().nfce;
    auto const federal = cents(100, paid, percent_of("10.00")), estadual = cents(100, paid, percent_of("18.00"));
    EXPECT_EQ(receipt.det.front().vTotTrib.value().value, federal + estadual);
    EXPECT_EQ(receipt.total.icmsTot.vTotTrib.value().value, federal + estadual);
    auto const text = receipt.infAdic.value().infCpl.value();
    EXPECT_TRUE(text.ends_with(" Estadual, 0,00 Municipal. Fonte: IBPT 26.1.L 42CA5A")) << text;
    EXPECT_TRUE(text.contains("Trib aprox R$: ")) << text;

    // A discount over the whole lowers what is paid, and so the taxes in it; what else is said stays in front.
    sale.whole.vDesc = money_of("1.00");
    sale.payments.front().vPag = Valor(before.total.icmsTot.vNF.value - money_of("1.00"));
    sale.infAdic = InfAdic{};
    sale.infAdic->infCpl = "Volte sempre";
    auto const cheaper = compute(sale).value().nfce;
    EXPECT_LT(cheaper.det.front().vTotTrib.value().value, federal + estadual);
    EXPECT_TRUE(cheaper.infAdic.value().infCpl.value().starts_with("Volte sempre | Trib aprox R$: "));

    // Without any percentage nothing is said.
    item.approximate.reset();
    EXPECT_EQ(compute(sale).value().nfce.infAdic.value().infCpl, "Volte sempre");
}

TEST(Composition, GoesOnByTheNewestRulesWhereTheyEnd) {
    EXPECT_EQ(rules_known_until(*Tables::base()), "2026-12-31");
    for (int const tpAmb : {1, 2}) {
        for (auto const& [date, is_later] :
             {std::pair{"2026-12-31", false}, {"2027-01-01", true}, {"2031-06-30", true}}) {
            auto const sale = dated(date, tpAmb);
            auto const computed = compute(sale).value();
            EXPECT_EQ(computed.by_newest_rules, is_later) << date;
            CheckContext context;
            context.now = computed.nfce.ide.dhEmi.epoch();
            auto const problems = check(computed.nfce, context);
            EXPECT_FALSE(std::ranges::any_of(problems, [](Problem const& problem) {
                return problem.field == "ide/dhEmi";
            })) << test::lines(problems);
        }
    }
}

/// In produção nobody is refused for want of the group, in homologação CRT 3; the law wants more (law of 2026-11).
TEST(Composition, TellsWhatSefazRefusesFromWhatTheLawWants) {
    struct Case {
        std::string_view date;
        int crt, tpAmb;
        bool by_sefaz, by_law, has_rates;
    };
    for (auto const& each : {Case{"2025-12-31", 3, 1, false, false, false},
                             {"2026-01-01", 3, 1, false, true, true},
                             {"2026-06-30", 3, 2, false, true, true},
                             {"2026-07-01", 3, 2, true, true, true},
                             {"2026-12-31", 3, 1, false, true, true},
                             {"2026-12-31", 1, 1, false, false, true},
                             {"2026-12-31", 1, 2, false, false, true},
                             {"2027-01-01", 1, 1, false, true, false},
                             {"2027-01-04", 1, 1, false, true, false},
                             {"2027-01-04", 2, 2, false, true, false},
                             {"2027-01-04", 3, 1, false, true, false},
                             {"2027-01-04", 3, 2, true, true, false},
                             {"2027-03-01", 4, 1, false, true, false}}) {
        auto const demand = ibscbs_demand(*Tables::base(), "SP", each.crt, each.date, each.tpAmb);
        SCOPED_TRACE(std::string(each.date) + " CRT " + std::to_string(each.crt));
        EXPECT_EQ(demand.by_sefaz, each.by_sefaz);
        EXPECT_EQ(demand.by_law, each.by_law);
        EXPECT_EQ(demand.rates.has_value(), each.has_rates);
    }
    EXPECT_EQ(ibscbs_demand(*Tables::base(), "SP", 1, "2027-02-01", 1).by_law_since, "2027-01-01");
}

/// A receipt of regime normal without the group on that day: SEFAZ refuses it in homologação alone.
TEST(Composition, AReceiptWithoutTheGroupIsRefusedWhereSefazRefusesIt) {
    for (auto const& [date, tpAmb, refused] : {std::tuple{"2026-11-20", 1, false},
                                               {"2026-11-20", 2, true},
                                               {"2027-01-05", 1, false},
                                               {"2027-01-05", 2, true}}) {
        auto sale = dated(date, tpAmb);
        sale.emit.CRT = 3;
        for (auto& item : sale.items) item.ibscbs.reset();
        auto const nfce = compute(sale).value().nfce;
        CheckContext context;
        context.now = nfce.ide.dhEmi.epoch();
        auto const is_refused = [&] {
            return std::ranges::any_of(check(nfce, context), [](Problem const& each) { return each.cStat == 1115; });
        };
        EXPECT_EQ(is_refused(), refused) << date << ' ' << tpAmb;
        context.ibscbs_demanded = !refused;
        EXPECT_EQ(is_refused(), !refused) << date << ' ' << tpAmb;
    }
}

/// 2027: the price contains IBS and CBS, which no total adds, and PIS and COFINS have ended (by inference).
TEST(Composition, OfTheYear2027) {
    auto sale = dated("2027-01-05", 1);
    sale.whole = {};
    sale.items.resize(1);
    auto& item = sale.items.front();
    item.prod.qCom = item.prod.qTrib = Written<4>::parse("1.0000").value();
    item.prod.vUnCom = item.prod.vUnTrib = Written<10>::parse("101.0000000000").value();
    item.prod.vDesc.reset();
    item.icms = {};
    item.icms.code = "40";
    for (auto* contribution : {&item.pis, &item.cofins}) {
        *contribution = {};
        contribution->CST = "01";
        contribution->p = Written<4>::parse("7.6000").value();
    }
    item.ibscbs = IbsCbsFacts{
        .CST = "000",
        .cClassTrib = "000001",
        .rates = IbsCbsRates{
            .pIBSUF = percent_of("0.05"), .pIBSMun = percent_of("0.05"), .pCBS = percent_of("0.90"), .pRedAliq = {}}};
    auto const nfce = compute(sale).value().nfce;
    auto const& det = nfce.det.front();
    auto const& g = det.ibscbs->gIBSCBS.value();
    EXPECT_EQ(g.vBC.value, money_of("100.00")); // 101.00 / 1.01
    EXPECT_EQ(g.vIBS.value, money_of("0.10"));
    EXPECT_EQ(g.gCBS.v.value, money_of("0.90"));
    EXPECT_EQ(det.vItem->value, money_of("101.00"));
    EXPECT_EQ(nfce.total.icmsTot.vNF.value, money_of("101.00"));
    EXPECT_EQ(nfce.total.vNFTot->value, money_of("101.00"));
    ASSERT_TRUE(std::holds_alternative<ContribuicaoNt>(det.pis.value()));
    EXPECT_EQ(std::get<ContribuicaoNt>(*det.pis).CST, "08");
    EXPECT_TRUE(nfce.total.icmsTot.vPIS.value.is_zero());
    EXPECT_TRUE(nfce.total.icmsTot.vCOFINS.value.is_zero());

    sale.ide.dhEmi = DateTime::parse("2026-12-31T23:59:59-03:00").value();
    auto const before = compute(sale).value().nfce;
    EXPECT_EQ(before.total.icmsTot.vPIS.value, money_of("7.68"));
    EXPECT_EQ(before.det.front().ibscbs->gIBSCBS->vBC.value, money_of("85.64")); // less PIS and COFINS, not divided
    EXPECT_EQ(before.total.icmsTot.vNF.value, money_of("101.00"));
}

/// The day is that of dhEmi in its own offset, wherever the clock stands: AC; AM and MS; SP; Noronha.
TEST(Composition, TheYearEndsWhereTheReceiptIsIssued) {
    for (int const offset : {-5, -4, -3, -2}) {
        auto const last = DateTime::parse("2026-12-31T23:59:59-03:00").value().epoch() - (offset + 3) * 3600;
        EXPECT_FALSE(composition_on(*Tables::base(), DateTime::from_epoch(last, offset).date()).price_contains_ibscbs)
            << offset;
        EXPECT_TRUE(
            composition_on(*Tables::base(), DateTime::from_epoch(last + 1, offset).date()).price_contains_ibscbs)
            << offset;
        auto const a_zone_to_the_east = DateTime::from_epoch(last, offset + 1).date();
        EXPECT_TRUE(composition_on(*Tables::base(), a_zone_to_the_east).price_contains_ibscbs) << offset;
    }
}

} // namespace
} // namespace balcao::nfce
