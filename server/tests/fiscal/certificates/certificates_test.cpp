// Which certificates a company may use, and with which sentence the others are refused.

#include "fiscal/certificates/certificate_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nfce/digest.hpp"

namespace balcao::certificates {
namespace {

using testing::HasSubstr;

constexpr auto zone = "America/Sao_Paulo";
constexpr std::int64_t day = 86'400;
constexpr std::int64_t now_seconds = 1'795'280'400; // 2026-11-21 14:00 in São Paulo
constexpr Instant today{now_seconds * 1'000'000};

nfce::CertificateFacts facts(std::string cnpj, std::int64_t from = now_seconds - day,
                             std::int64_t to = now_seconds + day) {
    return {.cnpj = std::move(cnpj), .valid_from = from, .valid_to = to};
}
std::string sentence(nfce::CertificateFacts const& of, std::string_view company) {
    auto const refused = refusal(of, company, today, zone);
    return refused ? refused->detail : "";
}

TEST(CertificateRules, TakesTheCompanysOwnAndThatOfAnotherBranch) {
    EXPECT_EQ(sentence(facts("11222333000181"), "11222333000181"), "");
    EXPECT_EQ(sentence(facts("11222333000262"), "11222333000181"), "");
    EXPECT_EQ(sentence(facts("12ABC34501DE35"), "12ABC34501DE35"), "");
    EXPECT_EQ(sentence(facts("12ABC34501DE35"), "12ABC345000130"), "");
    EXPECT_EQ(notice("11222333000181", "11222333000181"), std::nullopt);
    EXPECT_THAT(notice("11222333000262", "11222333000181").value_or(""),
                HasSubstr("outro estabelecimento da mesma empresa, CNPJ 11.222.333/0002-62"));
    EXPECT_THAT(notice("12ABC34501DE35", "12ABC345000130").value_or(""), HasSubstr("12.ABC.345/01DE-35"));
    EXPECT_THAT(notice("12ABC34501DE35", "11222333000181").value_or(""), HasSubstr("já não é o desta empresa"));
}

TEST(CertificateRules, RefusesAnothersAndSaysWhose) {
    EXPECT_EQ(
        sentence(facts("12ABC34501DE35"), "11222333000181"),
        "Este certificado é do CNPJ 12.ABC.345/01DE-35, e o desta empresa é 11.222.333/0001-81. Envie o da empresa.");
    EXPECT_THAT(sentence(facts("12ABD34501DE35"), "12ABC34501DE35"), HasSubstr("12.ABD.345/01DE-35"));
    EXPECT_THAT(sentence(facts(""), "11222333000181"), HasSubstr("não traz um CNPJ"));
}

TEST(CertificateRules, RefusesOutsideOfItsTime) {
    constexpr auto own = "11222333000181";
    EXPECT_EQ(sentence(facts(own, now_seconds, now_seconds + 1), own), "") << "its first second";
    EXPECT_THAT(sentence(facts(own, now_seconds + 1), own), HasSubstr("só vale a partir de 21/11/2026"));
    EXPECT_THAT(sentence(facts(own, 0, now_seconds), own), HasSubstr("venceu em 21/11/2026"));
    // Dates are those of the company's place: half past one in the night of the 20th in UTC is the 19th there.
    EXPECT_THAT(sentence(facts(own, 0, 1'795'138'200), own), HasSubstr("venceu em 19/11/2026"));
}

TEST(CertificateRules, WarnsFromThirtyDaysBeforeTheEnd) {
    auto const end = [](std::int64_t seconds) { return Instant{(now_seconds + seconds) * 1'000'000}; };
    EXPECT_EQ(situacao(end((30 * day) + 1), today), "valido");
    EXPECT_EQ(situacao(end(30 * day), today), "vence_em_breve");
    EXPECT_EQ(situacao(end(1), today), "vence_em_breve");
    EXPECT_EQ(situacao(end(0), today), "vencido");
    EXPECT_EQ(dias_restantes(end((30 * day) + 1), today), 30);
    EXPECT_EQ(dias_restantes(end(day - 1), today), 0);
    EXPECT_EQ(dias_restantes(end(0), today), 0);
    EXPECT_EQ(dias_restantes(end(-1), today), -1);
}

boost::json::object form(std::string_view file_base64 = "AAAA") {
    return {{"file_name", "Lajes.PFX"}, {"file_base64", file_base64}, {"password", "1234"}};
}

Failure refused(boost::json::object const& json) {
    auto const input = read_input(json);
    return input ? Failure{} : input.error();
}

TEST(CertificateInput, IsReadAsSpecified) {
    auto const input = read_input(form());
    ASSERT_TRUE(input);
    EXPECT_EQ(input->file_name, "Lajes.PFX");
    EXPECT_EQ(input->pfx->reveal(), std::string_view("\0\0\0", 3));
    EXPECT_EQ(input->password.reveal(), "1234");
    auto without_file = form();
    without_file.erase("file_base64");
    EXPECT_FALSE(read_input(without_file)->pfx);
    auto long_password = form();
    long_password["password"] = std::string(1000, 'x');
    EXPECT_TRUE(read_input(long_password));
}

struct BadInput {
    char const* what;
    char const* field;
    boost::json::value value;
    char const* title;
    char const* sentence;
};

class BadInputTest : public testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsRefusedAtItsField) {
    auto const& [what, field, value, title, sentence] = GetParam();
    auto json = form();
    json[field] = value;
    auto const failure = refused(json);
    EXPECT_EQ(failure.kind, FailureKind::invalid) << what;
    EXPECT_EQ(failure.title, title) << what;
    ASSERT_EQ(failure.fields.size(), 1U) << what;
    EXPECT_EQ(failure.fields.front().field, field) << what;
    EXPECT_THAT(failure.fields.front().message, HasSubstr(sentence)) << what;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadInputTest,
    testing::Values(
        BadInput{"p12", "file_name", "lajes.p12", "Formato de arquivo inválido!",
                 "Por favor, selecione um arquivo com a extensão .pfx."},
        BadInput{"pfx in the middle", "file_name", "a.pfx.exe", "Formato de arquivo inválido!", "extensão .pfx"},
        BadInput{"no name", "file_name", " ", "Campos obrigatórios", "É necessário um arquivo e uma senha."},
        BadInput{"no password", "password", "", "Campos obrigatórios", "É necessário um arquivo e uma senha."},
        BadInput{"null password", "password", nullptr, "Campos obrigatórios", "É necessário um arquivo e uma senha."},
        BadInput{"1001 characters", "password", boost::json::string(std::string(1001, 'x')), "Erro no Upload",
                 "no máximo 1000"},
        BadInput{"a number", "password", 1234, "1 campo precisa de atenção.", "formato inesperado"},
        BadInput{"long name", "file_name", boost::json::string(std::string(197, 'x') + ".pfx"), "Erro no Upload",
                 "mais de 200 caracteres"},
        BadInput{"line break", "file_name", "a\nb.pfx", "Erro no Upload", "caracteres invisíveis"},
        BadInput{"empty", "file_base64", "", "Erro no Upload", "O arquivo está vazio"},
        BadInput{"no base64", "file_base64", "#", "Erro no Upload", "não chegou inteiro"},
        BadInput{"too large", "file_base64",
                 boost::json::string(nfce::base64(nfce::as_bytes(std::string((64 * 1024) + 1, 'x')))), "Erro no Upload",
                 "mais de 64 KB"},
        BadInput{"unknown", "senha", "x", "1 campo precisa de atenção.", "Este campo não existe."}));

TEST(CertificateFile, IsToldApartFromAPem) {
    using enum nfce::CertificateError;
    EXPECT_THAT(refusal(damaged, "-----BEGIN CERTIFICATE-----\n").detail, HasSubstr("em texto (PEM)"));
    EXPECT_THAT(refusal(damaged, "Bag Attributes\n-----BEGIN PRIVATE KEY-----\n").detail, HasSubstr("em texto (PEM)"));
    EXPECT_THAT(refusal(damaged, "\x30\x82").detail, HasSubstr("danificado"));
    EXPECT_EQ(refusal(wrong_password, "").fields.front().field, "password");
    for (auto const error : {damaged, no_key, no_certificate, not_rsa})
        EXPECT_EQ(refusal(error, "").fields.front().field, "file_base64");
}

} // namespace
} // namespace balcao::certificates
