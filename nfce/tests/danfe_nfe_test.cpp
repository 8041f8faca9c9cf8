#include "danfe_reading.hpp"
#include "nfce/cli.hpp"
#include "nfce/danfe.hpp"
#include "nfce/danfe_barcode.hpp"
#include "nfce/document.hpp"
#include "nfe_sales.hpp"
#include "support.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <sstream>

/// The DANFE of an NF-e.
namespace balcao::nfce {
namespace {

using test::authorised;
using test::pages_of;
using test::read_back;
using test::text_of;

constexpr auto *last_old_day = "2026-11-30T23:59:59-03:00", *first_new_day = "2026-12-01T00:00:00-03:00";

/// A sale as an authorised document of a day, in produção.
ForeignReceipt document(std::string const& sale, char const* day = first_new_day,
                        std::function<void(Nfce&)> const& change = {}) {
    auto nfce = compute(test::nfe_sale(sale)).value().nfce;
    nfce.ide.dhEmi = DateTime::parse(day).value();
    nfce.ide.tpAmb = 1;
    nfce.dest->xNome = "CONSTRUTORA ALVORADA LTDA";
    if (change) change(nfce);
    return authorised({.nfce = std::move(nfce), .digest_value = "INWOoT340iOjikiWQaXOeATZywE=", .protocol = {}});
}

std::string drawn(ForeignReceipt const& receipt, DanfeOptions const& options = {}) {
    return danfe_pdf(receipt, options).value();
}

void with_items(Nfce& nfce, std::size_t count) {
    nfce.det.resize(count, nfce.det.back());
    for (std::size_t i = 0; i < count; ++i) {
        auto& prod = nfce.det[i].prod;
        prod.cProd = fmt::format("C{:04}", i);
        prod.xProd = i % 5 == 0 ? "LAJE TRELICADA H12 COM EPS DE ENCHIMENTO E ARMADURA CONFORME O PROJETO ESTRUTURAL"
                                : "VIGOTA TRELICADA TR 08644";
    }
}

/// So many numbered words, to be found again one by one.
std::string words(int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += fmt::format("{}palavra{:04}", i == 0 ? "" : " ", i);
    return text;
}

bool has(std::string const& text, std::string const& part) { return text.find(part) != std::string::npos; }

/// One blank between words, as lines are put together.
std::string joined(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    text.erase(std::ranges::unique(text, [](char a, char b) { return a == ' ' && b == ' '; }).begin(), text.end());
    return text;
}

TEST(DanfeNfe, SaysEverythingTheManualDemands) {
    for (auto const* day : {last_old_day, first_new_day}) {
        auto const read = document("everything", day);
        auto const back = read_back(drawn(read));
        auto const text = joined(back.text);
        for (auto const* part : {"RECEBEMOS DE COMERCIO DE TESTE LTDA",
                                 "IDENTIFICAÇÃO E ASSINATURA DO RECEBEDOR",
                                 "DANFE",
                                 "Documento Auxiliar da",
                                 "1 - SAÍDA",
                                 "Nº 000.000.077",
                                 "SÉRIE 001",
                                 "FOLHA 1/1",
                                 "CHAVE DE ACESSO",
                                 "www.nfe.fazenda.gov.br/portal",
                                 "VENDA DE PRODUCAO DO ESTABELECIMENTO",
                                 "135260000000001 - 20/11/2026",
                                 "11.222.333/0001-81",
                                 "CONSTRUTORA ALVORADA LTDA",
                                 "12.ABC.345/01DE-35",
                                 "110042490114",
                                 "80010-000",
                                 "LOCAL DE RETIRADA",
                                 "LOCAL DE ENTREGA",
                                 "MESTRE DE OBRAS",
                                 "FATURA / DUPLICATAS",
                                 "Nº 001 VENC. 20/12/2026",
                                 "Nº 002 VENC. 20/01/2027",
                                 "BASE DE CÁLC. DO ICMS",
                                 "VALOR TOTAL DA NOTA",
                                 "180,00",
                                 "22,37",
                                 "TRANSPORTES RAPIDOS",
                                 "0 - Remetente (CIF)",
                                 "ABC1D23",
                                 "12345678",
                                 "PALETE",
                                 "5.520,500",
                                 "5.400,000",
                                 "REBOQUE: XYZ9876",
                                 "LACRES DO VOLUME 1: L1 L2",
                                 "LT12",
                                 "LAJE TRELICADA H12",
                                 "68101900",
                                 "O/CST",
                                 "000",
                                 "5101",
                                 "M2",
                                 "37,5",
                                 "61,93",
                                 "2.322,38",
                                 "REGIME ESPECIAL 1",
                                 "ENTREGA NA OBRA",
                                 "Pedido: 77",
                                 "Contrato: 12/2026",
                                 "RESERVADO AO FISCO"})
            EXPECT_TRUE(has(text, part)) << day << " " << part << "\n" << back.text;
        EXPECT_FALSE(has(text, "SEM VALOR FISCAL")) << back.text;
        EXPECT_EQ(back.codes, read.nfce.chave) << day;
    }
}

TEST(DanfeNfe, FollowsTheLayoutOfItsDay) {
    auto const before = joined(text_of(drawn(document("CST 00", last_old_day))));
    auto const after = joined(text_of(drawn(document("CST 00", first_new_day))));
    for (auto const* part :
         {"TOTAL DO IBS / CBS / IS", "VALOR DO IBS MUNICÍPIO", "CLASSIF. TRIB. IBS/CBS", "CÓDIGO DE REGIME TRIBUTÁRIO",
          "3 - Regime Normal", "REGIME DE APURAÇÃO DO IBS E DA CBS"}) {
        EXPECT_FALSE(has(before, part)) << part;
        EXPECT_TRUE(has(after, part)) << part << after;
    }
    // Of what the document does not have there is no block.
    auto const bare = joined(text_of(drawn(document("CST 00", first_new_day, [](Nfce& n) {
        n.total.ibsCbsTot.reset();
        for (auto& det : n.det) det.ibscbs.reset();
    }))));
    EXPECT_FALSE(has(bare, "TOTAL DO IBS"));
    EXPECT_FALSE(has(bare, "CLASSIF. TRIB."));
    EXPECT_TRUE(has(bare, "3 - Regime Normal"));
}

TEST(DanfeNfe, ShowsTheEffectiveRateWhereItIsReduced) {
    auto const of = [](bool reduced) {
        return joined(text_of(drawn(document("CST 00", first_new_day, [&](Nfce& n) {
            auto& ibscbs = n.det.front().ibscbs.value();
            ibscbs.cClassTrib = "200032";
            auto& tax = ibscbs.gIBSCBS.value().gCBS;
            tax.p = Written<4>::parse("0.9000").value();
            if (reduced) {
                tax.gRed = GRed{.pRedAliq = Written<4>::parse("60.0000").value(),
                                .pAliqEfet = Written<4>::parse("0.3600").value()};
            }
        }))));
    };
    EXPECT_TRUE(has(of(false), "200032"));
    EXPECT_TRUE(has(of(false), " 0,90 "));
    EXPECT_FALSE(has(of(true), " 0,90 "));
    EXPECT_TRUE(has(of(true), " 0,36 "));
}

TEST(DanfeNfe, NamesTheCodeOfTheRegime) {
    auto const simples = text_of(drawn(document("CSOSN 102", last_old_day)));
    EXPECT_TRUE(has(simples, "O/CSOSN"));
    EXPECT_TRUE(has(simples, "0102"));
    auto const with_st = joined(text_of(drawn(document("CST 10", last_old_day))));
    EXPECT_TRUE(has(with_st, "68101900 010 5401"));
    // In the totals and, only where an item has it, in the table.
    auto const base_of_st = with_st.find("3.367,45");
    EXPECT_NE(with_st.find("3.367,45", base_of_st + 1), std::string::npos);
}

TEST(DanfeNfe, CountsItsPagesAndRepeatsItsHead) {
    for (std::size_t const count : {1U, 50U, 990U}) {
        for (auto const* day : {last_old_day, first_new_day}) {
            auto const read = document("CST 00", day, [&](Nfce& n) { with_items(n, count); });
            auto const back = read_back(drawn(read));
            auto const pages = pages_of(back.text);
            EXPECT_EQ(pages.size() == 1, count == 1);
            EXPECT_LE(pages.size(), 2 + count / 25) << count;
            for (std::size_t i = 0; i < pages.size(); ++i) {
                auto const page = joined(pages[i]);
                EXPECT_TRUE(has(page, fmt::format("FOLHA {}/{}", i + 1, pages.size()))) << page;
                for (auto const* part :
                     {"Nº 000.000.077", "3526 1111 2223 3300", "135260000000001", "COMERCIO DE TESTE"})
                    EXPECT_TRUE(has(page, part)) << part << page;
                EXPECT_EQ(has(page, "DESTINATÁRIO / REMETENTE"), i == 0);
            }
            for (std::size_t i = 0; i < count; ++i) EXPECT_TRUE(has(back.text, fmt::format("C{:04}", i))) << i;
            EXPECT_EQ(back.codes, read.nfce.chave);
        }
    }
}

TEST(DanfeNfe, AdditionalDataGoOnOverFurtherPages) {
    for (std::size_t const count : {1U, 60U}) {
        auto const text = text_of(drawn(document("everything", first_new_day, [&](Nfce& n) {
            with_items(n, count);
            n.infAdic->infAdFisco = "FISCO " + words(150);
            n.infAdic->infCpl = words(400);
        })));
        for (int i = 0; i < 400; ++i) EXPECT_TRUE(has(text, fmt::format("palavra{:04}", i))) << i;
        auto const pages = pages_of(text);
        EXPECT_GE(pages.size(), 2U);
        EXPECT_TRUE(has(pages.front(), "CONTINUAM NA PRÓXIMA FOLHA"));
        EXPECT_FALSE(has(pages.back(), "CONTINUAM NA PRÓXIMA FOLHA"));
        EXPECT_LT(text.find("FISCO palavra"), text.find("palavra0399"));
    }
}

TEST(DanfeNfe, LeavesOutNoInstalmentAndNoVolume) {
    auto const text = joined(text_of(drawn(document("everything", first_new_day, [](Nfce& n) {
        n.cobr->dup.clear();
        for (int i = 1; i <= 120; ++i) {
            n.cobr->dup.push_back({.nDup = fmt::format("D{:03}", i),
                                   .dVenc = "2027-02-15",
                                   .vDup = Valor::parse(fmt::format("{}.00", 1000 + i)).value()});
        }
        n.transp.vol.assign(6, Volume{.qVol = "7", .esp = "FEIXE"});
        n.transp.vol.back().esp = "ULTIMO";
    }))));
    for (int i = 1; i <= 120; ++i) {
        EXPECT_TRUE(has(text, fmt::format("Nº D{:03} ", i))) << i;
        EXPECT_TRUE(has(text, fmt::format("1.{:03},00", i))) << i;
    }
    EXPECT_TRUE(has(text, "DEMAIS DUPLICATAS: Nº D022"));
    EXPECT_TRUE(has(text, "ESPÉCIE ULTIMO"));
}

TEST(DanfeNfe, CutsNoNameAndNoAmount) {
    auto const long_text = [](std::size_t size, std::string const& end) {
        std::string text;
        while (text.size() < size) text += "INCORPORADORA ";
        return text.substr(0, size - end.size()) + end;
    };
    auto const text = joined(text_of(drawn(document("everything", first_new_day, [&](Nfce& n) {
        n.emit.xNome = long_text(60, "NOMEEMIT");
        n.emit.xFant = long_text(60, "FANTEMIT");
        n.emit.enderEmit.xLgr = n.emit.enderEmit.xBairro = long_text(60, "ENDEMIT");
        n.emit.enderEmit.xMun = long_text(60, "MUNEMIT");
        n.dest->xNome = long_text(60, "NOMEDEST");
        n.dest->enderDest->xMun = long_text(60, "MUNDEST");
        n.transp.transporta->xMun = long_text(60, "MUNTRANSP");
        n.ide.natOp = long_text(60, "NATUREZA");
        n.det.front().prod.xProd = long_text(120, "PRODUTO");
        n.det.front().infAdProd = long_text(500, "ADICIONAL");
        n.det.front().prod.cProd = std::string(60, 'W');
        auto& sums = n.total.icmsTot;
        sums.vNF = sums.vProd = sums.vFrete = Valor::parse("9999999999999.99").value();
    }))));
    for (auto const* part : {"NOMEEMIT", "FANTEMIT", "ENDEMIT", "MUNEMIT", "NOMEDEST", "MUNDEST", "MUNTRANSP",
                             "NATUREZA", "PRODUTO", "ADICIONAL", "9.999.999.999.999,99"})
        EXPECT_TRUE(has(text, part)) << part << "\n" << text;
    EXPECT_EQ(std::ranges::count(text, 'W'), 60);
    EXPECT_FALSE(has(text, "W-"));
}

TEST(DanfeNfe, BlocksThatFillThePageLeaveTheRestToFurtherOnes) {
    auto const pages = pages_of(text_of(drawn(document("everything", first_new_day, [](Nfce& n) {
        auto const wide = std::string(60, 'M');
        for (auto* address : {&n.retirada->endereco, &n.entrega->endereco, &*n.dest->enderDest})
            address->xLgr = address->xBairro = address->xMun = wide;
        for (auto* name : {&n.emit.xNome, &n.emit.enderEmit.xBairro, &n.emit.enderEmit.xMun}) *name = wide;
        n.total.icmsTot.vFCP = Valor::parse("1.00").value();
        n.cobr->dup.assign(21, Dup{.nDup = wide, .dVenc = "2027-02-15", .vDup = n.total.icmsTot.vNF});
        n.transp.vol.assign(3, Volume{.esp = wide, .marca = wide, .nVol = wide});
    }))));
    ASSERT_EQ(pages.size(), 2U);
    EXPECT_FALSE(has(pages.front(), "INFORMAÇÕES COMPLEMENTARES")) << pages.front();
    EXPECT_FALSE(has(pages.front(), "68101900"));
    for (auto const* part : {"68101900", "INFORMAÇÕES COMPLEMENTARES", "ENTREGA NA OBRA"})
        EXPECT_TRUE(has(pages.back(), part)) << part << pages.back();
}

TEST(DanfeNfe, SaysWhatItIsWorth) {
    auto worthless = document("CST 00");
    worthless.protocol.reset();
    auto const none = joined(text_of(drawn(worthless)));
    EXPECT_TRUE(has(none, "PROTOCOLO DE AUTORIZAÇÃO DE USO")) << none;
    EXPECT_TRUE(has(none, "NÃO AUTORIZADA, SEM VALOR FISCAL"));
    auto const practice = joined(text_of(drawn(document("CST 00", first_new_day, [](Nfce& n) { n.ide.tpAmb = 2; }))));
    EXPECT_TRUE(has(practice, "EMITIDA EM AMBIENTE DE HOMOLOGAÇÃO - SEM VALOR FISCAL"));
    EXPECT_FALSE(has(practice, "NÃO AUTORIZADA"));
    auto const sale = document("CST 00");
    EXPECT_TRUE(has(text_of(drawn(sale, {.cancelled = true})), "CANCELADA"));
    EXPECT_FALSE(has(text_of(drawn(sale)), "CANCELADA"));
    auto const contingency = document("SVC-AN");
    EXPECT_TRUE(has(joined(text_of(drawn(contingency))), "EMITIDA EM CONTINGÊNCIA SVC-AN desde 20/11/2026"));
    EXPECT_TRUE(has(joined(text_of(drawn(contingency))), "SEFAZ SP FORA DO AR"));
    auto other = contingency;
    other.protocol->chNFe = sale.nfce.chave;
    EXPECT_EQ(danfe_pdf(other, {}).error().field, "protNFe");
}

TEST(DanfeNfe, HasNoStubWhenGoodsComeBack) {
    auto const text = joined(text_of(drawn(document("return of an NFC-e"))));
    EXPECT_FALSE(has(text, "RECEBEMOS DE"));
    EXPECT_TRUE(has(text, "DEVOLUCAO DE VENDA"));
    EXPECT_TRUE(has(text, "Documento referenciado: 3526 1111 2223 3300 0181 6500"));
}

TEST(DanfeNfe, CarriesALogo) {
    auto const image = test::file("images/logo.png");
    auto const read = document("everything");
    auto const pdf = drawn(read, {.logo = image});
    EXPECT_GT(pdf.size(), drawn(read).size());
    EXPECT_EQ(read_back(pdf).codes, read.nfce.chave);
    EXPECT_EQ(danfe_pdf(read, {.logo = "x"}).error().field, "logo");
}

TEST(DanfeNfe, IsDrawnOnTheCommandLine) {
    auto const nfce = compute(test::nfe_sale("everything")).value().nfce;
    auto const xml = write_signed(nfce, QrVersion{}, ConsultationUrls{}, test::certificate()).value().xml;
    auto const run = [&](std::vector<std::string> const& args) {
        std::istringstream in(xml);
        std::ostringstream out, err;
        int const code = nfce_main(args, in, out, err);
        return std::pair{code, code == 0 ? out.str() : err.str()};
    };
    auto const [code, pdf] = run({"danfe", "-", "--cancelled", "--logo", NFCE_TEST_DATA "/images/logo.png"});
    ASSERT_EQ(code, 0) << pdf;
    auto const text = joined(text_of(pdf));
    for (auto const* part : {"FOLHA 1/1", "CANCELADA", "NÃO AUTORIZADA, SEM VALOR FISCAL", "HOMOLOGAÇÃO"})
        EXPECT_TRUE(has(text, part)) << part;
    EXPECT_EQ(run({"danfe", "-", "--escpos", "48"}),
              (std::pair{2, std::string("ide/mod: O DANFE da NF-e é impresso em folha A4, não em bobina.\n")}));
}

TEST(DanfeNfe, IsNoRoll) { EXPECT_EQ(danfe_escpos(document("CST 00"), {}, 48).error().field, "ide/mod"); }

TEST(Code128, KeysWithoutLettersAreInSubsetCAlone) {
    auto const bars = danfe::code128(test::nfe_key);
    EXPECT_TRUE(bars.starts_with("211232"));
    EXPECT_TRUE(bars.ends_with("2331112"));
    auto const modules = std::accumulate(bars.begin(), bars.end(), 0, [](int sum, char c) { return sum + c - '0'; });
    EXPECT_EQ(modules, 24 * 11 + 13); // start, 22 pairs, check; stop
    // "12" by hand: 105 + 1 · 12 = 117, less 103: 14.
    EXPECT_EQ(danfe::code128("12"), "211232"
                                    "112232"
                                    "122231"
                                    "2331112");
}

TEST(Code128, KeysWithLettersAreReadBack) {
    auto read = document("CST 00");
    for (auto const* cnpj : {"12ABC34501DE35", "A1B2C3D4E5F635", "ABCDEFGHIJKL35", "00000000000A35"}) {
        read.nfce.chave = test::nfe_key.substr(0, 6) + cnpj + test::nfe_key.substr(20);
        read.protocol->chNFe = read.nfce.chave;
        EXPECT_EQ(read_back(drawn(read)).codes, read.nfce.chave);
    }
}

} // namespace
} // namespace balcao::nfce
