#include "mutator.hpp"
#include "nfce/document.hpp"
#include "nfce/foreign.hpp"
#include "nfce/operacoes.hpp"
#include "nfe_sales.hpp"
#include "support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>

/// Modelo 55.
namespace balcao::nfce::nfe {
namespace {

std::string signed_nfe(Nfce const& nfce) {
    return write_signed(nfce, QrVersion{}, ConsultationUrls{}, test::certificate()).value().xml;
}

TEST(Nfe, EverySaleIsCleanValidAndReadBackEqual) {
    for (auto const& [name, sale] : test::nfe_sales()) {
        SCOPED_TRACE(name);
        auto const computed = compute(sale);
        ASSERT_TRUE(computed) << test::lines(computed.error());
        auto const& nfce = computed->nfce;
        EXPECT_EQ(test::lines(check(nfce, test::nfe_context(sale))), "");
        auto const xml = signed_nfe(nfce);
        EXPECT_TRUE(test::valid_by_schema(test::nfe_schema, xml)) << xml;
        EXPECT_FALSE(xml.contains("infNFeSupl"));
        auto const read = read_receipt(xml);
        ASSERT_TRUE(read) << test::lines(read.error());
        EXPECT_TRUE(read->nfce == nfce);
    }
}

TEST(Nfe, HasASignatureThatHolds) {
    auto const xml = signed_nfe(compute(test::nfe_sale("everything")).value().nfce);
    EXPECT_TRUE(test::valid_by_xmlsec("infNFe", xml));
}

/// Key, item taxes and totals, by a program in another language (second_opinion.mjs).
TEST(Nfe, ASecondImplementationComesToTheSameAmounts) {
    auto const folder = std::filesystem::temp_directory_path() / ("nfe_test_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    int number = 0;
    auto const write = [&](Sale const& sale) {
        std::ofstream(folder / fmt::format("{:03}.xml", ++number)) << signed_nfe(compute(sale).value().nfce);
    };
    for (auto const& [name, sale] : test::nfe_sales()) {
        write(sale);
        // Other quantities and prices of the same sale.
        test::Dice dice(static_cast<std::uint64_t>(number));
        for (int i = 0; i < 4; ++i) {
            auto other = sale;
            auto item = other.items.front();
            item.prod.qCom = item.prod.qTrib = dice.decimal<4>(1'0000, 900'0000);
            item.prod.vUnCom = item.prod.vUnTrib = dice.decimal<10>(10'0000000000, 90'0000000000);
            other.items.push_back(item);
            if (sale.ide.finNFe != 4) test::settle(other);
            write(other);
        }
    }
    auto const command = "node '" NFCE_TEST_DATA "/second_opinion.mjs' " + folder.string() + "/*.xml >" +
                         (folder / "differences").string();
    int const result = std::system(command.c_str());
    std::ifstream differences(folder / "differences");
    EXPECT_EQ(result, 0) << std::string(std::istreambuf_iterator<char>(differences), {});
    EXPECT_GE(number, 200);
    std::filesystem::remove_all(folder);
}

/// The templates of usual operations, inside the UF, to a contribuinte and to a consumer outside.
TEST(NfeOperations, MakeCleanDocuments) {
    EXPECT_GE(operacoes().size(), 14U);
    EXPECT_FALSE(find_operacao("venda_de_nada"));
    for (auto const& operacao : operacoes()) {
        for (auto const* base : {"CST 41", "other UF", "consumer of another UF"}) {
            SCOPED_TRACE(fmt::format("{} like {}", operacao.codigo, base));
            auto sale = test::nfe_sale(base);
            bool const outside = sale.ide.idDest == 2, taxpayer = sale.dest->indIEDest != 9;
            sale.ide.natOp = operacao.natureza;
            sale.ide.tpNF = operacao.tpNF;
            sale.ide.finNFe = operacao.finNFe;
            auto& first = sale.items.front();
            first.prod.CFOP = operacao.cfop(outside, taxpayer);
            if (operacao.referencia == "nota") sale.ide.nfref = {RefNFe{test::nfe_key}};
            if (operacao.referencia == "item") first.referenciado = DFeReferenciado{.chaveAcesso = test::nfe_key};
            sale.payments.front().tPag = operacao.pagamento ? "15" : "90";
            sale.payments.front().vPag = {};
            if (operacao.pagamento) sale.payments.front().vPag = compute(sale).value().nfce.total.icmsTot.vNF;
            auto const nfce = compute(sale).value().nfce;
            EXPECT_EQ(test::lines(check(nfce, test::nfe_context(sale))), "");
            EXPECT_TRUE(test::valid_by_schema(test::nfe_schema, signed_nfe(nfce)));
        }
    }
}

/// What an NFC-e does not take, though the layout has it.
TEST(NfeGroups, AreRefusedInAnNfce) {
    auto const base = compute(test::sale("v04")).value().nfce;
    auto const full = compute(test::nfe_sale("everything")).value().nfce;
    struct Case {
        int cStat;
        std::function<void(Nfce&)> change;
    };
    for (auto const& [cStat, change] : std::initializer_list<Case>{
             {705, [](Nfce& n) { n.ide.dhSaiEnt = n.ide.dhEmi; }},
             {706, [](Nfce& n) { n.ide.tpNF = 0; }},
             {707, [](Nfce& n) { n.ide.idDest = 2; }},
             {715, [](Nfce& n) { n.ide.finNFe = 4; }},
             {716, [](Nfce& n) { n.ide.indFinal = 0; }},
             {708, [](Nfce& n) { n.ide.nfref = {RefNFe{test::nfe_key}}; }},
             {669, [&](Nfce& n) { n.retirada = full.retirada; }},
             {670, [&](Nfce& n) { n.entrega = full.entrega; }},
             {742, [&](Nfce& n) { n.det.front().ipi = full.det.front().ipi; }},
             {756, [&](Nfce& n) { n.transp.veicTransp = full.transp.veicTransp; }},
             {757, [&](Nfce& n) { n.transp.reboque = full.transp.reboque; }},
             {760, [&](Nfce& n) { n.cobr = full.cobr; }},
             {762, [&](Nfce& n) { n.compra = full.compra; }},
             {807, [](Nfce& n) { n.det.front().icmsUFDest.emplace(); }},
             {390, [](Nfce& n) { n.det.front().impostoDevol.emplace(); }},
             {708, [](Nfce& n) { n.det.front().referenciado = DFeReferenciado{.chaveAcesso = test::nfe_key}; }}}) {
        auto nfce = base;
        change(nfce);
        CheckContext context;
        context.now = nfce.ide.dhEmi.epoch();
        auto const problems = check(nfce, context);
        EXPECT_TRUE(std::ranges::any_of(problems, [&](Problem const& p) { return p.cStat == cStat; }))
            << cStat << "\n"
            << test::lines(problems);
    }
}

using test::rekey;

/// Whether the mutated document was clean; then the official schema judges it.
bool clean_and_valid(std::uint64_t seed) {
    test::Dice dice(seed);
    auto const& base = dice.pick(test::nfe_sales());
    auto nfce = compute(base.sale).value().nfce;
    test::mutate(nfce, dice, static_cast<int>(dice.between(0, 2)));
    if (!rekey(nfce)) return false;
    if (nfce.ide.mod != 55 || !check(nfce, test::nfe_context(base.sale)).empty()) return false;
    auto const document = write_signed(nfce, QrVersion{}, ConsultationUrls{}, test::certificate());
    if (!document) throw std::runtime_error("clean, yet not written: " + document.error().field);
    if (!test::valid_by_schema(test::nfe_schema, document->xml))
        throw std::runtime_error("clean, yet refused by the schema: " + document->xml);
    return true;
}

/// NFE_MUTATIONS=100000 looks longer.
TEST(MutatedNfes, ThatBreakNoRuleTheSchemaTakes) {
    auto const* wanted = std::getenv("NFE_MUTATIONS");
    std::uint64_t const most = wanted == nullptr ? 4'000 : std::strtoull(wanted, nullptr, 10);
    std::uint64_t clean = 0;
    for (std::uint64_t seed = 0; seed < most; ++seed) clean += clean_and_valid(seed) ? 1 : 0;
    EXPECT_GT(clean, most / 4); // else the judge was hardly asked
    EXPECT_LT(clean, most);
}

} // namespace
} // namespace balcao::nfce::nfe
