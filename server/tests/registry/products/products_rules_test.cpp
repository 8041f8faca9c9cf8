// The rules of a product, as a table: field, what was typed, whether it is taken and how it is stored.

#include "registry/products/product.hpp"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <boost/json/object.hpp>
#include <gtest/gtest.h>

namespace balcao::products {
namespace {

constexpr std::int64_t crt_of_simples = 1;
constexpr std::int64_t normal = 3;

boost::json::object good_product() {
    return {{"prod_cProd", "LJ-12"},    {"prod_xProd", "Laje treliçada H12"},
            {"prod_NCM", "6810.91.00"}, {"prod_CFOP", "5102"},
            {"prod_uCOM", "m2"},        {"prod_vUnCOM", "89.9"},
            {"icms_CST", "102"},        {"icms_orig", 0}};
}

using Problems = std::map<std::string, std::string>;

Problems problems_of(boost::json::object const& json, Product* product = nullptr, std::int64_t crt = crt_of_simples) {
    std::vector<FieldProblem> problems;
    auto read = read_product(json, crt, problems);
    if (product != nullptr) *product = std::move(read);
    Problems by_field;
    for (auto const& problem : problems) by_field.emplace(problem.field, problem.message);
    return by_field;
}

// As it stands in JSON, without quotes.
std::string stored(Product const& product, std::string_view name) {
    for (auto const& field : product_fields()) {
        if (field.name != name) continue;
        auto const json = to_json(std::span(&field, 1), product);
        auto value = json.substr(name.size() + 4, json.size() - name.size() - 5);
        if (value.starts_with('"')) value = value.substr(1, value.size() - 2);
        return value;
    }
    return "no such field";
}

struct RuleCase {
    char const* field;
    boost::json::value typed;
    std::optional<std::string> stored; // nullopt: refused at that field
};

class ProductRule : public testing::TestWithParam<RuleCase> {};

TEST_P(ProductRule, Holds) {
    auto const& [field, typed, wanted] = GetParam();
    auto json = good_product();
    json[field] = typed;
    Product product;
    auto const problems = problems_of(json, &product);
    if (!wanted) {
        ASSERT_TRUE(problems.contains(field)) << typed;
        EXPECT_TRUE(problems.at(field).ends_with('.')) << "a sentence: " << problems.at(field);
        return;
    }
    EXPECT_TRUE(problems.empty()) << problems.begin()->first << ": " << problems.begin()->second;
    EXPECT_EQ(stored(product, field), *wanted);
}

auto const refused = std::nullopt;
boost::json::value long_text(std::size_t size) { return boost::json::string(size, 'x'); }

INSTANTIATE_TEST_SUITE_P(
    Table, ProductRule,
    testing::Values(RuleCase{"prod_cProd", "  A-1 ", "A-1"},                                            //
                    RuleCase{"prod_cProd", "", refused},                                                //
                    RuleCase{"prod_cProd", long_text(60), std::string(60, 'x')},                        //
                    RuleCase{"prod_cProd", long_text(61), refused},                                     //
                    RuleCase{"prod_xProd", nullptr, refused},                                           //
                    RuleCase{"prod_xProd", long_text(121), refused},                                    //
                    RuleCase{"prod_xProd", long_text(300), refused},                                    //
                    RuleCase{"prod_xProd", "Laje 🙂", refused},                                         //
                    RuleCase{"prod_xProd", "Laje \u200Fabc", refused},                                  //
                    RuleCase{"prod_xProd", "'; DROP TABLE produtos; --", "'; DROP TABLE produtos; --"}, //
                    RuleCase{"prod_xProd", "<script>alert(1)</script>", "<script>alert(1)</script>"},   //
                    RuleCase{"prod_xProd", "duas\nlinhas", refused},                                    //
                    RuleCase{"prod_xProd", 12, refused},                                                //
                    RuleCase{"prod_cEAN", "7891000100103", "7891000100103"},                            //
                    RuleCase{"prod_cEAN", "789 1000 10010-3", "7891000100103"},                         //
                    RuleCase{"prod_cEAN", "7891000100104", refused},                                    //
                    RuleCase{"prod_cEAN", "789100010010", refused},                                     //
                    RuleCase{"prod_cEAN", "sem gtin", "SEM GTIN"},                                      //
                    RuleCase{"prod_cEAN", "SEM", refused},                                              //
                    RuleCase{"prod_cEAN", "", "null"},                                                  //
                    RuleCase{"prod_cEANTrib", "7891000100104", refused},                                //
                    RuleCase{"prod_cEANTrib", "sem gtin", "SEM GTIN"},                                  //
                    RuleCase{"prod_NCM", "68109100", "68109100"},                                       //
                    RuleCase{"prod_NCM", "6810.91", refused},                                           //
                    RuleCase{"prod_NCM", "68109199", refused},                                          //
                    RuleCase{"prod_NCM", "681091001", refused},                                         //
                    RuleCase{"prod_NCM", "6810910O", refused},                                          //
                    RuleCase{"prod_NVE_Opc", "aa0001", "AA0001"},                                       //
                    RuleCase{"prod_NVE_Opc", "A00001", refused},                                        //
                    RuleCase{"prod_CEST_Opc", "28.999.00", "2899900"},                                  //
                    RuleCase{"prod_CEST_Opc", "0100100", refused},                                      //
                    RuleCase{"prod_CEST_Opc", "9999999", refused},                                      //
                    RuleCase{"prod_EXTIPI", "01", "01"},                                                //
                    RuleCase{"prod_EXTIPI", "1", refused},                                              //
                    RuleCase{"prod_CFOP", "5.405", "5405"},                                             //
                    RuleCase{"prod_CFOP", "1102", "1102"},                                              //
                    RuleCase{"prod_CFOP", "5100", refused},                                             //
                    RuleCase{"prod_CFOP", "510", refused},                                              //
                    RuleCase{"prod_uCOM", "kg", "KG"},                                                  //
                    RuleCase{"prod_uCOM", "QUILOS7", refused},                                          //
                    RuleCase{"prod_qCOM", "0", "0.0000"},                                               //
                    RuleCase{"prod_qCOM", "1.2345", "1.2345"},                                          //
                    RuleCase{"prod_qCOM", "1.23456", refused},                                          //
                    RuleCase{"prod_qCOM", "-1", refused},                                               //
                    RuleCase{"prod_qCOM", "1e400", refused},                                            //
                    RuleCase{"prod_qCOM", "1,5", refused},                                              //
                    RuleCase{"prod_qCOM", 1.5, refused},                                                //
                    RuleCase{"prod_qCOM", "100000000000", refused},                                     //
                    RuleCase{"prod_vUnCOM", "99999999999.9999", "99999999999.9999"},                    //
                    RuleCase{"prod_vUnCOM", "100000000000", refused},                                   //
                    RuleCase{"prod_vUnCOM", "-0.0001", refused},                                        //
                    RuleCase{"prod_vUnCOM", "99999999999999999999999999", refused},                     //
                    RuleCase{"prod_vProd", "12.345", refused},                                          //
                    RuleCase{"prod_vProd", "12.3", "12.30"},                                            //
                    RuleCase{"prod_qTrib", "-1", refused},                                              //
                    RuleCase{"prod_vUnTrib", "1.00001", refused},                                       //
                    RuleCase{"prod_nFCI_Opc", "b01f70af-10bf-4b1f-848c-65ff57f616fe",
                             "B01F70AF-10BF-4B1F-848C-65FF57F616FE"},                       //
                    RuleCase{"prod_nFCI_Opc", "B01F70AF10BF4B1F848C65FF57F616FE", refused}, //
                    RuleCase{"icms_pICMS", "100", "100.0000"},                              //
                    RuleCase{"icms_pICMS", "100.0001", refused},                            //
                    RuleCase{"icms_pRedBC", "101", refused},                                //
                    RuleCase{"icms_pMVAST", "140.5", "140.5000"},                           //
                    RuleCase{"icms_pMVAST", "1000", refused},                               //
                    RuleCase{"icms_modBC", 6, "6"},                                         //
                    RuleCase{"icms_modBC", 7, refused},                                     //
                    RuleCase{"icms_modBCST", -1, refused},                                  //
                    RuleCase{"icms_orig", 8, "8"},                                          //
                    RuleCase{"icms_orig", 9, refused},                                      //
                    RuleCase{"icms_orig", "0", refused},                                    //
                    RuleCase{"icms_CST", "900", "900"},                                     //
                    RuleCase{"icms_CST", "104", refused},                                   //
                    RuleCase{"icms_CST", "00", refused},                                    //
                    RuleCase{"icms_motDesICMS", 9, "9"},                                    //
                    RuleCase{"icms_motDesICMS", 2, refused},                                //
                    RuleCase{"icms_motDesICMS", 13, refused},                               //
                    RuleCase{"icms_indDeduzDeson", "s", "S"},                               //
                    RuleCase{"icms_indDeduzDeson", "X", refused},                           //
                    RuleCase{"pis_CST", "49", "49"},                                        //
                    RuleCase{"pis_CST", "10", refused},                                     //
                    RuleCase{"cofins_CST", "1", refused},                                   //
                    RuleCase{"pis_pPIS", "1.65", "1.6500"},                                 //
                    RuleCase{"IPI_CST", "53", "53"},                                        //
                    RuleCase{"IPI_CST", "48", refused},                                     //
                    RuleCase{"IPI_cEnq", "999", "999"},                                     //
                    RuleCase{"IPI_cEnq", "000", refused},                                   //
                    RuleCase{"IPI_pIPI", "300", "300.0000"},                                //
                    RuleCase{"IPI_clEnq", "123456", refused},                               //
                    RuleCase{"IPI_CNPJProd", "11.222.333/0001-81", "11222333000181"},       //
                    RuleCase{"IPI_CNPJProd", "11222333000182", refused},                    //
                    RuleCase{"prod_CNPJFab", "12.abc.345/01de-35", "12ABC34501DE35"},       //
                    RuleCase{"prod_CNPJFab", "123", refused},                               //
                    RuleCase{"prod_cBenef", "sp010203", "SP010203"},                        //
                    RuleCase{"prod_cBenef", "sem cbenef", "SEM CBENEF"},                    //
                    RuleCase{"prod_cBenef", "SP01", refused},                               //
                    RuleCase{"prod_cBenef", "SP 10203", refused},                           //
                    RuleCase{"prod_ativo", "n", "N"},                                       //
                    RuleCase{"prod_ativo", "sim", refused},                                 //
                    RuleCase{"prod_pesoL", "160.25", "160.2500"},                           //
                    RuleCase{"prod_pesoL", "-0.1", refused},                                //
                    RuleCase{"prod_pesoL", "1000000", refused},                             //
                    RuleCase{"prod_nivelm", "-1", refused},                                 //
                    RuleCase{"pis_vAliqProd", "0.12345", refused},                          //
                    RuleCase{"ibscbs_CST", "000", "000"},                                   //
                    RuleCase{"ibscbs_CST", "001", refused},                                 //
                    RuleCase{"inventado", "x", refused}));

TEST(Product, GoodOneHasNoProblemsAndItsDefaults) {
    Product product;
    EXPECT_TRUE(problems_of(good_product(), &product).empty());
    EXPECT_EQ(product.prod_uCOM, "M2");
    EXPECT_EQ(product.prod_qCOM.to_string(), "1.0000");
    EXPECT_EQ(product.prod_ativo, "S");
    for (auto const& flag : {product.prod_indEscala, product.prod_sujST, product.prod_rastro, product.prod_alert,
                             product.pis_cofins_excluiICMS})
        EXPECT_EQ(flag, "N");
}

TEST(Product, SaysHowManyDigitsAreMissing) {
    auto json = good_product();
    json["prod_NCM"] = "6810.91";
    EXPECT_EQ(problems_of(json).at("prod_NCM"), "Faltam 2 dígitos. Exemplo: 6810.91.00.");
    json["prod_NCM"] = "6810910";
    EXPECT_EQ(problems_of(json).at("prod_NCM"), "Falta 1 dígito. Exemplo: 6810.91.00.");
}

TEST(Product, TellsAllProblemsAtOnce) {
    boost::json::object const json{{"prod_NCM", "1"}, {"prod_qCOM", "-1"}, {"icms_orig", 9}, {"x", 1}};
    std::vector<std::string> fields;
    for (auto const& [field, message] : problems_of(json)) fields.push_back(field);
    EXPECT_EQ(fields,
              (std::vector<std::string>{"icms_orig", "prod_NCM", "prod_cProd", "prod_qCOM", "prod_xProd", "x"}));
}

TEST(Product, CstOrCsosnByTheCompany) {
    auto json = good_product();
    for (auto const& [crt, cst, is_right] :
         {std::tuple(1, "102", true), std::tuple(4, "102", true), std::tuple(2, "102", false),
          std::tuple(3, "102", false), std::tuple(1, "00", false), std::tuple(4, "60", false),
          std::tuple(2, "00", true), std::tuple(3, "60", true)}) {
        json["icms_CST"] = cst;
        EXPECT_EQ(problems_of(json, nullptr, crt).empty(), is_right) << crt << ' ' << cst;
    }
}

TEST(Product, ClassificationBelongsToItsCst) {
    auto json = good_product();
    json["ibscbs_cClassTrib"] = "000001";
    EXPECT_TRUE(problems_of(json).contains("ibscbs_CST")) << "the CST is missing";
    json["ibscbs_CST"] = "000";
    EXPECT_TRUE(problems_of(json).empty());
    json["ibscbs_CST"] = "200";
    EXPECT_TRUE(problems_of(json).contains("ibscbs_cClassTrib"));
    json["ibscbs_cClassTrib"] = "000003";
    EXPECT_TRUE(problems_of(json).contains("ibscbs_cClassTrib")) << "not for NFC-e";
}

TEST(Product, FillsWhatFollows) {
    auto json = good_product();
    json["prod_qCOM"] = "2.5";
    json["prod_vUnCOM"] = "0.33";
    json["prod_cEAN"] = "sem gtin";
    Product product;
    ASSERT_TRUE(problems_of(json, &product).empty());
    EXPECT_EQ(product.prod_vProd->to_string(), "0.83") << "0.825, half up";
    EXPECT_EQ(product.prod_uTrib, "M2");
    EXPECT_EQ(product.prod_qTrib.to_string(), "2.5000");
    EXPECT_EQ(product.prod_vUnTrib->to_string(), "0.3300");
    EXPECT_EQ(product.prod_cEANTrib, "SEM GTIN");
}

TEST(Product, AnotherTaxableUnitIsFilledInByHand) {
    auto json = good_product();
    json["prod_qCOM"] = "2";
    json["prod_uTrib"] = "kg";
    Product product;
    ASSERT_TRUE(problems_of(json, &product).empty());
    EXPECT_EQ(product.prod_qTrib.to_string(), "1.0000");
    EXPECT_FALSE(product.prod_vUnTrib);
}

TEST(Product, RefusesATotalBeyondTheLayout) {
    auto json = good_product();
    json["prod_qCOM"] = "99999999999";
    json["prod_vUnCOM"] = "99999999999";
    EXPECT_TRUE(problems_of(json).contains("prod_vUnCOM"));
}

TEST(Product, WhatFollowedFollowsAChange) {
    Product before;
    ASSERT_TRUE(problems_of(good_product(), &before).empty());
    auto after = before;
    after.prod_vUnCOM = Decimal<4>::from_units(100);
    after.prod_uCOM = "M";
    follow_changes(before, after);
    EXPECT_EQ(after.prod_vProd->to_string(), "100.00");
    EXPECT_EQ(after.prod_vUnTrib->to_string(), "100.0000");
    EXPECT_EQ(after.prod_uTrib, "M");

    auto chosen = before;
    chosen.prod_vUnCOM = Decimal<4>::from_units(100);
    chosen.prod_vProd = Money::from_units(7);
    chosen.prod_vUnTrib = Decimal<4>::from_units(8);
    follow_changes(before, chosen);
    EXPECT_EQ(chosen.prod_vProd->to_string(), "7.00") << "typed by hand";
    EXPECT_EQ(chosen.prod_vUnTrib->to_string(), "8.0000");
}

TEST(Product, ASpreadsheetChangesOnlyItsColumns) {
    Product before;
    ASSERT_TRUE(problems_of(good_product(), &before).empty());
    std::vector<FieldProblem> problems;
    auto const after = read_product_onto(before, {{"prod_cProd", "LJ-12"}, {"prod_vUnCOM", "10"}, {"prod_NCM", ""}},
                                         crt_of_simples, problems);
    EXPECT_TRUE(problems.empty());
    EXPECT_EQ(after.prod_xProd, before.prod_xProd);
    EXPECT_EQ(after.prod_NCM, "68109100");
    EXPECT_EQ(after.prod_vUnCOM->to_string(), "10.0000");
    EXPECT_EQ(after.prod_vProd->to_string(), "10.00");
    EXPECT_EQ(after.prod_vUnTrib->to_string(), "10.0000");
    (void)read_product_onto(before, {{"prod_cProd", "LJ-12"}, {"prod_xProd", std::string(121, 'x')}}, normal, problems);
    std::vector<std::string> fields;
    for (auto const& problem : problems) fields.push_back(problem.field);
    EXPECT_EQ(fields, (std::vector<std::string>{"prod_xProd", "icms_CST"}));
}

TEST(Product, HasAFieldForEachOfTheSpecification) {
    EXPECT_EQ(product_fields().size(), 44 + 14 + 1 + 3 + 1)
        << "the specification's, design section 6's, deleted_at, approximate taxes of Lei 12.741, weight";
}

// `name: key -> value` of the table that the browser's tests read too.
std::map<std::string, std::string> shared_cases(std::string const& name) {
    std::ifstream file(std::filesystem::path(BALCAO_TEST_DATA).parent_path() /
                       "registry/products/cases/product-icms.txt");
    if (!file) throw std::runtime_error("product-icms.txt is missing");
    std::map<std::string, std::string> rows;
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(name + ": ")) continue;
        auto const arrow = line.find(" -> ");
        rows.emplace(line.substr(name.size() + 2, arrow - name.size() - 2), line.substr(arrow + 4));
    }
    return rows;
}

