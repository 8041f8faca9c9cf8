#include "full_receipt.hpp"
#include "mutator.hpp"
#include "nfce/document.hpp"
#include "nfce/foreign.hpp"
#include "nfce/format_check.hpp"
#include "nfce/rules.hpp"
#include "nfce/sale_json.hpp"
#include "support.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

/// What the library finds nothing wrong with, the official schema takes. RC_PARAMS=max_success=100000 looks longer.
namespace balcao::nfce {
namespace {

using test::rekey;

RC_GTEST_PROP(MutatedReceipts, ThatTheFormatsTakeTheSchemaTakes, (std::uint64_t seed)) {
    test::Dice dice(seed);
    static std::vector<Nfce> const bases{test::full_receipt("v01"), test::full_receipt("v03"),
                                         test::full_receipt("v04")};
    auto nfce = dice.pick(bases);
    test::mutate(nfce, dice, static_cast<int>(dice.between(1, 3)));
    // No QR code has a place for another tpEmis (rule 116).
    if (nfce.ide.tpEmis != 1 && nfce.ide.tpEmis != 9) return;
    // What must be there is the matter of the rules.
    if (!nfce.emit.enderEmit.CEP || nfce.det.empty() || nfce.pag.detPag.empty()) return;
    if (nfce.ide.dhCont.has_value() != nfce.ide.xJust.has_value() || (nfce.emit.CNAE && !nfce.emit.IM)) return;
    auto const fcp_alone = [](Det const& det) {
        auto const* group = std::get_if<Icms90>(&det.icms);
        return group != nullptr && group->fcp && !group->proprio;
    };
    if (std::ranges::any_of(nfce.det, fcp_alone)) return;
    if (!rekey(nfce) || !check_formats(nfce).empty()) return;
    auto const xml = test::signed_xml(nfce);
    if (!test::valid_by_schema(test::nfe_schema, xml)) RC_FAIL(xml);
}

/// A sale whose receipt breaks no rule, of each regime, online and offline.
struct CleanSale {
    Sale sale;
    CheckContext context;
};

std::vector<CleanSale> clean_sales() {
    std::vector<CleanSale> sales;
    for (auto const* vector : {"v01", "v02", "v04", "v05"}) {
        CleanSale clean{test::sale(vector), {}};
        clean.context.now = clean.sale.ide.dhEmi.epoch();
        clean.context.qr = clean.sale.qr;
        clean.context.urls = clean.sale.urls;
        sales.push_back(std::move(clean));
    }
    return sales;
}

/// Other items, quantities, discounts and one payment of the whole.
Sale varied(Sale sale, test::Dice& dice) {
    auto const known = sale.items;
    sale.items.clear();
    for (auto count = dice.between(1, 4); count > 0; --count) {
        auto item = dice.pick(known);
        auto& prod = item.prod;
        prod.qCom = prod.qTrib = dice.decimal<4>(1'0000, 20'0000);
        prod.vUnCom = prod.vUnTrib = dice.decimal<10>(1'0000000000, 90'0000000000);
        prod.vDesc.reset();
        if (dice.chance(30)) prod.vDesc = dice.decimal<2>(1, 100);
        sale.items.push_back(std::move(item));
    }
    sale.whole = {};
    if (dice.chance(30)) sale.whole.vDesc = Money::from_raw(dice.between(1, 50));
    auto payment = sale.payments.front();
    payment.tPag = "01";
    payment.card.reset();
    payment.vPag = dice.decimal<2>(8'000'00, 9'000'00);
    sale.payments = {payment};
    return sale;
}

/// Whether the mutated receipt was clean; then it is signed and judged.
bool clean_and_valid(std::uint64_t seed) {
    static auto const bases = clean_sales();
    test::Dice dice(seed);
    auto const& base = dice.pick(bases);
    auto const sale = varied(base.sale, dice);
    auto nfce = compute(sale).value().nfce;
    test::mutate(nfce, dice, static_cast<int>(dice.between(0, 2)));
    if (!rekey(nfce) || !check(nfce, base.context).empty()) return false;
    auto const document = write_signed(nfce, sale.qr, *sale.urls, test::certificate());
    if (!document) throw std::runtime_error("clean, yet not written: " + document.error().field);
    if (!test::valid_by_schema(test::nfe_schema, document->xml))
        throw std::runtime_error("clean, yet refused by the schema: " + document->xml);
    return true;
}

RC_GTEST_PROP(MutatedReceipts, ThatBreakNoRuleTheSchemaTakes, (std::uint64_t seed)) { clean_and_valid(seed); }

TEST(MutatedReceipts, TenThousandAreJudgedAndManyAreClean) {
    int clean = 0;
    for (std::uint64_t seed = 0; seed < 10'000; ++seed) clean += clean_and_valid(seed) ? 1 : 0;
    EXPECT_GT(clean, 3'000); // else the judge was hardly asked
    EXPECT_LT(clean, 9'000); // else hardly anything was mutated
}

/// `text` with a stretch lost, doubled or overwritten.
std::string damaged(std::string text, test::Dice& dice) {
    auto const size = static_cast<std::int64_t>(text.size());
    auto const at = static_cast<std::size_t>(dice.between(0, size - 1));
    auto const length = static_cast<std::size_t>(dice.between(1, 12));
    switch (dice.between(0, 2)) {
    case 0: return text.erase(at, length);
    case 1: return text.insert(at, text.substr(at, length));
    default: text[at] = static_cast<char>(dice.between(0, 255)); return text;
    }
}

/// The vectors' issuer has a fictitious inscrição estadual.
std::string with_valid_ie(std::string json) {
    auto const value = json.find('"', json.find("\"IE\"") + 4) + 1;
    return json.replace(value, json.find('"', value) - value, "110042490114");
}

TEST(MutatedInputs, TenThousandEndInProblemsOrAValidReceipt) {
    std::vector<std::string> inputs;
    for (auto const* name : {"v01-simples-csosn102-dinheiro", "v03-normal-cst00-20-40-60-desconto",
                             "v04-ibscbs-2026-consumidor-cpf", "v05-contingencia-offline-qr2"})
        inputs.push_back(with_valid_ie(test::file(std::string("vectors/in/") + name + ".json")));
    int refused = 0, computed = 0;
    for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
        test::Dice dice(seed);
        auto const sale = read_sale(damaged(dice.pick(inputs), dice));
        auto const receipt = sale ? compute(*sale) : std::unexpected(Problems{});
        if (!receipt) {
            ++refused;
            continue;
        }
        ++computed;
        CheckContext context;
        context.now = receipt->nfce.ide.dhEmi.epoch();
        context.qr = sale->qr;
        context.urls = sale->urls;
        auto problems = check(receipt->nfce, context);
        // v03 is older than IBS and CBS.
        std::erase_if(problems, [](Problem const& problem) { return problem.rule == 77; });
        if (!problems.empty() || !sale->urls) continue;
        auto const document = write_signed(receipt->nfce, sale->qr, *sale->urls, test::certificate());
        ASSERT_TRUE(document) << document.error().field;
        EXPECT_TRUE(test::valid_by_schema(test::nfe_schema, document->xml)) << document->xml;
    }
    EXPECT_GT(refused, 3'000);
    EXPECT_GT(computed, 2'000);
}

/// Every element of the signed receipt, edited in its text, one at a time.
TEST(EditedReceipts, AreRefusedWhateverElementWasEdited) {
    auto const xml = test::signed_xml(test::full_receipt());
    auto const signed_end = xml.find("</infNFe>");
    int edited = 0;
    for (auto close = xml.find("</"); close < signed_end; close = xml.find("</", close + 2)) {
        if (xml[close - 1] == '>') continue; // a group
        auto other = xml;
        other[close - 1] = other[close - 1] == '7' ? '8' : '7';
        auto const document = XmlDocument::parse(other);
        ASSERT_TRUE(document);
        auto const verified = verify_signature(*document, "infNFe");
        ASSERT_FALSE(verified) << other.substr(close - 20, 40);
        EXPECT_EQ(verified.error().cStat, 297);
        ++edited;
    }
    EXPECT_GE(edited, 55);
}

struct Edit {
    std::string_view what, from, to;
    int cStat;
};

/// Outside the elements' texts: attributes, structure and the signature itself.
TEST(EditedReceipts, AreRefusedWhereverTheyWereEdited) {
    auto const xml = test::signed_xml(test::full_receipt());
    for (auto const& [what, from, to, cStat] : std::initializer_list<Edit>{
             {"key in the Id", "Id=\"NFe35", "Id=\"NFe53", 298},
             {"version", "versao=\"4.00\"", "versao=\"4.01\"", 297},
             {"item number", "nItem=\"1\"", "nItem=\"9\"", 297},
             {"name of a note", "xCampo=\"Pedido\"", "xCampo=\"Perdido\"", 297},
             {"group taken out", "<rastro>", "<rastro></rastro><rastro>", 297},
             {"blank between elements", "<ide><cUF>", "<ide> <cUF>", 297},
             {"line end", "</emit>", "</emit>\n", 297},
             {"an element inside a text", "<natOp>", "<natOp><x/>", 297},
             {"reference to another", "URI=\"#NFe35", "URI=\"#NFe53", 298},
             {"no reference", " URI=\"#NFe", " Uri=\"#NFe", 298},
             {"digest", "<DigestValue>", "<DigestValue>AAAA", 297},
             {"digest that is no Base64", "<DigestValue>", "<DigestValue>!", 297},
             {"signature value", "<SignatureValue>", "<SignatureValue>AAAA", 297},
             {"certificate", "<X509Certificate>MII", "<X509Certificate>MIJ", 297},
             {"no certificate", "X509Certificate>", "X509Cert>", 0},
             {"digest algorithm", "xmldsig#sha1", "xmldsig#sha2", 298},
             {"signature algorithm", "xmldsig#rsa-sha1", "xmldsig#dsa-sha1", 298},
             {"canonical form", "REC-xml-c14n-20010315", "REC-xml-c14n-20010316", 298},
             {"transform", "xmldsig#enveloped-signature", "xmldsig#base64", 298},
             {"namespace of the signature", "http://www.w3.org/2000/09/xmldsig#\"><SignedInfo", "urn:x\"><SignedInfo",
              298},
             {"second receipt", "</infNFe>", "</infNFe><infNFe Id=\"x\"></infNFe>", 298},
         }) {
        auto other = xml;
        auto const at = other.find(from);
        ASSERT_NE(at, std::string::npos) << what;
        other.replace(at, from.size(), to);
        auto const document = XmlDocument::parse(other);
        if (cStat == 0) {
            EXPECT_FALSE(document) << what;
            continue;
        }
        ASSERT_TRUE(document) << what;
        auto const verified = verify_signature(*document, "infNFe");
        ASSERT_FALSE(verified) << what;
        EXPECT_EQ(verified.error().cStat, cStat) << what;
    }
}

} // namespace
} // namespace balcao::nfce
