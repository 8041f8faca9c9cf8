#include "nfce/document.hpp"
#include "nfce/sale_json.hpp"
#include "support.hpp"

#include <gtest/gtest.h>

namespace balcao::nfce {
namespace {

/// The six golden receipts: facts in, the same bytes out, with the RSA signature (PKCS#1 v1.5 is deterministic).
class Golden : public testing::TestWithParam<std::string> {};

TEST_P(Golden, ComesOutByteForByte) {
    auto const sale = read_sale(test::file("vectors/in/" + GetParam() + ".json"));
    ASSERT_TRUE(sale) << test::lines(sale.error());
    auto const computed = compute(*sale);
    ASSERT_TRUE(computed) << test::lines(computed.error());
    EXPECT_TRUE(computed->notes.empty()) << test::lines(computed->notes);
    auto const alphanumeric = sale->emit.CNPJ.starts_with("12ABC");
    auto const document = write_signed(computed->nfce, sale->qr, *sale->urls,
                                       test::certificate(alphanumeric ? "a1-alfa" : "a1-numerico"));
    ASSERT_TRUE(document) << document.error().message << document.error().field;
    EXPECT_EQ(document->xml, test::file("vectors/out/" + GetParam() + ".xml"));
}

INSTANTIATE_TEST_SUITE_P(All, Golden,
                         testing::Values("v01-simples-csosn102-dinheiro", "v02-simples-csosn500-troco",
                                         "v03-normal-cst00-20-40-60-desconto", "v04-ibscbs-2026-consumidor-cpf",
                                         "v05-contingencia-offline-qr2", "v06-contingencia-offline-qr3-cnpj-alfa"),
                         [](auto const& vector) { return vector.param.substr(0, 3); });

} // namespace
} // namespace balcao::nfce
