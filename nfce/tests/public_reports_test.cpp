#include "nfce/danfe.hpp"
#include "nfce/digest.hpp"
#include "nfce/document.hpp"
#include "nfce/qr.hpp"
#include "nfce/rules.hpp"
#include "nfce/sale.hpp"
#include "nfce/signature.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

/// What public reports show that other libraries got wrong, a case each. The name says what must be so.
namespace balcao::nfce {
namespace {

struct Case {
    std::string_view report; ///< repository and number of the issue
    std::string_view what;
    void (*run)();
};

template <int P>
Written<P> written(std::string const& text) {
    return Written<P>::parse(text).value();
}

Sale of_one_item(std::string const& vector, std::string const& price) {
    auto sale = test::sale(vector);
    sale.items.resize(1);
    sale.whole = {};
    auto& prod = sale.items.front().prod;
    prod.qCom = prod.qTrib = written<4>("1.0000");
    prod.vUnCom = prod.vUnTrib = written<10>(price + "00000000");
    prod.vDesc.reset();
    prod.vFrete.reset();
    sale.payments.resize(1);
    sale.payments.front().vPag = written<2>("1000.00");
    sale.payments.front().tPag = "01";
    sale.payments.front().card.reset();
    return sale;
}

std::string xml_of(Sale const& sale) {
    auto const computed = compute(sale);
    if (!computed) throw std::runtime_error(test::lines(computed.error()));
    auto const document = write_signed(computed->nfce, sale.qr, *sale.urls, test::certificate());
    if (!document) throw std::runtime_error(document.error().field);
    EXPECT_TRUE(test::valid_by_schema("nfe/nfe_v4.00.xsd", document->xml)) << document->xml;
    return document->xml;
}

bool has(std::string const& text, std::string_view part) { return text.contains(part); }

bool is_refused(Nfce const& nfce, Sale const& sale, int rule) {
    CheckContext context;
    context.now = nfce.ide.dhEmi.epoch();
    context.qr = sale.qr;
    context.urls = sale.urls;
    auto const problems = check(nfce, context);
    return std::ranges::find(problems, rule, &Problem::rule) != problems.end();
}

void put_410(SaleItem& item) { item.ibscbs = IbsCbsFacts{.CST = "410", .cClassTrib = "410001", .rates = {}}; }

std::vector<Case> const cases{
    {"sped-nfe 1207", "items of CST 410 alone carry no values, and the totals are there all the same",
     [] {
         auto sale = of_one_item("v04", "100.00");
         put_410(sale.items.front());
         auto const xml = xml_of(sale);
         EXPECT_TRUE(has(xml, "<IBSCBS><CST>410</CST><cClassTrib>410001</cClassTrib></IBSCBS>")) << xml;
         EXPECT_FALSE(has(xml, "<gIBSCBS>"));
         EXPECT_TRUE(has(xml, "<IBSCBSTot><vBCIBSCBS>0.00</vBCIBSCBS>")) << xml;
         EXPECT_TRUE(has(xml, "<vNFTot>100.00</vNFTot>"));
     }},
    {"sped-nfe 1207", "mixed with taxed ones they add nothing to base and taxes",
     [] {
         auto sale = of_one_item("v04", "100.00");
         sale.items.push_back(sale.items.front());
         put_410(sale.items.front());
         auto const nfce = compute(sale).value().nfce;
         auto const& group = nfce.det.back().ibscbs->gIBSCBS.value();
         EXPECT_EQ(nfce.total.ibsCbsTot->vBCIBSCBS.value, group.vBC.value);
         EXPECT_EQ(nfce.total.ibsCbsTot->gCBS->vCBS.value, group.gCBS.v.value);
         EXPECT_EQ(nfce.total.vNFTot->value, test::money("200.00"));
         xml_of(sale);
     }},
    {"sped-nfe 919", "FCP of three items of 33,33 is the sum of the items', not that of the sum",
     [] {
         auto sale = of_one_item("v04", "33.33");
         auto& icms = sale.items.front().icms;
         icms = {};
         icms.code = "00";
         icms.modBC = 3;
         icms.pICMS = written<4>("18.0000");
         icms.pFCP = written<4>("2.0000");
         sale.items.resize(3, sale.items.front());
         auto const nfce = compute(sale).value().nfce;
         EXPECT_EQ(nfce.total.icmsTot.vFCP.value, test::money("2.01")); // three times 0,67; of 99,99 it would be 2,00
         xml_of(sale);
     }},
    {"DFe.NET 1312, sped-da 468", "surcharge and freight stand in the totals of the paper",
     [] {
         auto sale = of_one_item("v01", "100.00");
         sale.whole.vOutro = test::money("7.00");
         sale.whole.vFrete = test::money("5.00");
         auto const read = read_receipt(xml_of(sale)).value();
         auto const paper = danfe_escpos(read, {}, 48).value();
         for (auto const* part : {"Frete R$", "5,00", "Outras R$", "7,00", "112,00"})
             EXPECT_TRUE(has(paper, part)) << part;
     }},
    {"Java_NFe 319", "an offline QR code of version 3 is signed over its parameters alone",
     [] {
         QrFacts const facts{.chave = test::some_key,
                             .tpAmb = 2,
                             .offline = true,
                             .day = "20",
                             .vNF = "10.00",
                             .digest_value = "INWOoT340iOjikiWQaXOeATZywE=",
                             .consumer = {}};
         auto const parameter = qr_parameter(facts, QrV3{}, test::certificate());
         auto const at = parameter.rfind('|');
         EXPECT_EQ(parameter.substr(0, at), test::some_key + "|3|2|20|10.00||");
         EXPECT_TRUE(verify_sha1(*base64_decode(test::certificate().der_base64()), parameter.substr(0, at),
                                 *base64_decode(parameter.substr(at + 1))));
     }},
    {"ZeusFiscal 34", "digVal of an offline QR code of version 2 is the digest's Base64 in hexadecimal",
     [] {
         QrFacts const facts{.chave = test::some_key,
                             .tpAmb = 2,
                             .offline = true,
                             .day = "20",
                             .vNF = "10.00",
                             .digest_value = "INWOoT340iOjikiWQaXOeATZywE=",
                             .consumer = {}};
         auto const parameter = qr_parameter(facts, QrV2{"CSC", "1"}, test::certificate());
         EXPECT_TRUE(has(parameter, "|20|10.00|494e574f6f54333430694f6a696b69575161584f6541545a7977453d|1|"))
             << parameter;
         EXPECT_FALSE(has(parameter, facts.digest_value));
     }},
    {"sped-nfe 1299", "without IBS and CBS there is no vItem in 2026",
     [] {
         auto sale = of_one_item("v04", "100.00");
         sale.items.front().ibscbs.reset();
         auto const xml = xml_of(sale);
         for (auto const* name : {"<vItem>", "<vNFTot>", "<IBSCBSTot>"}) EXPECT_FALSE(has(xml, name)) << name;
     }},
    {"l10n-brazil 4681", "with IBS and CBS vItem and vNFTot are always there",
     [] {
         auto const xml = xml_of(of_one_item("v04", "100.00"));
         for (auto const* name : {"<vItem>100.00</vItem>", "<vNFTot>100.00</vNFTot>"})
             EXPECT_TRUE(has(xml, name)) << xml;
     }},
    {"sped-nfe 851", "tPag 99 without xPag is refused before it is sent",
     [] {
         auto sale = of_one_item("v01", "100.00");
         sale.payments.front().tPag = "99";
         sale.payments.front().vPag = written<2>("100.00");
         EXPECT_TRUE(is_refused(compute(sale).value().nfce, sale, 101));
         sale.payments.front().xPag = "Vale da loja";
         EXPECT_FALSE(is_refused(compute(sale).value().nfce, sale, 101));
     }},
    {"sped-nfe 498", "no change is given on a card",
     [] {
         auto sale = of_one_item("v01", "100.00");
         sale.payments.front().vPag = written<2>("120.00");
         EXPECT_FALSE(is_refused(compute(sale).value().nfce, sale, 99));
         sale.payments.front().tPag = "03";
         sale.payments.front().card =
             Card{.tpIntegra = 2, .CNPJ = {}, .tBand = {}, .cAut = {}, .CNPJReceb = {}, .idTermPag = {}};
         EXPECT_TRUE(is_refused(compute(sale).value().nfce, sale, 99));
     }},
};

TEST(PublicReports, WhatOthersGotWrongIsRightHere) {
    for (auto const& each : cases) {
        SCOPED_TRACE(std::string(each.report) + ": " + std::string(each.what));
        each.run();
    }
}

} // namespace
} // namespace balcao::nfce