TEST(ProductIcms, TheRegimeDecidesWhichCodes) {
    auto const regimes = shared_cases("crt");
    ASSERT_EQ(regimes.size(), 4U);
    for (auto const& [crt, codes] : regimes) {
        auto json = good_product();
        json["icms_CST"] = codes == "csosn" ? "102" : "00";
        EXPECT_FALSE(problems_of(json, nullptr, std::stoll(crt)).contains("icms_CST")) << "CRT " << crt;
        json["icms_CST"] = codes == "csosn" ? "00" : "102";
        EXPECT_TRUE(problems_of(json, nullptr, std::stoll(crt)).contains("icms_CST")) << "CRT " << crt;
    }
}

TEST(ProductIcms, TakesEveryReasonThatSomeCstHasAndNoOther) {
    std::set<std::int64_t> reasons;
    for (auto const& [cst, listed] : shared_cases("motDesICMS")) {
        std::istringstream words(listed);
        for (std::int64_t reason{}; words >> reason;) reasons.insert(reason);
    }
    for (std::int64_t reason = 1; reason <= 90; ++reason) {
        auto json = good_product();
        json["icms_motDesICMS"] = reason;
        EXPECT_EQ(problems_of(json).contains("icms_motDesICMS"), !reasons.contains(reason)) << reason;
    }
}

} // namespace
} // namespace balcao::products
