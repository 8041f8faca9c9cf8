// The rules of a company, as a table: field, what was typed, whether it is taken and how it is stored.

#include "registry/companies/company.hpp"

#include <map>
#include <string>

#include <boost/json/object.hpp>
#include <gtest/gtest.h>

namespace balcao::companies {
namespace {

boost::json::object good_company() {
    return {{"razao_social", "Lajes Boa Vista Ltda"},
            {"cnpj", "11222333000181"},
            {"inscricao_estadual", "336482910118"},
            {"cep", "13010000"},
            {"codigo_municipio", "3509502"},
            {"logradouro", "Rua das Olarias"},
            {"numero", "480"},
            {"bairro", "Distrito Industrial"},
            {"municipio", "Campinas"},
            {"uf", "SP"}};
}

std::map<std::string, std::string> problems_of(boost::json::object const& json, Company* company = nullptr) {
    std::vector<FieldProblem> problems;
    auto read = read_company(json, problems);
    if (company != nullptr) *company = read;
    std::map<std::string, std::string> by_field;
    for (auto const& problem : problems) by_field.emplace(problem.field, problem.message);
    return by_field;
}

struct Case {
    char const* field;
    std::string typed;
    std::optional<std::string> stored; // nullopt: refused at that field
};

class CompanyRule : public testing::TestWithParam<Case> {};

TEST_P(CompanyRule, Holds) {
    auto const& [field, typed, stored] = GetParam();
    auto json = good_company();
    json[field] = typed;
    Company company;
    auto const problems = problems_of(json, &company);
    if (!stored) {
        ASSERT_TRUE(problems.contains(field)) << typed;
        EXPECT_TRUE(problems.at(field).ends_with('.')) << "a sentence: " << problems.at(field);
        return;
    }
    EXPECT_TRUE(problems.empty()) << problems.begin()->first << ": " << problems.begin()->second;
    for (auto const& rule : company_fields()) {
        if (rule.name == field) {
            EXPECT_EQ(std::get<std::string_view>(rule.get(&company)), *stored);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    Table, CompanyRule,
    testing::Values(Case{"cnpj", "11.222.333/0001-81", "11222333000181"},                               //
                    Case{"cnpj", "12.ABC.345/01DE-35", "12ABC34501DE35"},                               //
                    Case{"cnpj", "12abc34501de35", "12ABC34501DE35"},                                   //
                    Case{"cnpj", "11222333000182", std::nullopt},                                       //
                    Case{"cnpj", "12ABC34501DE36", std::nullopt},                                       //
                    Case{"cnpj", "1122233300018", std::nullopt},                                        //
                    Case{"cnpj", "112223330001811", std::nullopt},                                      //
                    Case{"cnpj", "00000000000000", std::nullopt},                                       //
                    Case{"cnpj", "", std::nullopt},                                                     //
                    Case{"inscricao_estadual", "isento", "ISENTO"},                                     //
                    Case{"inscricao_estadual", "336.482.910.118", "336482910118"},                      //
                    Case{"inscricao_estadual", "1", std::nullopt},                                      //
                    Case{"inscricao_estadual", "123456789012345", std::nullopt},                        //
                    Case{"inscricao_estadual", "12A4", std::nullopt},                                   //
                    Case{"cep", "13010-000", "13010000"},                                               //
                    Case{"cep", "1301000", std::nullopt},                                               //
                    Case{"cep", "1301000A", std::nullopt},                                              //
                    Case{"telefone", "(19) 3232-1010", "1932321010"},                                   //
                    Case{"telefone", "12345", std::nullopt},                                            //
                    Case{"razao_social", "X", std::nullopt},                                            //
                    Case{"razao_social", std::string(61, 'x'), std::nullopt},                           //
                    Case{"razao_social", "Tijolos 🙂", std::nullopt},                                   //
                    Case{"razao_social", "<script>alert('1')</script>", "<script>alert('1')</script>"}, //
                    Case{"razao_social", "'; drop table emitente; --", "'; drop table emitente; --"},   //
                    Case{"numero", "S/N", "S/N"},                                                       //
                    Case{"uf", "sp", "SP"},                                                             //
                    Case{"uf", "XX", std::nullopt},                                                     //
                    Case{"municipio", "CAMPINAS", "Campinas"},                                          //
                    Case{"municipio", "Campos", std::nullopt},                                          //
                    Case{"codigo_municipio", "9999999", std::nullopt},                                  //
                    Case{"codigo_municipio", "3304557", std::nullopt},                                  //
                    Case{"cor", "barro", "barro"},                                                      //
                    Case{"cor", "rosa", std::nullopt},                                                  //
                    Case{"fuso_horario", "America/Manaus", "America/Manaus"},                           //
                    Case{"fuso_horario", "Europe/Lisbon", std::nullopt},                                //
                    Case{"ativo", "N", "N"},                                                            //
                    Case{"ativo", "X", std::nullopt}));

TEST(Company, GoodOneHasNoProblemsAndItsDefaults) {
    Company company;
    EXPECT_TRUE(problems_of(good_company(), &company).empty());
    EXPECT_EQ(company.crt, 1);
    EXPECT_EQ(company.ativo, "S");
    EXPECT_EQ(company.fuso_horario, "America/Sao_Paulo");
    EXPECT_FALSE(company.telefone);
}

TEST(Company, EmptyFormNamesExactlyTheRequiredFields) {
    std::vector<std::string> fields;
    for (auto const& [field, message] : problems_of({})) fields.push_back(field);
    EXPECT_EQ(fields, (std::vector<std::string>{"bairro", "cep", "cnpj", "codigo_municipio", "inscricao_estadual",
                                                "logradouro", "municipio", "numero", "razao_social", "uf"}));
}

TEST(Company, CrtIsOneToFour) {
    for (int crt = 0; crt <= 5; ++crt) {
        auto json = good_company();
        json["crt"] = crt;
        EXPECT_EQ(problems_of(json).contains("crt"), crt < 1 || crt > 4) << crt;
    }
}

TEST(Company, TimeZoneFollowsTheState) {
    EXPECT_EQ(time_zone_of("AC"), "America/Rio_Branco");
    EXPECT_EQ(time_zone_of("MT"), "America/Cuiaba");
    EXPECT_EQ(time_zone_of("RS"), "America/Sao_Paulo");
}

} // namespace
} // namespace balcao::companies
