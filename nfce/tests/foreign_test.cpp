#include "nfce/document.hpp"
#include "nfce/foreign.hpp"
#include "nfce/sale.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace balcao::nfce {
namespace {

std::string golden(std::string const& vector) {
    for (auto const& entry : std::filesystem::directory_iterator(std::string(NFCE_TEST_DATA) + "/vectors/out")) {
        if (entry.path().extension() == ".xml" && entry.path().filename().string().starts_with(vector))
            return test::file("vectors/out/" + entry.path().filename().string());
    }
    throw std::runtime_error("no vector " + vector);
}

/// Problems of reading v03 after one replacement.
Problems problems_after(std::string_view from, std::string_view to, std::string const& vector = "v03") {
    auto const receipt = read_receipt(test::replaced(golden(vector), from, to));
    return receipt ? Problems{} : receipt.error();
}

bool has_rule(Problems const& problems, int rule, int cStat) {
    return std::ranges::any_of(problems, [&](Problem const& p) { return p.rule == rule && p.cStat == cStat; });
}

TEST(Foreign, RoundTripIsEqual) {
    for (auto const* vector : {"v01", "v02", "v03", "v04", "v05", "v06"}) {
        auto const read = read_receipt(golden(vector));
        ASSERT_TRUE(read) << test::lines(read.error());
        auto computed = compute(test::sale(vector)).value().nfce;
        computed.emit.IE = read->nfce.emit.IE;
        computed.infNFeSupl = read->nfce.infNFeSupl;
        EXPECT_TRUE(read->nfce == computed) << vector;
    }
}

TEST(Foreign, ReadsAStoredDocumentWithItsProtocol) {
    auto const xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><nfeProc xmlns=\"http://www.portalfiscal.inf.br/nfe\" "
                     "versao=\"4.00\">" +
                     golden("v01") +
                     "<protNFe versao=\"4.00\"><infProt><tpAmb>2</tpAmb><verAplic>X</verAplic><chNFe>K</chNFe>"
                     "<dhRecbto>2026-11-20T10:15:31-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>D</"
                     "digVal><cStat>100</cStat>"
                     "<xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe></nfeProc>";
    auto const read = read_receipt(xml);
    ASSERT_TRUE(read) << test::lines(read.error());
    ASSERT_TRUE(read->protocol);
    EXPECT_EQ(read->protocol->cStat, 100);
    EXPECT_EQ(read->protocol->nProt, "135260000000001");
}

TEST(Foreign, ReportsGroupsThatModel65Forbids) {
    auto const st = [](std::string const& name) { return "<" + name + "><a>1</a></" + name + ">"; };
    for (auto const& [name, cStat] :
         {std::pair{"PISST", 746}, {"COFINSST", 749}, {"IPI", 742}, {"II", 743}, {"ICMSUFDest", 807}})
        EXPECT_TRUE(has_rule(problems_after("</imposto>", st(name) + "</imposto>"), 75, cStat)) << name;
    for (auto const& [name, cStat] :
         {std::pair{"retTransp", 755}, {"veicTransp", 756}, {"reboque", 757}, {"vagao", 758}, {"balsa", 759}})
        EXPECT_TRUE(has_rule(problems_after("</transp>", st(name) + "</transp>"), 96, cStat)) << name;
    EXPECT_TRUE(has_rule(problems_after("<pag>", "<cobr><fat/></cobr><pag>"), 96, 760));
    EXPECT_TRUE(has_rule(problems_after("</infNFe>", "<compra/></infNFe>"), 96, 762));
    for (auto const* name : {"ICMSST", "ICMSPart"}) {
        EXPECT_TRUE(
            has_rule(problems_after("<ICMS><ICMS00>", "<ICMS><" + std::string(name) + "></" + name + "><ICMS00>"), 75,
                     name[4] == 'S' ? 740 : 741));
    }
}

TEST(Foreign, ReadsNetValuesOfOtherPrograms) {
    auto const item = "</vProd><vUnComLiq>9.0000000000</vUnComLiq><vProdLiq>9.00</vProdLiq>";
    EXPECT_TRUE(problems_after("</vProd>", item).empty());
    EXPECT_TRUE(problems_after("<ICMSTot>", "<vProdLiqTot>9.00</vProdLiqTot><ICMSTot>").empty());
    EXPECT_FALSE(problems_after("</vProd>", "</vProd><vProdNet>9.00</vProdNet>").empty());
}

TEST(Foreign, ReportsItemsOutOfSequenceAndHalfAPair) {
    EXPECT_TRUE(has_rule(problems_after("<det nItem=\"2\">", "<det nItem=\"3\">"), 40, 927));
    EXPECT_TRUE(has_rule(problems_after("</ICMS20>", "<vICMSDeson>1.00</vICMSDeson></ICMS20>"), 72, 934));
    EXPECT_TRUE(has_rule(problems_after("</ICMS20>", "<motDesICMS>9</motDesICMS></ICMS20>"), 72, 934));
}

TEST(Foreign, RefusesWhatIsNotAnNfce) {
    for (auto const& [from, to] : {std::pair{"<mod>65</mod>", "<mod>55</mod>"},
                                   {"<tpNF>1<", "<tpNF>0<"},
                                   {"versao=\"4.00\"", "versao=\"3.10\""},
                                   {"<serie>1<", "<serie>01<"},
                                   {"<vNF>", "<vNF>-"},
                                   {"<vNF>", "<vNF>99999999999999"},
                                   {"<qCom>", "<qCom>1e"},
                                   {"<natOp>", "<natOpX>"},
                                   {"<cUF>35</cUF>", ""},
                                   {"<det nItem=\"1\">", "<det nItem=\"1\"><x/>"},
                                   {"Id=\"NFe", "Id=\"XXX"},
                                   {"xmlns=\"http://www.portalfiscal.inf.br/nfe\"", "xmlns=\"urn:x\""},
                                   {"-03:00</dhEmi>", "Z</dhEmi>"}})
        EXPECT_FALSE(problems_after(from, to).empty()) << from;
}

TEST(Foreign, SurvivesBombsAndRubbish) {
    std::string laughs = "<!DOCTYPE lolz [<!ENTITY a \"ha\">";
    for (char c = 'b'; c <= 'k'; ++c) {
        laughs += std::string("<!ENTITY ") + c + " \"" + [&] {
            std::string s;
            for (int i = 0; i < 10; ++i) s += std::string("&") + static_cast<char>(c - 1) + ";";
            return s;
        }() + "\">";
    }
    laughs += "]><NFe>&k;</NFe>";
    EXPECT_FALSE(XmlDocument::parse(laughs));
    EXPECT_FALSE(XmlDocument::parse("<!DOCTYPE NFe SYSTEM \"file:///etc/passwd\"><NFe/>"));
    std::string deep;
    for (int i = 0; i < 10'000; ++i) deep += "<a>";
    for (int i = 0; i < 10'000; ++i) deep += "</a>";
    EXPECT_FALSE(XmlDocument::parse(deep));
    EXPECT_FALSE(XmlDocument::parse("<a b=\"" + std::string(5'000'000, 'x') + "\"/>"));
    EXPECT_FALSE(XmlDocument::parse(""));
    EXPECT_FALSE(XmlDocument::parse("<a>"));
    EXPECT_FALSE(XmlDocument::parse("<a>\xFF</a>"));
    auto const xml = golden("v04");
    for (std::size_t size = 0; size < xml.size(); size += 331)
        EXPECT_FALSE(read_receipt(std::string_view(xml).substr(0, size))) << size;
}

std::expected<VerifiedSignature, Problem> verify(std::string const& xml) {
    return verify_signature(XmlDocument::parse(xml).value(), "infNFe");
}

TEST(Verify, AcceptsTheGoldenVectors) {
    for (auto const* vector : {"v01", "v02", "v03", "v04", "v05", "v06"}) {
        auto const verified = verify(golden(vector));
        ASSERT_TRUE(verified) << verified.error().message;
        EXPECT_EQ(verified->signer.cnpj, std::string_view(vector) == "v06" ? "12ABC34501DE35" : "11222333000181");
    }
}

TEST(Verify, AcceptsTheSignatureInsideAnEnvelopeWithMoreNamespaces) {
    auto const xml = golden("v01");
    EXPECT_TRUE(verify("<nfeProc xmlns=\"http://www.portalfiscal.inf.br/nfe\" versao=\"4.00\">" + xml + "</nfeProc>"));
    // Inclusive canonicalisation takes in every namespace in scope, so this is no longer what was signed.
    EXPECT_EQ(verify("<e xmlns:x=\"urn:x\">" + xml + "</e>").error().cStat, 297);
}

TEST(Verify, RefusesEveryManipulation) {
    auto const xml = golden("v01");
    EXPECT_EQ(verify(test::replaced(xml, "<natOp>VENDA", "<natOp>VENDO")).error().cStat, 297);
    EXPECT_EQ(verify(test::replaced(xml, "<SignatureValue>", "<SignatureValue>AAAA")).error().cStat, 297);
    EXPECT_EQ(verify(test::replaced(xml, "xmldsig#rsa-sha1", "xmldsig#rsa-sha2")).error().cStat, 298);
    EXPECT_EQ(verify(test::replaced(xml, "Reference URI=\"#NFe", "Reference URI=\"#NFf")).error().cStat, 298);
    EXPECT_EQ(verify(test::replaced(xml, "</NFe>", "<infNFe Id=\"x\"/></NFe>")).error().cStat, 298);
    // Wrapping: the signed element is moved away and another takes its place.
    auto const start = xml.find("<infNFe "), end = xml.find("</infNFe>") + 9;
    auto const body = xml.substr(start, end - start);
    auto const wrapped =
        test::replaced(xml, body, test::replaced(body, "Id=\"NFe", "Id=\"FAK") + "<Object>" + body + "</Object>");
    EXPECT_EQ(verify(wrapped).error().cStat, 298);
}

TEST(Verify, TellsAForeignOrExpiredSigner) {
    CertificateFacts const signer{.cnpj = "11222333000181", .valid_from = 100, .valid_to = 200};
    EXPECT_TRUE(check_signer(signer, "11222333000262", 150).empty());
    EXPECT_EQ(check_signer(signer, "12ABC34501DE35", 150).front().cStat, 213);
    EXPECT_EQ(check_signer(signer, "11222333000181", 201).front().cStat, 291);
    EXPECT_EQ(check_signer(signer, "11222333000181", 99).front().cStat, 291);
}

} // namespace
} // namespace balcao::nfce
