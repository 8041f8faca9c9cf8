#include "fiscal/taxpayers/taxpayer.hpp"

#include <gtest/gtest.h>

namespace balcao::taxpayers {
namespace {

constexpr auto cnpj = "11222333000181";

nfce::Registration told(bool enabled = true) {
    return {.IE = "110042490114", .CNPJ = cnpj, .UF = "SP", .xNome = "Ipê", .xFant = "", .enabled = enabled};
}

TEST(Taxpayers, AnotherCnpjIsNotBelieved) {
    auto other = told();
    other.CNPJ = "11222333000262";
    EXPECT_FALSE(read_taxpayers({{other}}, cnpj));
    EXPECT_EQ(read_taxpayers({{other, told()}}, cnpj)->size(), 1U);
    EXPECT_TRUE(read_taxpayers({}, cnpj)->empty());
}

TEST(Taxpayers, ThoseThatMayIssueComeFirst) {
    auto const found = *read_taxpayers({{told(false), told(true)}}, cnpj);
    EXPECT_TRUE(found.at(0).habilitado);
    EXPECT_FALSE(found.at(1).habilitado);
}

TEST(Taxpayers, WhatIsNoNumberIsNotTaken) {
    auto one = told();
    one.IE = "ISENTO";
    one.CEP = "13010-000";
    one.xNome = "Ipê\nLtda";
    auto const taxpayer = read_taxpayers({{one}}, cnpj)->at(0);
    EXPECT_EQ(taxpayer.insc_estadual + taxpayer.cep + taxpayer.razao_social, "");
    EXPECT_EQ(to_json(taxpayer),
              R"({"insc_estadual":null,"habilitado":true,"razao_social":null,"nome_fantasia":null,"cep":null,)"
              R"("logradouro":null,"numero":null,"complemento":null,"bairro":null,"uf":null,"municipio":null,)"
              R"("municipio_nome":null})");
}

} // namespace
} // namespace balcao::taxpayers
