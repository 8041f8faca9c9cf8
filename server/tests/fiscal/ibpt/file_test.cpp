// The table of IBPT as it comes, and what is refused as a whole.

#include <string>

#include <gtest/gtest.h>

#include "fiscal/ibpt/ibpt.hpp"

namespace balcao::ibpt {
namespace {

constexpr std::string_view heading =
    "codigo;ex;tipo;descricao;nacionalfederal;importadosfederal;estadual;municipal;vigenciainicio;vigenciafim;chave;"
    "versao;fonte\n";
constexpr std::string_view tail = ";20/10/2026;31/12/2026;42CA5A;26.2.B;IBPT/empresometro.com.br\n";
constexpr std::string_view name = "TabelaIBPTaxSP26.2.B.csv";
constexpr std::string_view today = "2026-11-28";

std::string line(std::string_view begin) { return std::string(begin) + std::string(tail); }
std::string table(std::string_view rows) { return std::string(heading) + std::string(rows); }
std::string const good = table(line("68109100;;0;\"Laje; pré-moldada\";13.45;24.77;18.00;0.00"));

std::string refusal(std::string_view file_name, std::string_view content, std::string_view uf = "SP") {
    auto const read = read_file(file_name, content, uf, today);
    return read ? "taken" : read.error().detail;
}

TEST(IbptFile, IsReadAsItComes) {
    auto const latin1 = line("39269090;01;0;Ex 01 - F\xF4rma de cal\xE7"
                             "ado;4,20;8.40;18.00;0.00") +
                        line("39269090;;0;Outras;13.45;24.77;18.00;0.00") +
                        line("0101;;1;Servi\xE7o;1.00;1.00;0.00;5.00");
    auto const file = read_file(name, table(latin1), "SP", today);
    ASSERT_TRUE(file) << file.error().detail;
    EXPECT_EQ(file->heading.uf, "SP");
    EXPECT_EQ(file->heading.versao, "26.2.B");
    EXPECT_EQ(file->heading.chave, "42CA5A");
    EXPECT_EQ(file->heading.fonte, "IBPT/empresometro.com.br");
    EXPECT_EQ(file->heading.inicio, "2026-10-20");
    EXPECT_EQ(file->heading.fim, "2026-12-31");
    ASSERT_EQ(file->rows.size(), 2U); // without services
    EXPECT_EQ(file->rows.front().ex, "");
    EXPECT_EQ(file->rows.back().ex, "1");
    EXPECT_EQ(file->rows.back().nacional, Decimal<4>::parse("4.20").value());
    EXPECT_EQ(file->rows.front().importado, Decimal<4>::parse("24.77").value());
}

TEST(IbptFile, OfTwentyThousandRowsIsTaken) {
    std::string rows;
    for (int i = 0; i < 20'000; ++i) rows += line(std::to_string(10'000'000 + i) + ";;0;x;1.00;2.00;3.00;0.00");
    auto const file = read_file(name, table(rows), "SP", today);
    ASSERT_TRUE(file);
    EXPECT_EQ(file->rows.size(), 20'000U);
}

TEST(IbptFile, IsRefusedAsAWholeInOneSentence) {
    EXPECT_EQ(refusal(name, good), "taken");
    EXPECT_EQ(refusal("TabelaIBPTaxRJ26.2.B.csv", good),
              "Esta tabela do IBPT é de RJ, e a empresa é de SP. Envie a de SP.");
    EXPECT_TRUE(refusal("impostos.csv", good).starts_with("O nome do arquivo não diz de que UF é a tabela."));
    auto const old = table("68109100;;0;Laje;13.45;24.77;18.00;0.00;01/07/2026;31/08/2026;A;26.1.L;IBPT\n");
    EXPECT_EQ(refusal(name, old), "Esta tabela do IBPT venceu em 31/08/2026. Envie a que está em vigor.");
    auto const later = table("68109100;;0;Laje;13.45;24.77;18.00;0.00;01/01/2027;28/02/2027;A;27.1.A;IBPT\n");
    EXPECT_EQ(refusal(name, later), "Esta tabela do IBPT só vale a partir de 01/01/2027. Envie-a nesse dia.");
    for (auto const* const other : {"<!DOCTYPE html><html><body>Entrar</body></html>", "", "a;b\n1;2\n", "\x89PNG\r\n"})
        EXPECT_TRUE(refusal(name, other).starts_with("Este arquivo não é a tabela do IBPT.")) << other;
    EXPECT_EQ(refusal(name, table(line("0101;;1;Serviço;1.00;1.00;0.00;5.00"))),
              "Esta tabela do IBPT não traz nenhum NCM. Baixe o arquivo de novo.");
    EXPECT_TRUE(refusal(name, good + line("6810;;0;x;1;1;1;0")).starts_with("Linha 3 da tabela do IBPT: o código"));
    EXPECT_TRUE(refusal(name, good + line("68109900;;0;x;muito;1;1;0")).contains("“muito” não é uma porcentagem."));
    EXPECT_TRUE(refusal(name, good + "68109900;;0;x;1;1;1;0;01/11/2026;31/12/2026;A;26.2.B;IBPT\n")
                    .contains("a vigência é outra"));
}

} // namespace
} // namespace balcao::ibpt
