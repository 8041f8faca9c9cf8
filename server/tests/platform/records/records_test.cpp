// What the records share: rules of single fields, the body of a bulk request, versions, the bin.

#include "platform/records/records.hpp"

#include <array>
#include <string>

#include <boost/json/parse.hpp>
#include <gtest/gtest.h>

#include "platform/records/answers.hpp"
#include "platform/records/field_rules.hpp"

namespace balcao::records {
namespace {

struct RuleCase {
    std::optional<std::string> (*check)(std::string_view);
    char const* text;
    char const* sentence; // nullptr: right
};

class FieldRule : public testing::TestWithParam<RuleCase> {};

TEST_P(FieldRule, Holds) {
    auto const& [check, text, sentence] = GetParam();
    auto const problem = check(text);
    if (sentence == nullptr) {
        EXPECT_FALSE(problem) << text << ": " << *problem;
    } else {
        ASSERT_TRUE(problem) << text;
        EXPECT_EQ(*problem, sentence);
    }
}

constexpr auto wrong_cnpj = "CNPJ inválido. Confira os números digitados.";
constexpr auto wrong_cpf = "CPF inválido. Confira os números digitados.";
constexpr auto wrong_ie = "Digite de 2 a 14 números, ou ISENTO.";

INSTANTIATE_TEST_SUITE_P(
    Table, FieldRule,
    testing::Values(RuleCase{cnpj_problem, "11222333000181", nullptr},                            //
                    RuleCase{cnpj_problem, "12ABC34501DE35", nullptr},                            //
                    RuleCase{cnpj_problem, "1122233300018", "Falta 1 caractere: o CNPJ tem 14."}, //
                    RuleCase{cnpj_problem, "11222333", "Faltam 6 caracteres: o CNPJ tem 14."},    //
                    RuleCase{cnpj_problem, "11222333000182", wrong_cnpj},                         //
                    RuleCase{cnpj_problem, "112223330001811", wrong_cnpj},                        //
                    RuleCase{cpf_problem, "52998224725", nullptr},                                //
                    RuleCase{cpf_problem, "5299822472", "Falta 1 número: o CPF tem 11."},         //
                    RuleCase{cpf_problem, "529", "Faltam 8 números: o CPF tem 11."},              //
                    RuleCase{cpf_problem, "52998224726", wrong_cpf},                              //
                    RuleCase{cpf_problem, "11111111111", wrong_cpf},                              //
                    RuleCase{cpf_problem, "5299822472X", wrong_cpf},                              //
                    RuleCase{cpf_problem, "529982247255", wrong_cpf},                             //
                    RuleCase{inscricao_estadual_problem, "ISENTO", nullptr},                      //
                    RuleCase{inscricao_estadual_problem, "12", nullptr},                          //
                    RuleCase{inscricao_estadual_problem, "1", wrong_ie},                          //
                    RuleCase{inscricao_estadual_problem, "123456789012345", wrong_ie},            //
                    RuleCase{telefone_problem, "1932321010", nullptr},                            //
                    RuleCase{telefone_problem, "12345",
                             "Digite o telefone com DDD, só números. Exemplo: (19) 3232-1010."},  //
                    RuleCase{cep_problem, "13010000", nullptr},                                   //
                    RuleCase{cep_problem, "1301000", "O CEP tem 8 números. Exemplo: 13010-000."}, //
                    RuleCase{codigo_municipio_problem, "3509502", nullptr},                       //
                    RuleCase{codigo_municipio_problem, "9999999",
                             "Este código não está na tabela do IBGE. Escolha o município na lista."}));

TEST(FieldRules, NormalizeWhatIsPasted) {
    EXPECT_EQ(without_punctuation("+55 (19) 3232-1010"), "551932321010");
    EXPECT_EQ(without_punctuation("13010-000"), "13010000");
    EXPECT_EQ(normalize_inscricao_estadual("336.482.910.118"), "336482910118");
    EXPECT_EQ(normalize_inscricao_estadual("isento"), "ISENTO");
}

TEST(FieldRules, MunicipalityElsewhereSaysWhereItIs) {
    EXPECT_EQ(municipality_elsewhere("3304557", "SP"),
              "Este código é de Rio de Janeiro/RJ. Escolha um município de SP.");
    EXPECT_EQ(municipality_elsewhere("3304557", "RJ"), std::nullopt);
    EXPECT_EQ(municipality_elsewhere("3304557", ""), std::nullopt);
    EXPECT_EQ(municipality_elsewhere("9999999", "SP"), std::nullopt);
}

constexpr auto one = "01890000-0000-7000-8000-000000000001";
constexpr auto two = "01890000-0000-7000-8000-000000000002";

TEST(Bulk, ReadsActionAndIdsWithoutRepetitions) {
    auto const body = std::string(R"({"action":"delete","ids":[")") + two + R"(",")" + one + R"(",")" + two + R"("]})";
    auto const bulk = read_bulk(body, false);
    ASSERT_TRUE(bulk);
    EXPECT_EQ(bulk->action, BulkAction::remove);
    EXPECT_EQ(bulk->ids, (std::vector{*Uuid::parse(one), *Uuid::parse(two)}));
}

struct BadBulk {
    std::string body;
    bool with_state;
    char const* field; // empty: the body itself
};

class BulkBody : public testing::TestWithParam<BadBulk> {};

TEST_P(BulkBody, IsRefusedAtItsField) {
    auto const& [body, with_state, field] = GetParam();
    auto const bulk = read_bulk(body, with_state);
    ASSERT_FALSE(bulk) << body;
    if (*field == '\0') {
        EXPECT_EQ(bulk.error().kind, FailureKind::unreadable);
    } else {
        ASSERT_EQ(bulk.error().fields.size(), 1U) << body;
        EXPECT_EQ(bulk.error().fields.front().field, field);
    }
}

std::string many_ids(int count) {
    std::string body = R"({"action":"delete","ids":[)";
    for (int i = 0; i < count; ++i) body += (i == 0 ? "\"" : ",\"") + Uuid::make().to_string() + '"';
    return body + "]}";
}

INSTANTIATE_TEST_SUITE_P(
    Table, BulkBody,
    testing::Values(BadBulk{"", true, ""}, BadBulk{"[]", true, ""}, BadBulk{R"({"action":"delete"})", true, "ids"},
                    BadBulk{R"({"action":"delete","ids":[]})", true, "ids"},
                    BadBulk{R"({"action":"delete","ids":"x"})", true, "ids"},
                    BadBulk{R"({"action":"delete","ids":["x"]})", true, "ids"},
                    BadBulk{R"({"action":"delete","ids":[1]})", true, "ids"},
                    BadBulk{std::string(R"({"action":"drop","ids":[")") + one + R"("]})", true, "action"},
                    BadBulk{std::string(R"({"ids":[")") + one + R"("]})", true, "action"},
                    BadBulk{std::string(R"({"action":"activate","ids":[")") + one + R"("]})", false, "action"},
                    BadBulk{std::string(R"({"action":"delete","all":true,"ids":[")") + one + R"("]})", true, "all"},
                    BadBulk{many_ids(1001), true, "ids"}));

TEST(Bulk, TakesAThousand) { EXPECT_EQ(read_bulk(many_ids(1000), true)->ids.size(), 1000U); }

TEST(Bulk, AnswersInOneObject) {
    auto const answer = boost::json::parse(bulk_answer({.changed = {*Uuid::parse(one), Uuid::make(), Uuid::make()},
                                                        .deactivated = {*Uuid::parse(one)}})
                                               .body)
                            .as_object();
    EXPECT_EQ(answer.at("changed").as_int64(), 3);
    EXPECT_EQ(answer.at("deactivated").as_array(), (boost::json::array{one}));
}

TEST(Version, AnOlderOneGetsTheRecordAsItIs) {
    EXPECT_TRUE(check_version("\"3\"", 3, "este cadastro", "{}"));
    EXPECT_TRUE(check_version("*", 3, "este cadastro", "{}"));
    auto const stale = check_version("\"2\"", 3, "este cadastro", R"({"a":1})");
    ASSERT_FALSE(stale);
    EXPECT_EQ(stale.error().kind, FailureKind::stale);
    EXPECT_EQ(stale.error().title, "Outra pessoa salvou este cadastro");
    EXPECT_EQ(stale.error().current_json, R"({"a":1})");
    EXPECT_EQ(stale.error().current_etag, "\"3\"");
}

TEST(Bin, KeepsForThirtyDays) {
    using namespace std::chrono_literals;
    Instant const deleted{1'700'000'000'000'000};
    EXPECT_TRUE(check_restorable(deleted, deleted));
    EXPECT_TRUE(check_restorable(deleted, deleted + 30 * 24h));
    EXPECT_FALSE(check_restorable(deleted, deleted + 30 * 24h + 1s));
}

} // namespace
} // namespace balcao::records
