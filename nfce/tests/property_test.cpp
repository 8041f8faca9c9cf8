#include "nfce/document.hpp"
#include "nfce/foreign.hpp"
#include "nfce/sale.hpp"
#include "nfce/taxes.hpp"
#include "support.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

namespace balcao::nfce {
namespace {

using Rational = boost::multiprecision::cpp_rational;

class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
    }
    bool chance(int percent) { return between(1, 100) <= percent; }
    template <int P>
    Written<P> decimal(std::int64_t low, std::int64_t high) {
        return Decimal<P>::from_raw(between(low, high));
    }
    template <class T>
    T const& pick(std::vector<T> const& from) {
        return from[static_cast<std::size_t>(between(0, static_cast<std::int64_t>(from.size()) - 1))];
    }

private:
    std::mt19937_64 engine_;
};

SaleItem random_item(Dice& dice, SaleItem const& base) {
    SaleItem item = base;
    auto& prod = item.prod;
    prod.qCom = prod.qTrib = dice.decimal<4>(1, 100'0000);
    prod.vUnCom = prod.vUnTrib = dice.decimal<10>(5'0000000000, 500'0000000000);
    prod.xProd = dice.pick<std::string>({"ARROZ & FEIJÃO <1kg>", "Pão de queijo", "A", "Laje \"treliçada\" > 3 m"});
    auto const goods = cents(1, prod.qCom.value, prod.vUnCom.value);
    prod.vFrete.reset();
    prod.vDesc.reset();
    if (dice.chance(30) && goods > Money::from_raw(2)) prod.vDesc = Money::from_raw(dice.between(1, goods.raw() / 2));
    if (dice.chance(20)) prod.vFrete = dice.decimal<2>(1, 1000);
    item.icms = {};
    auto& icms = item.icms;
    icms.orig = static_cast<int>(dice.between(0, 8));
    icms.code = dice.pick<std::string>({"00", "10",  "20",  "30",  "40",  "41",  "50",  "60",  "61",  "02",  "70",
                                        "90", "101", "102", "103", "300", "400", "201", "202", "203", "500", "900"});
    icms.simples = icms.code.size() == 3;
    icms.pICMS = dice.decimal<4>(1'0000, 25'0000);
    icms.pRedBC = dice.decimal<4>(1'0000, 99'0000);
    icms.modBCST = 4;
    icms.pMVAST = dice.decimal<4>(30'0000, 90'0000);
    icms.pICMSST = Decimal<4>::from_raw(icms.pICMS->value.raw() + 20'0000);
    icms.pCredSN = dice.decimal<4>(1'0000, 4'0000);
    icms.adRemICMS = icms.adRemICMSRet = dice.decimal<4>(1'0000, 2'0000);
    if (dice.chance(30)) {
        icms.pFCP = dice.decimal<4>(1'0000, 1'5000);
        icms.pFCPST = dice.decimal<4>(1'6000, 2'0000);
    }
    if (dice.chance(50) && (icms.code == "20" || icms.code == "40" || icms.code == "70" || icms.code == "90")) {
        icms.motDesICMS = 9;
        if (dice.chance(50)) icms.indDeduzDeson = static_cast<int>(dice.between(0, 1));
    }
    if (dice.chance(60)) {
        item.pis = {.CST = "01",
                    .p = dice.decimal<4>(1'0000, 2'0000),
                    .excluiICMS = dice.chance(50),
                    .qBCProd = {},
                    .vAliqProd = {}};
        item.cofins = item.pis;
    } else {
        item.pis = item.cofins = {.CST = dice.pick<std::string>({"04", "06", "49", "99"}),
                                  .p = {},
                                  .excluiICMS = false,
                                  .qBCProd = {},
                                  .vAliqProd = {}};
    }
    return item;
}

Sale random_sale(std::uint64_t seed) {
    Dice dice(seed);
    auto sale = test::sale("v04");
    auto const base = sale.items.front();
    sale.items.clear();
    auto const count = dice.chance(3) ? 990 : dice.between(1, 12);
    for (std::int64_t i = 0; i < count; ++i) sale.items.push_back(random_item(dice, base));
    bool const ibscbs = dice.chance(50);
    for (auto& item : sale.items)
        if (!ibscbs) item.ibscbs.reset();
    if (dice.chance(40)) sale.whole.vOutro = Money::from_raw(dice.between(1, 10'000));
    if (dice.chance(40)) sale.whole.vSeg = Money::from_raw(dice.between(1, 10'000));
    sale.payments = {sale.payments.front()};
    sale.payments.front().vPag = Money::from_raw(dice.between(100'00, 9'000'000'00));
    return sale;
}

Rational exact(Money value) { return Rational(value.raw(), 100); }
Rational value_of(std::optional<Valor> const& value) { return value ? exact(value->value) : Rational(0); }

/// Sums of the written texts, in exact fractions.
void expect_totals(Nfce const& nfce) {
    Rational vProd, vDesc, vFrete, vSeg, vOutro, vPIS, st, deducted;
    for (auto const& det : nfce.det) {
        vProd += exact(det.prod.vProd.value);
        vDesc += value_of(det.prod.vDesc);
        vFrete += value_of(det.prod.vFrete);
        vSeg += value_of(det.prod.vSeg);
        vOutro += value_of(det.prod.vOutro);
        if (auto const* aliq = std::get_if<ContribuicaoAliq>(&*det.pis)) vPIS += exact(aliq->v.value);
        auto const add_st = [&](St const& s) {
            st += exact(s.vICMSST.value) + (s.fcpSt ? exact(s.fcpSt->vFCPST.value) : Rational(0));
        };
        auto const add_deson = [&](std::optional<Desoneracao> const& d) {
            if (d && d->indDeduzDeson == 1) deducted += exact(d->vICMSDeson.value);
        };
        if (auto const* g = std::get_if<Icms10>(&det.icms)) add_st(g->st);
        if (auto const* g = std::get_if<Icms30>(&det.icms)) add_st(g->st);
        if (auto const* g = std::get_if<Icms70>(&det.icms)) {
            add_st(g->st);
            add_deson(g->deson);
        }
        if (auto const* g = std::get_if<IcmsSn201>(&det.icms)) add_st(g->st);
        if (auto const* g = std::get_if<IcmsSn202>(&det.icms)) add_st(g->st);
        if (auto const* g = std::get_if<Icms20>(&det.icms)) add_deson(g->deson);
        if (auto const* g = std::get_if<Icms40>(&det.icms)) add_deson(g->deson);
        if (auto const* g = std::get_if<Icms90>(&det.icms)) add_deson(g->deson);
        // vProd is the product rounded to the nearest cent.
        Rational const product =
            Rational(det.prod.qCom.value.raw(), 10'000) * Rational(det.prod.vUnCom.value.raw(), 10'000'000'000);
        RC_ASSERT(abs(product - exact(det.prod.vProd.value)) * 200 <= 1);
    }
    auto const& tot = nfce.total.icmsTot;
    RC_ASSERT(exact(tot.vProd.value) == vProd);
    RC_ASSERT(exact(tot.vDesc.value) == vDesc);
    RC_ASSERT(exact(tot.vFrete.value) == vFrete);
    RC_ASSERT(exact(tot.vSeg.value) == vSeg);
    RC_ASSERT(exact(tot.vOutro.value) == vOutro);
    RC_ASSERT(exact(tot.vPIS.value) == vPIS);
    RC_ASSERT(exact(tot.vNF.value) == vProd - vDesc - deducted + st + vFrete + vSeg + vOutro);
}

RC_GTEST_PROP(RandomReceipts, AreValidSignedAddUpAndRoundTrip, (std::uint64_t seed)) {
    auto const sale = random_sale(seed);
    auto const computed = compute(sale);
    if (!computed) RC_FAIL(test::lines(computed.error()));
    auto const document = write_signed(computed->nfce, sale.qr, *sale.urls, test::certificate());
    if (!document) RC_FAIL(document.error().field);
    RC_ASSERT(test::valid_by_schema("nfe/nfe_v4.00.xsd", document->xml));
    RC_ASSERT(verify_signature(XmlDocument::parse(document->xml).value(), "infNFe").has_value());
    if (computed->nfce.det.size() < 8) RC_ASSERT(test::valid_by_xmlsec("infNFe", document->xml));
    expect_totals(computed->nfce);
    auto read = read_receipt(document->xml);
    if (!read) RC_FAIL(test::lines(read.error()));
    read->nfce.infNFeSupl = {};
    RC_ASSERT(read->nfce == computed->nfce);
}

TEST(Judges, RefuseABrokenDocument) {
    auto const sale = test::sale("v01");
    auto xml = write_signed(compute(sale).value().nfce, sale.qr, *sale.urls, test::certificate()).value().xml;
    EXPECT_TRUE(test::valid_by_schema("nfe/nfe_v4.00.xsd", xml));
    EXPECT_TRUE(test::valid_by_xmlsec("infNFe", xml));
    xml.replace(xml.find("<natOp>") + 7, 1, "X");
    EXPECT_FALSE(test::valid_by_xmlsec("infNFe", xml));
    xml.replace(xml.find("<natOp>"), 7, "<natOP>");
    EXPECT_FALSE(test::valid_by_schema("nfe/nfe_v4.00.xsd", xml));
}

} // namespace
} // namespace balcao::nfce
