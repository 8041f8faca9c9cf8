#include "nfce/document.hpp"
#include "nfce/foreign.hpp"
#include "nfce/qr.hpp"
#include "nfce/receipt_key.hpp"
#include "nfce/reissue.hpp"
#include "nfce/sale.hpp"
#include "nfce/sign_xml.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace balcao::nfce {
namespace {

/// The receipt of a golden vector, signed.
SignedDocument issued(std::string const& vector, bool with_csrt = false) {
    auto sale = test::sale(vector);
    if (with_csrt) {
        sale.infRespTec = InfRespTec{
            .CNPJ = "11222333000181", .xContato = "Suporte", .email = "a@b.com.br", .fone = "1133334444", .csrt = {}};
        sale.idCSRT = "01";
        sale.CSRT = "G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO";
    }
    return write_signed(compute(sale).value().nfce, sale.qr, *sale.urls, test::certificate()).value();
}

SignedDocument signed_again(Nfce const& nfce, std::string const& vector) {
    auto const sale = test::sale(vector);
    return write_signed(nfce, sale.qr, *sale.urls, test::certificate()).value();
}

Reissue unchanged(std::string const& xml) {
    auto const ide = read_receipt(xml).value().nfce.ide;
    return {.nNF = ide.nNF,
            .cNF = ide.cNF,
            .tpEmis = ide.tpEmis,
            .dhEmi = ide.dhEmi,
            .dhCont = ide.dhCont,
            .xJust = ide.xJust,
            .CSRT = {}};
}

Reissue offline() {
    return {.nNF = 777,
            .cNF = "40718293",
            .tpEmis = 9,
            .dhEmi = *DateTime::parse("2026-12-01T08:00:00-03:00"),
            .dhCont = *DateTime::parse("2026-12-01T07:58:00-03:00"),
            .xJust = "SEFAZ sem resposta desde 07:58 (tempo esgotado)",
            .CSRT = {}};
}

TEST(Reissue, WithoutAChangeGivesTheSameBytes) {
    for (auto const* vector : {"v01", "v02", "v03", "v04", "v05", "v06"}) {
        auto const xml = issued(vector).xml;
        auto const again = reissue(xml, unchanged(xml));
        ASSERT_TRUE(again) << test::lines(again.error());
        EXPECT_EQ(signed_again(*again, vector).xml, xml) << vector;
    }
}

TEST(Reissue, ChangesNumberTimeKeyAndQrCodeAndNothingElse) {
    for (auto const* vector : {"v01", "v02", "v03", "v04", "v05", "v06"}) {
        auto const before = issued(vector).xml;
        auto const again = reissue(before, offline());
        ASSERT_TRUE(again) << test::lines(again.error());
        // Version 2 for all: offline, version 3 does not take a CPF (rule 109).
        auto const sale = test::sale(vector);
        auto const document =
            write_signed(*again, QrV2{.CSC = "0123456789ABCDEF", .idCSC = "1"}, *sale.urls, test::certificate())
                .value();
        EXPECT_TRUE(test::valid_by_schema("nfe/nfe_v4.00.xsd", document.xml)) << document.xml;
        EXPECT_TRUE(test::valid_by_xmlsec("infNFe", document.xml));

        auto expected = read_receipt(before).value().nfce;
        auto const read = read_receipt(document.xml).value().nfce;
        EXPECT_NE(read.infNFeSupl.qrCode.find(document.chave + "|2|2|01|"), std::string::npos) << "an offline QR code";
        expected.ide.nNF = 777;
        expected.ide.cNF = "40718293";
        expected.ide.tpEmis = 9;
        expected.ide.dhEmi = offline().dhEmi;
        expected.ide.dhCont = offline().dhCont;
        expected.ide.xJust = offline().xJust;
        expected.chave = *key_of(expected);
        expected.ide.cDV = expected.chave.substr(43);
        expected.infNFeSupl = read.infNFeSupl;
        EXPECT_TRUE(read == expected) << vector;
        EXPECT_EQ(document.chave.substr(2, 4), "2612") << "the month of the new dhEmi";
    }
}

TEST(Reissue, BackFromOfflineDropsTheContingency) {
    auto const first = issued("v01").xml;
    auto const contingency = signed_again(reissue(first, offline()).value(), "v01").xml;
    EXPECT_EQ(signed_again(reissue(contingency, unchanged(first)).value(), "v01").xml, first);
}

TEST(Reissue, TheHashOfTheProgramFollowsTheKey) {
    auto const xml = issued("v01", true).xml;
    EXPECT_TRUE(reissue(xml, unchanged(xml))) << "same key, same hash";
    auto change = offline();
    EXPECT_EQ(reissue(xml, change).error().front().field, "infRespTec/hashCSRT");
    change.CSRT = "G8063VRTNDMO886SFNK5LDUDEI24XJ22YIPO";
    auto const again = reissue(xml, change).value();
    EXPECT_EQ(again.infRespTec->csrt->hashCSRT, hash_csrt(*change.CSRT, again.chave));
}

TEST(Reissue, RefusesWhatItCannotKeepOrForm) {
    auto const xml = issued("v01").xml;
    auto tampered = xml;
    tampered.replace(tampered.find("<natOp>VENDA"), 12, "<natOp>VENDO");
    EXPECT_EQ(reissue(tampered, offline()).error().front().cStat, 297);
    EXPECT_FALSE(reissue("", offline()));
    EXPECT_FALSE(reissue("<html/>", offline()));
    auto change = offline();
    change.cNF = "1";
    EXPECT_EQ(reissue(xml, change).error().front().rule, 14);

    // Another program's spelling of the same content, rightly signed, would not survive being written again.
    auto const start = xml.find("<Signature "), end = xml.find("</Signature>") + 12;
    auto spelled = xml;
    spelled.erase(start, end - start);
    spelled.replace(spelled.find("<natOp>VENDA"), 12, "<natOp>&#86;ENDA");
    auto const foreign = sign_xml(spelled, test::certificate()).value();
    EXPECT_EQ(reissue(foreign, offline()).error().front().field, "infNFe");
}

TEST(SignAgain, ChangesTheSignatureOnly) {
    auto const before = issued("v01");
    auto const with_other = sign_again(before.xml, test::certificate("a1-alfa"));
    ASSERT_TRUE(with_other) << with_other.error().message;
    auto const verified = verify_signature(XmlDocument::parse(*with_other).value(), "infNFe");
    ASSERT_TRUE(verified) << verified.error().message;
    EXPECT_EQ(verified->digest_value, before.digest_value);
    EXPECT_EQ(verified->signer.cnpj, "12ABC34501DE35");
    EXPECT_NE(*with_other, before.xml);
    EXPECT_EQ(sign_again(*with_other, test::certificate()).value(), before.xml);
}

TEST(SignAgain, RefusesWhatNoLongerVerifies) {
    auto xml = issued("v01").xml;
    xml.replace(xml.find("<natOp>VENDA"), 12, "<natOp>VENDO");
    EXPECT_EQ(sign_again(xml, test::certificate()).error().cStat, 297);
    EXPECT_FALSE(sign_again("", test::certificate()));
}

} // namespace
} // namespace balcao::nfce
