// From records to receipts: the golden vectors come out of them byte for byte, and what is wrong stands at the form.

#include "selling/receipts/signing/receipt_builder.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nfce/document.hpp"
#include "vectors.hpp"

namespace balcao::receipts {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// Enough for each item of a vector.
std::vector<std::optional<nfce::ApproximateTaxes>> const no_taxes(100);

class Vector : public testing::TestWithParam<std::string> {};

TEST_P(Vector, ComesOutOfItsRecordsByteForByte) {
    auto const vector = test::read_vector(GetParam());
    std::vector<FieldProblem> problems;
    auto facts = build(vector.issuer, vector.sale, vector.products, no_taxes, vector.heading, problems);
    ASSERT_THAT(problems, IsEmpty()) << problems.front().message;
    // What no record says: approximate taxes, and a company as consumer, which the law has ended.
    for (std::size_t i = 0; i < facts.items.size(); ++i) facts.items[i].vTotTrib = vector.vTotTrib[i];
    if (vector.company_consumer) facts.dest = vector.company_consumer;
    auto const computed = nfce::compute(facts);
    ASSERT_TRUE(computed) << computed.error().front().message;
    auto const document =
        nfce::write_signed(computed->nfce, facts.qr, vector.urls, test::certificate(vector.certificate));
    ASSERT_TRUE(document) << document.error().message;
    EXPECT_EQ(document->xml, test::vector_file("out/" + GetParam() + ".xml"));
}
INSTANTIATE_TEST_SUITE_P(All, Vector,
                         testing::Values("v01-simples-csosn102-dinheiro", "v02-simples-csosn500-troco",
                                         "v03-normal-cst00-20-40-60-desconto", "v04-ibscbs-2026-consumidor-cpf",
                                         "v05-contingencia-offline-qr2", "v06-contingencia-offline-qr3-cnpj-alfa"),
                         [](auto const& name) { return name.param.substr(0, 3); });

class Builder : public testing::Test {
protected:
    Builder() { vector.sale.itens.front().descricao = "Guaraná"; }

    products::Product& product() { return vector.products.front(); }
    nfce::Sale built() {
        return build(vector.issuer, vector.sale, vector.products, no_taxes, vector.heading, problems);
    }
    // Field of the product → sentence.
    std::map<std::string, std::string> at_products() {
        built();
        std::map<std::string, std::string> found;
        for (auto const& problem : problems) {
            EXPECT_EQ(problem.field, "itens.0");
            EXPECT_EQ(problem.produto_id, product().id.to_string());
            found.emplace(problem.campo.value_or(""), problem.message);
        }
        return found;
    }

