#include "nfce/document.hpp"
#include "nfce/foreign.hpp"
#include "nfce/sale.hpp"
#include "nfce/taxes.hpp"
#include "random_sale.hpp"
#include "support.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace balcao::nfce {
namespace {

using Rational = boost::multiprecision::cpp_rational;

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
    auto const sale = test::random_sale(seed);
    auto const computed = compute(sale);
    if (!computed) RC_FAIL(test::lines(computed.error()));
    auto const document = write_signed(computed->nfce, sale.qr, *sale.urls, test::certificate());
    if (!document) RC_FAIL(document.error().field);
    RC_ASSERT(test::valid_by_schema("nfe/nfe_v4.00.xsd", document->xml));
    RC_ASSERT(verify_signature(XmlDocument::parse(document->xml).value(), "infNFe").has_value());
    // A process of its own for each, so not for every receipt of a long run.
    static int judged = 0;
    if (computed->nfce.det.size() < 8 && judged++ < 100) RC_ASSERT(test::valid_by_xmlsec("infNFe", document->xml));
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
