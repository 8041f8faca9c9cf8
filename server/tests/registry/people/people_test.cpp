// The rules of a person, as a table: field, what was typed, whether it is taken and how it is stored.

#include <map>
#include <string>

#include <boost/json/object.hpp>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "platform/reference/municipalities.hpp"
#include "registry/people/person.hpp"

namespace balcao::people {
namespace {

boost::json::object natural() { return {{"cpf_cnpj", "52998224725"}, {"razao_social", "Maria da Silva"}}; }

boost::json::object legal() {
    return {{"pessoa_tipo", 2},
            {"cpf_cnpj", "11222333000181"},
            {"razao_social", "Construtora Boa Vista Ltda"},
            {"uf", "SP"}};
}

std::map<std::string, std::string> problems_of(boost::json::object const& json, Person* person = nullptr) {
    std::vector<FieldProblem> problems;
    auto read = read_person(json, problems);
    if (person != nullptr) *person = read;
    std::map<std::string, std::string> by_field;
    for (auto const& problem : problems)
        EXPECT_TRUE(by_field.emplace(problem.field, problem.message).second) << problem.field << " twice";
    return by_field;
}

Scalar value_of(std::string_view name, Person const& person) {
    for (auto const& field : person_fields())
        if (field.name == name) return field.get(&person);
    ADD_FAILURE() << "no field " << name;
    return {};
}

struct Case {
    bool is_legal;
    char const* field;
    std::string typed;
    std::optional<std::string> stored; // nullopt: refused at that field
};

class PersonRule : public testing::TestWithParam<Case> {};

TEST_P(PersonRule, Holds) {
    auto const& [is_legal, field, typed, stored] = GetParam();
    auto json = is_legal ? legal() : natural();
    json[field] = typed;
    Person person;
    auto const problems = problems_of(json, &person);
    if (!stored) {
        ASSERT_TRUE(problems.contains(field)) << typed;
        EXPECT_EQ(problems.size(), 1U) << typed;
        EXPECT_TRUE(problems.at(field).ends_with('.')) << "a sentence: " << problems.at(field);
        return;
    }
    EXPECT_TRUE(problems.empty()) << problems.begin()->first << ": " << problems.begin()->second;
    EXPECT_EQ(std::get<std::string_view>(value_of(field, person)), *stored);
}

std::string const sixty(60, 'x');

INSTANTIATE_TEST_SUITE_P(
    Natural, PersonRule,
    testing::Values(Case{false, "cpf_cnpj", "529.982.247-25", "52998224725"},                              //
                    Case{false, "cpf_cnpj", " 529 982 247 25 ", "52998224725"},                            //
                    Case{false, "cpf_cnpj", "52998224726", std::nullopt},                                  //
                    Case{false, "cpf_cnpj", "5299822472", std::nullopt},                                   //
                    Case{false, "cpf_cnpj", "11222333000181", std::nullopt},                               //
                    Case{false, "cpf_cnpj", "", std::nullopt},                                             //
                    Case{false, "razao_social", "Zé", "Zé"},                                               //
                    Case{false, "razao_social", "Z", std::nullopt},                                        //
                    Case{false, "razao_social", sixty, sixty},                                             //
                    Case{false, "razao_social", sixty + "x", std::nullopt},                                //
                    Case{false, "razao_social", std::string(300, 'x'), std::nullopt},                      //
                    Case{false, "razao_social", "Maria 🙂", std::nullopt},                                 //
                    Case{false, "razao_social", "Maria \u202Eavlis", std::nullopt},                        //
                    Case{false, "razao_social", "Maria\nSilva", std::nullopt},                             //
                    Case{false, "razao_social", "=cmd()", "=cmd()"},                                       //
                    Case{false, "razao_social", "'; DROP TABLE pessoas; --", "'; DROP TABLE pessoas; --"}, //
                    Case{false, "razao_social", "<script>alert(1)</script>", "<script>alert(1)</script>"}, //
                    Case{false, "nome_fantasia", sixty + "x", std::nullopt},                               //
                    Case{false, "insc_estadual", "ISENTO", std::nullopt},                                  //
                    Case{false, "insc_estadual", "110042490114", std::nullopt},                            //
                    Case{false, "logradouro", "R", std::nullopt},                                          //
                    Case{false, "numero", "S/N", "S/N"},                                                   //
                    Case{false, "uf", "sp", "SP"},                                                         //
                    Case{false, "uf", "XX", std::nullopt},                                                 //
                    Case{false, "municipio", "3509502", "3509502"},                                        //
                    Case{false, "municipio", "9999999", std::nullopt},                                     //
                    Case{false, "cep", "13010-000", "13010000"},                                           //
                    Case{false, "cep", "1301000", std::nullopt},                                           //
                    Case{false, "pais", "BRASIL", "Brasil"},                                               //
                    Case{false, "pais", "Brazil", "Brasil"},                                               //
                    Case{false, "pais", "Portugal", "Portugal"},                                           //
                    Case{false, "telefone", "(19) 3232-1010", "1932321010"},                               //
                    Case{false, "telefone", "12345", std::nullopt},                                        //
                    Case{false, "email", "Maria@Exemplo.com.br", "maria@exemplo.com.br"},                  //
                    Case{false, "email", "maria@exemplo", std::nullopt},                                   //
                    Case{false, "email", "maria", std::nullopt},                                           //
                    Case{false, "email", "m@x.br, n@x.br", std::nullopt},                                  //
                    Case{false, "contato", sixty + "x", std::nullopt},                                     //
                    Case{false, "observacao", "Duas\r\nlinhas\te 🙂", "Duas\nlinhas\te 🙂"},               //
                    Case{false, "observacao", std::string(2001, 'x'), std::nullopt},                       //
                    Case{false, "observacao", std::string("a\x01z", 3), std::nullopt},                     //
                    Case{false, "ativo", "N", "N"},                                                        //
                    Case{false, "ativo", "X", std::nullopt}));

INSTANTIATE_TEST_SUITE_P(Legal, PersonRule,
                         testing::Values(Case{true, "cpf_cnpj", "11.222.333/0001-81", "11222333000181"}, //
                                         Case{true, "cpf_cnpj", "12.abc.345/01de-35", "12ABC34501DE35"}, //
                                         Case{true, "cpf_cnpj", "11222333000182", std::nullopt},         //
                                         Case{true, "cpf_cnpj", "12ABC34501DE36", std::nullopt},         //
                                         Case{true, "cpf_cnpj", "52998224725", std::nullopt},            //
                                         Case{true, "insc_estadual", "isento", "ISENTO"},                //
                                         Case{true, "insc_estadual", "110.042.490.114", "110042490114"}, //
                                         Case{true, "insc_estadual", "110042490115", std::nullopt},      //
                                         Case{true, "insc_estadual", "12A4", std::nullopt},              //
                                         Case{true, "insc_estadual", "1", std::nullopt},                 //
                                         Case{true, "municipio", "3304557", std::nullopt}));

TEST(Person, NameAndNumberAreEnough) {
    Person person;
    EXPECT_TRUE(problems_of(natural(), &person).empty());
    EXPECT_EQ(person.pessoa_tipo, 1);
    EXPECT_EQ(person.pais, "Brasil");
    EXPECT_EQ(person.ativo, "S");
    EXPECT_FALSE(person.uf);
}

TEST(Person, EmptyFormNamesExactlyTheRequiredFields) {
    std::vector<std::string> names;
    for (auto const& [field, message] : problems_of({})) names.push_back(field);
    EXPECT_EQ(names, (std::vector<std::string>{"cpf_cnpj", "razao_social"}));
}

TEST(Person, TypeIsOneOrTwo) {
    for (int type = 0; type <= 3; ++type) {
        auto json = type == 2 ? legal() : natural();
        json["pessoa_tipo"] = type;
        EXPECT_EQ(problems_of(json).contains("pessoa_tipo"), type < 1 || type > 2) << type;
    }
}

TEST(Person, TheOtherKindOfNumberIsNamed) {
    auto json = natural();
    json["cpf_cnpj"] = "11222333000181";
    EXPECT_EQ(problems_of(json).at("cpf_cnpj"), "Isto é um CNPJ. Digite o CPF ou escolha Pessoa Jurídica.");
    json = legal();
    json["cpf_cnpj"] = "52998224725";
    EXPECT_EQ(problems_of(json).at("cpf_cnpj"), "Isto é um CPF. Digite o CNPJ ou escolha Pessoa Física.");
}

TEST(Person, StateRegistrationIsCheckedByTheRuleOfItsState) {
    auto json = legal();
    json["insc_estadual"] = "110042490114";
    EXPECT_TRUE(problems_of(json).empty());
    json["uf"] = "RJ";
    EXPECT_EQ(problems_of(json).at("insc_estadual"),
              "Esta inscrição estadual não confere para RJ. Confira os números e a UF.");
    json.erase("uf"); // without a state only its form is known
    EXPECT_TRUE(problems_of(json).empty());
}

TEST(Person, MunicipalityOfAnotherStateSaysWhereItIs) {
    auto json = legal();
    json["municipio"] = "3304557";
    EXPECT_EQ(problems_of(json).at("municipio"), "Este código é de Rio de Janeiro/RJ. Escolha um município de SP.");
}

TEST(Person, MunicipalityBringsItsStateAndName) {
    auto json = natural();
    json["municipio"] = "4205407";
    Person person;
    EXPECT_TRUE(problems_of(json, &person).empty());
    EXPECT_EQ(person.uf, "SC");
    EXPECT_EQ(std::get<std::string_view>(value_of("municipio_nome", person)), "Florianópolis");
    person.municipio.reset();
    EXPECT_EQ(value_of("municipio_nome", person), Scalar{});
}

TEST(Person, AbroadNeedsNoAddressHere) {
    auto json = natural();
    json["pais"] = "Uruguai";
    json["logradouro"] = "Calle Colonia";
    EXPECT_TRUE(problems_of(json).empty());
}

TEST(Person, EveryBadFieldIsNamedAtOnce) {
    EXPECT_EQ(problems_of({{"cpf_cnpj", "1"}, {"razao_social", 7}, {"email", "x"}, {"municipio", "1"}, {"cidade", "x"}})
                  .size(),
              5U);
}

// Whatever city is chosen, exactly one state suits it.
RC_GTEST_PROP(Person, EachMunicipalitySuitsItsOwnStateOnly, ()) {
    auto const states = reference::states();
    auto const& own = states[*rc::gen::inRange<std::size_t>(0, states.size())];
    auto const& typed = states[*rc::gen::inRange<std::size_t>(0, states.size())];
    auto const cities = reference::municipalities(own.uf);
    auto const& city = cities[*rc::gen::inRange<std::size_t>(0, cities.size())];
    auto json = natural();
    json["municipio"] = city.codigo;
    json["uf"] = typed.uf;
    std::vector<FieldProblem> problems;
    read_person(json, problems);
    RC_ASSERT(problems.empty() == (own.uf == typed.uf));
}

} // namespace
} // namespace balcao::people