    test::Vector vector = test::read_vector("v01-simples-csosn102-dinheiro");
    std::vector<FieldProblem> problems;
};

TEST_F(Builder, NamesEverythingAProductLacks) {
    product().prod_NCM.reset();
    product().prod_CFOP.reset();
    product().prod_uCOM.reset();
    product().icms_orig.reset();
    product().icms_CST.reset();
    auto const found = at_products();
    EXPECT_EQ(found.size(), 5U);
    EXPECT_THAT(found.at("prod_NCM"), HasSubstr("falta o NCM"));
    EXPECT_THAT(found.at("icms_CST"), HasSubstr("CSOSN"));
}

TEST_F(Builder, TakesPisAndCofinsForGrantedOnlyInTheSimples) {
    product().pis_CST.reset();
    product().cofins_CST.reset();
    EXPECT_EQ(built().items.front().pis.CST, "49");
    EXPECT_THAT(problems, IsEmpty());
    vector.issuer.company.crt = 3;
    product().icms_CST = "00";
    EXPECT_TRUE(at_products().contains("pis_CST"));
}

TEST_F(Builder, RefusesWhatACounterDoesNotSell) {
    product().icms_CST = "202";
    EXPECT_THAT(at_products().at("icms_CST"), HasSubstr("CSOSN 500"));
    problems.clear();
    product().icms_CST = "102";
    product().prod_NCM = "27101921";
    EXPECT_THAT(at_products().at("prod_NCM"), HasSubstr("bomba"));
    problems.clear();
    product().prod_NCM = "22021000";
    product().IPI_pIPI = Decimal<4>::from_units(5);
    EXPECT_THAT(at_products().at("IPI_pIPI"), HasSubstr("modelo 55"));
}

TEST_F(Builder, AsksForTheLotOfATracedProduct) {
    product().prod_rastro = "S";
    built();
    ASSERT_EQ(problems.size(), 1U);
    EXPECT_EQ(problems.front().field, "itens.0.lote");
    problems.clear();
    auto& item = vector.sale.itens.front();
    item.lote = sales::Lote{.nLote = "L1", .dFab = "2026-10-01", .dVal = "2027-10-01"};
    auto const lots = built().items.front().prod.rastro;
    ASSERT_EQ(lots.size(), 1U);
    EXPECT_EQ(lots.front().nLote, "L1");
    EXPECT_EQ(lots.front().qLote.value.raw() * 10, item.quantidade.raw());
    item.quantidade = sales::Quantity::from_raw(15'001);
    built();
    EXPECT_THAT(problems.front().message, HasSubstr("3 casas"));
}

TEST_F(Builder, TaxesBoxesByThePiece) {
    product().prod_uCOM = "CX";
    product().prod_uTrib = "UN";
    product().prod_qCOM = products::Quantity::from_units(1);
    product().prod_qTrib = products::Quantity::from_units(12);
    vector.sale.itens.front().quantidade = sales::Quantity::from_units(2);
    vector.sale.itens.front().valor = sales::Price::from_units(60);
    auto const goods = built().items.front().prod;
    EXPECT_EQ(goods.qTrib.to_string(), "24.0000");
    EXPECT_EQ(goods.vUnTrib.to_string(), "5.0000000000");
    EXPECT_EQ(goods.uTrib, "UN");
}

TEST_F(Builder, DeliversWithinTheIssuersOwnTransport) {
    vector.sale.ind_pres = sales::delivered;
    vector.sale.cpf = "52998224725";
    vector.sale.frete = Money::from_units(7);
    vector.sale.entrega = sales::Entrega{.logradouro = "Rua A",
                                         .numero = "1",
                                         .complemento = {},
                                         .bairro = "Centro",
                                         .municipio = "3550308",
                                         .cep = "01001000"};
    auto const facts = built();
    EXPECT_EQ(facts.ide.indIntermed, 0);
    EXPECT_EQ(facts.transp.modFrete, 3);
    EXPECT_EQ(facts.transp.transporta->id->value, vector.issuer.company.cnpj);
    EXPECT_EQ(facts.whole.vFrete, Money::from_units(7));
    EXPECT_EQ(facts.dest->enderDest->xMun, "São Paulo");
    EXPECT_EQ(facts.dest->enderDest->UF, "SP");
}

TEST_F(Builder, PutsMistakesWhereTheyCanBeCorrected) {
    auto const at = [&](std::string path) {
        auto const found =
            to_field_problems({{.rule = 1, .cStat = 2, .field = std::move(path), .message = "Falta."}}, vector.sale);
        auto const& one = found.at(0);
        return one.field + (one.campo ? " " + *one.campo : "");
    };
    EXPECT_EQ(at("det[1]/prod/NCM"), "itens.0 prod_NCM");
    EXPECT_EQ(at("det[1]/prod/CEST"), "itens.0 prod_CEST_Opc");
    EXPECT_EQ(at("det[1]/imposto/ICMS"), "itens.0 icms_CST");
    EXPECT_EQ(at("itens.0.icms.pICMS"), "itens.0 icms_pICMS");
    EXPECT_EQ(at("det[1]/imposto/PIS/CST"), "itens.0 pis_CST");
    EXPECT_EQ(at("itens.0.cofins.p"), "itens.0 cofins_pCOFINS");
    EXPECT_EQ(at("det[1]/imposto/IBSCBS/cClassTrib"), "itens.0 ibscbs_cClassTrib");
    EXPECT_EQ(at("det[1]/prod/vDesc"), "itens.0.desconto");
    EXPECT_EQ(at("det[1]/prod/qCom"), "itens.0.quantidade");
    EXPECT_EQ(at("det[1]/prod/rastro[1]/nLote"), "itens.0.lote");
    EXPECT_EQ(at("pag/detPag[2]/card"), "pagamentos.1");
    EXPECT_EQ(at("pag/detPag/vPag"), "pagamentos");
    EXPECT_EQ(at("dest/CPF"), "cpf");
    EXPECT_EQ(at("dest/enderDest/UF"), "entrega");
    EXPECT_EQ(at("emit/IE"), "empresa");
    EXPECT_EQ(at("transp/modFrete"), "frete");
    auto const told =
        to_field_problems({{.rule = 0, .cStat = 0, .field = "det[1]/prod/NCM", .message = "Falta."}}, vector.sale);
    EXPECT_EQ(told.front().message, "Guaraná: Falta.");
    EXPECT_EQ(told.front().produto_id, product().id.to_string());
}

} // namespace
} // namespace balcao::receipts
