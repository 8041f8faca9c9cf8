#include "mutator.hpp"
#include "nfce/composition.hpp"
#include "nfce/document.hpp"
#include "nfce/entry_note.hpp"
#include "nfce/foreign.hpp"
#include "nfce/taxes.hpp"
#include "nfe_sales.hpp"
#include "support.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// The NF-e of entry of goods that came back.
namespace balcao::nfce {
namespace {

Dest issuer_as_dest(Nfce const& origin) {
    return {.id = {PersonId::Kind::cnpj, origin.emit.CNPJ},
            .xNome = origin.emit.xNome,
            .enderDest = origin.emit.enderEmit,
            .indIEDest = 1,
            .IE = origin.emit.IE,
            .email = {}};
}

std::expected<Nfce, Problems> entry_of(Nfce const& origin, std::vector<EntryItem> const& items) {
    Ide ide = origin.ide;
    ide.nNF = 501;
    ide.cNF = "71829307";
    bool const has_address = origin.dest && origin.dest->enderDest;
    std::vector const origins{origin};
    return entry_note({.origins = origins,
                       .items = items,
                       .ide = std::move(ide),
                       .emit = origin.emit,
                       .dest = has_address ? *origin.dest : issuer_as_dest(origin),
                       .infCpl = "Devolução da nota de origem.",
                       .infRespTec = origin.infRespTec,
                       .idCSRT = {},
                       .CSRT = {}});
}

/// `back` of each item, for its part of what was paid for it.
std::vector<EntryItem> part_of(Nfce const& origin, std::int64_t back, std::int64_t of) {
    std::vector<EntryItem> items;
    for (std::size_t i = 0; i < origin.det.size(); ++i) {
        auto const& prod = origin.det[i].prod;
        items.push_back({.index = i,
                         .quantity = Decimal<4>::from_raw(prod.qCom.value.raw() * back / of),
                         .amount = cents(of, operation_value(prod), Decimal<0>::from_raw(back))});
    }
    return items;
}

std::string problems_of(Nfce const& entry, Sale const& sale) {
    return test::lines(check(entry, test::nfe_context(sale)));
}

std::string signed_xml(Nfce const& entry) {
    return write_signed(entry, QrVersion{}, ConsultationUrls{}, test::certificate()).value().xml;
}

/// Sales whose goods come back this way: what is charged on top of the price (IPI) leaves with a CST of exit.
std::vector<test::NfeSale> returnable() {
    std::vector<test::NfeSale> found;
    for (auto const& one : test::nfe_sales()) {
        auto const& first = one.sale.items.front();
        if (one.sale.ide.tpNF == 1 && one.sale.ide.finNFe == 1 && !entry_cfop(first.prod.CFOP).empty() && !first.ipi)
            found.push_back(one);
    }
    for (auto const* vector : {"v01", "v03", "v04"}) found.push_back({vector, test::sale(vector)});
    return found;
}

TEST(EntryNote, OfEverySaleIsCleanAndValid) {
    int number = 0;
    for (auto const& [name, sale] : returnable()) {
        auto const origin = compute(sale).value().nfce;
        for (auto const& [back, of] : {std::pair(1, 1), std::pair(1, 3), std::pair(7, 9)}) {
            SCOPED_TRACE(fmt::format("{}: {} of {}", name, back, of));
            auto const entry = entry_of(origin, part_of(origin, back, of));
            ASSERT_TRUE(entry) << test::lines(entry.error());
            EXPECT_EQ(problems_of(*entry, sale), "");
            auto const xml = signed_xml(*entry);
            EXPECT_TRUE(test::valid_by_schema(test::nfe_schema, xml)) << xml;
            EXPECT_TRUE(read_receipt(xml).value().nfce == *entry);
            ++number;
        }
    }
    EXPECT_GE(number, 80);
}

TEST(EntryNote, OfTheWholeCarriesTheAmountsAsTheyWereCharged) {
    for (auto const& [name, sale] : returnable()) {
        SCOPED_TRACE(name);
        auto const origin = compute(sale).value().nfce;
        auto const entry = entry_of(origin, part_of(origin, 1, 1)).value();
        for (std::size_t i = 0; i < origin.det.size(); ++i) {
            EXPECT_TRUE(entry.det[i].icms == origin.det[i].icms);
            EXPECT_TRUE(entry.det[i].pis == origin.det[i].pis);
            EXPECT_TRUE(entry.det[i].cofins == origin.det[i].cofins);
            EXPECT_TRUE(entry.det[i].ibscbs == origin.det[i].ibscbs);
            EXPECT_EQ(entry.det[i].referenciado->chaveAcesso, origin.chave);
            EXPECT_EQ(entry.det[i].referenciado->nItem, static_cast<int>(i) + 1);
        }
        EXPECT_EQ(entry.total.icmsTot.vNF.value, origin.total.icmsTot.vNF.value);
        EXPECT_EQ(entry.total.icmsTot.vICMS.value, origin.total.icmsTot.vICMS.value);
    }
}

TEST(EntryNote, SaysWhatTheOperationIs) {
    auto const origin = compute(test::nfe_sale("other UF")).value().nfce;
    auto const entry = entry_of(origin, part_of(origin, 1, 3)).value();
    auto const& ide = entry.ide;
    EXPECT_EQ(std::tuple(ide.mod, ide.tpNF, ide.finNFe, ide.idDest, ide.indPres), std::tuple(55, 0, 4, 2, 0));
    EXPECT_EQ(ide.natOp, "Devolução de venda de produção");
    EXPECT_EQ(entry.det.front().prod.CFOP, "2201");
    EXPECT_EQ(entry.det.front().prod.qCom.value, Decimal<4>::parse("12.5").value());
    EXPECT_EQ(entry.pag.detPag.front().tPag, "90");
    EXPECT_TRUE(entry.ide.nfref.empty());
    auto const& icms = std::get<Icms00>(entry.det.front().icms);
    EXPECT_EQ(icms.vBC.value, test::money("774.13")); // 37.5 at 61.93, a third
    EXPECT_EQ(icms.vICMS.value, test::money("92.90"));
}

/// What a discount took off, or a surcharge added, is in the item, so that its value is what was given back.
TEST(EntryNote, IsWorthWhatWasGivenBack) {
    auto sale = test::nfe_sale("CST 41");
    sale.whole.vDesc = test::money("22.38");
    test::settle(sale);
    auto const origin = compute(sale).value().nfce;
    auto entry =
        entry_of(origin, {{.index = 0, .quantity = Decimal<4>::from_units(10), .amount = test::money("613.33")}})
            .value();
    EXPECT_EQ(entry.total.icmsTot.vProd.value, test::money("619.30"));
    EXPECT_EQ(entry.total.icmsTot.vDesc.value, test::money("5.97"));
    EXPECT_EQ(entry.total.icmsTot.vNF.value, test::money("613.33"));
    EXPECT_EQ(problems_of(entry, sale), "");
    entry = entry_of(origin, {{.index = 0, .quantity = Decimal<4>::from_units(10), .amount = test::money("620.00")}})
                .value();
    EXPECT_EQ(entry.total.icmsTot.vOutro.value, test::money("0.70"));
    EXPECT_EQ(problems_of(entry, sale), "");
}

/// Goods that left with several documents come back in one, each item with its own.
TEST(EntryNote, OfSeveralDocumentsNamesThatOfEachItem) {
    auto const sale = test::nfe_sale("CST 00 with FCP");
    std::vector origins{compute(sale).value().nfce, compute(sale).value().nfce};
    origins[0].det.front().prod.CFOP = "5116";
    origins[1].det.front().prod.CFOP = "5117";
    origins[1].chave.replace(25, 9, "000000777");
    auto const one = [&](std::size_t origin) {
        auto item = part_of(origins[origin], 1, 3).front();
        item.origin = origin;
        return item;
    };
    std::vector const items{one(1), one(0)};
    auto ide = origins[0].ide;
    ide.nNF = 501;
    auto const entry = entry_note({.origins = origins,
                                   .items = items,
                                   .ide = ide,
                                   .emit = origins[0].emit,
                                   .dest = *origins[0].dest,
                                   .infCpl = "Devolução.",
                                   .infRespTec = {},
                                   .idCSRT = {},
                                   .CSRT = {}})
                           .value();
    EXPECT_EQ(entry.det[0].referenciado->chaveAcesso, origins[1].chave);
    EXPECT_EQ(entry.det[1].referenciado->chaveAcesso, origins[0].chave);
    EXPECT_EQ(entry.det[0].prod.CFOP, "1202");
    EXPECT_EQ(entry.det[1].prod.CFOP, "1201");
    EXPECT_THROW((void)entry_of(origins[0], {{.index = 0, .quantity = {}, .amount = {}, .origin = 1}}),
                 std::out_of_range);
}

/// Any quantity of any price: base and amount of each tax stay within the cent that SEFAZ allows.
TEST(EntryNote, OfAnyPartKeepsTheCent) {
    test::Dice dice(37);
    for (int i = 0; i < 2'000; ++i) {
        auto sale =
            test::nfe_sale(dice.pick(std::vector<std::string>{"CST 00 with FCP", "CST 20", "CST 51", "CSOSN 101"}));
        auto& prod = sale.items.front().prod;
        prod.qCom = prod.qTrib = dice.decimal<4>(1'0000, 900'0000);
        prod.vUnCom = prod.vUnTrib = dice.decimal<10>(10'0000000000, 90'0000000000);
        test::settle(sale);
        auto const origin = compute(sale).value().nfce;
        auto const back = dice.between(1, prod.qCom.value.raw());
        EntryItem const item{.index = 0,
                             .quantity = Decimal<4>::from_raw(back),
                             .amount = cents(prod.qCom.value.raw(), operation_value(origin.det.front().prod),
                                             Decimal<0>::from_raw(back))};
        if (item.amount.is_zero()) continue;
        auto const entry = entry_of(origin, {item}).value();
        ASSERT_EQ(problems_of(entry, sale), "")
            << prod.qCom.to_string() << ' ' << prod.vUnCom.to_string() << ' ' << back;
    }
}

/// UB12-10 asks for IBS and CBS in a return of what was sold from 2027 on.
TEST(EntryNote, OfASaleWithoutIbsCbsNeedsNoneBefore2027) {
    auto const sale = test::sale("v03");
    auto const origin = compute(sale).value().nfce;
    auto entry = entry_of(origin, part_of(origin, 1, 1)).value();
    auto context = test::nfe_context(sale);
    context.ibscbs_demanded = true;
    EXPECT_EQ(test::lines(check(entry, context)), "");
    for (auto& item : entry.det) item.referenciado->chaveAcesso.replace(2, 4, "2701");
    EXPECT_THAT(test::lines(check(entry, context)), testing::HasSubstr("1115"));
}

TEST(EntryNote, OfGoodsWithoutAKnownWayBackIsRefused) {
    auto origin = compute(test::nfe_sale("CST 41")).value().nfce;
    origin.det.front().prod.CFOP = "5656";
    auto const entry = entry_of(origin, part_of(origin, 1, 1));
    ASSERT_FALSE(entry);
    EXPECT_THAT(test::lines(entry.error()), testing::HasSubstr("CFOP 5656"));
}

} // namespace
} // namespace balcao::nfce
