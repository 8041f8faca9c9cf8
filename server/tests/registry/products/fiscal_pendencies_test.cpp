// What a product lacks for a receipt: as a table of one change to a good product and the fields that it is told at.

#include "registry/products/fiscal_pendencies.hpp"

#include <functional>
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nfce/composition.hpp"
#include "nfce/tables.hpp"

namespace balcao::products {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAreArray;

constexpr std::string_view day = "2026-11-20";

Taxation simples() { return {.crt = 1, .uf = "SP"}; }

Product ready() {
    Product product;
    product.prod_cProd = "LJ-H12";
    product.prod_xProd = "Laje treliçada H12";
    product.prod_NCM = "68109100";
    product.prod_CFOP = "5101";
    product.prod_uCOM = product.prod_uTrib = "M2";
    product.prod_vUnCOM = product.prod_vUnTrib = Decimal<4>::from_units(74);
    product.icms_orig = 0;
    product.icms_CST = "102";
    return product;
}

std::vector<std::string> fields_of(std::vector<FieldProblem> const& problems) {
    std::vector<std::string> fields;
    for (auto const& problem : problems) fields.push_back(problem.field);
    return fields;
}

struct Case {
    std::string name;
    std::function<void(Product&, Taxation&)> change;
    std::vector<std::string> lacks;
    friend std::ostream& operator<<(std::ostream& out, Case const& one) { return out << one.name; }
};

class Lacks : public testing::TestWithParam<Case> {};

TEST_P(Lacks, AreToldAtTheirFields) {
    auto product = ready();
    auto taxation = simples();
    GetParam().change(product, taxation);
    auto const found = fiscal_pendencies(product, taxation, day);
    EXPECT_THAT(fields_of(found), UnorderedElementsAreArray(GetParam().lacks))
        << (found.empty() ? "" : found.front().message);
    for (auto const& problem : found) EXPECT_FALSE(problem.message.empty());
}

INSTANTIATE_TEST_SUITE_P(
    All, Lacks,
    testing::Values(
        Case{"Nothing", [](Product&, Taxation&) {}, {}},
        Case{"Ncm", [](Product& p, Taxation&) { p.prod_NCM.reset(); }, {"prod_NCM"}},
        Case{"NcmThatEnded", [](Product& p, Taxation&) { p.prod_NCM = "99999999"; }, {"prod_NCM"}},
        Case{"Price", [](Product& p, Taxation&) { p.prod_vUnCOM.reset(); }, {"prod_vUnCOM"}},
        Case{"PriceOfNothing", [](Product& p, Taxation&) { p.prod_vUnCOM = Decimal<4>{}; }, {"prod_vUnCOM"}},
        Case{"Everything",
             [](Product& p, Taxation&) {
                 p.prod_NCM.reset();
                 p.prod_CFOP.reset();
                 p.prod_uCOM.reset();
                 p.prod_uTrib.reset();
                 p.icms_orig.reset();
                 p.icms_CST.reset();
                 p.prod_vUnCOM.reset();
             },
             {"prod_NCM", "prod_CFOP", "prod_uCOM", "icms_orig", "icms_CST", "prod_vUnCOM"}},
        Case{"CfopOfSubstitutionWithoutIt", [](Product& p, Taxation&) { p.prod_CFOP = "5405"; }, {"prod_CFOP"}},
        Case{"CestOfSubstitution",
             [](Product& p, Taxation&) {
                 p.icms_CST = "500";
                 p.prod_CFOP = "5405";
             },
             {"prod_CEST_Opc"}},
        Case{"SubstitutionInThisSale", [](Product& p, Taxation&) { p.icms_CST = "202"; }, {"icms_CST"}},
        Case{"Ipi", [](Product& p, Taxation&) { p.IPI_pIPI = Decimal<4>::from_units(5); }, {"IPI_pIPI"}},
        Case{"ALotIsTheSalesToSay", [](Product& p, Taxation&) { p.prod_rastro = "S"; }, {}},
        Case{"CsosnOutsideTheSimples",
             [](Product& p, Taxation& t) {
                 t.crt = 3;
                 p.pis_CST = p.cofins_CST = "49";
             },
             {"icms_CST"}},
        Case{"PisAndCofinsOutsideTheSimples",
             [](Product& p, Taxation& t) {
                 t.crt = 3;
                 p.icms_CST = "41";
             },
             {"pis_CST", "cofins_CST"}},
        Case{"CfopOfTheMei", [](Product&, Taxation& t) { t.crt = 4; }, {"prod_CFOP"}}),
    [](auto const& info) { return info.param.name; });

TEST(FiscalPendencies, AreSentencesOfTheirOwn) {
    auto product = ready();
    product.prod_NCM.reset();
    auto const found = fiscal_pendencies(product, simples(), day);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found.front().message, "Falta o NCM. Preencha no cadastro do produto.");
    EXPECT_EQ(pendencies_json(found),
              R"([{"campo":"prod_NCM","mensagem":"Falta o NCM. Preencha no cadastro do produto."}])");
    EXPECT_EQ(pendencies_json({}), no_pendencies);
}

TEST(FiscalPendencies, GoOnByTheNewestRules) {
    EXPECT_THAT(fiscal_pendencies(ready(), simples(), "2031-01-01"), IsEmpty());
    auto product = ready();
    product.prod_CFOP = "5405";
    EXPECT_THAT(fields_of(fiscal_pendencies(product, simples(), "2031-01-01")), ElementsAre("prod_CFOP"));
    // Of a year whose rates are not known the product is classified all the same.
    product = ready();
    product.ibscbs_CST = "000";
    product.ibscbs_cClassTrib = "000001";
    EXPECT_THAT(fiscal_pendencies(product, simples(), "2027-01-05"), IsEmpty());
    EXPECT_THAT(fiscal_warnings(product, simples(), "2027-01-05"), IsEmpty());
}

TEST(FiscalWarnings, AreWhatTheLawWantsNowOrSoon) {
    struct Of {
        std::int64_t crt;
        std::string_view date, words;
    };
    for (auto const& [crt, date, words] : {Of{1, "2026-11-01", ""},
                                           {1, "2026-11-02", "a partir de 01/01/2027"},
                                           {1, "2026-12-31", "a partir de 01/01/2027"},
                                           {1, "2027-01-01", "desde 01/01/2027"},
                                           {4, "2027-01-01", "desde 01/01/2027"},
                                           {3, "2026-11-01", "desde 01/01/2026"}}) {
        auto const found = fiscal_warnings(ready(), {.crt = crt, .uf = "SP"}, date);
        ASSERT_EQ(found.size(), words.empty() ? 0U : 1U) << date;
        if (words.empty()) continue;
        EXPECT_EQ(found.front().field, "ibscbs_CST");
        EXPECT_NE(found.front().message.find(words), std::string::npos) << found.front().message;
    }
    auto product = ready();
    product.ibscbs_CST = "000";
    EXPECT_EQ(fields_of(fiscal_warnings(product, simples(), "2027-01-05")),
              std::vector<std::string>{"ibscbs_cClassTrib"});
}

// NT 2021.003: the shop's own barcodes are in no catalogue.
TEST(FiscalWarnings, NameABarcodeThatNoCatalogueCanHave) {
    auto product = ready();
    product.ibscbs_CST = "000";
    product.ibscbs_cClassTrib = "000001";
    struct Of {
        std::string_view gtin, date, words;
    };
    for (auto const& [gtin, date, words] : {Of{"2000000000015", "2027-07-02", ""},
                                            {"2000000000015", "2027-07-03", "a partir de 01/09/2027"},
                                            {"2000000000015", "2027-09-01", "desde 01/09/2027"},
                                            {"7891000100103", "2027-09-01", ""},
                                            {"SEM GTIN", "2027-09-01", ""}}) {
        product.prod_cEAN = gtin;
        auto const found = fiscal_warnings(product, simples(), date);
        ASSERT_EQ(found.size(), words.empty() ? 0U : 1U) << gtin << date;
        if (words.empty()) continue;
        EXPECT_EQ(found.front().field, "prod_cEAN");
        EXPECT_NE(found.front().message.find(words), std::string::npos) << found.front().message;
    }
}

nfce::SaleItem item(bool has_ibscbs) {
    nfce::SaleItem one;
    if (has_ibscbs) one.ibscbs = nfce::IbsCbsFacts{.CST = "000", .cClassTrib = "000001", .rates = {}};
    return one;
}

TEST(WholeOrNone, TakesTheGroupOffAllWhenOneLacksIt) {
    nfce::IbsCbsDemand demand{.by_sefaz = false, .by_law = true, .by_law_since = {}, .rates = nfce::IbsCbsRates{}};
    std::vector<nfce::SaleItem> all{item(true), item(true)};
    EXPECT_FALSE(whole_or_none(all, demand));
    EXPECT_TRUE(all.front().ibscbs && all.back().ibscbs);
    std::vector<nfce::SaleItem> some{item(true), item(false)};
    EXPECT_FALSE(whole_or_none(some, demand));
    EXPECT_FALSE(some.front().ibscbs);
    demand.by_sefaz = true; // the rules then say which product lacks it
    some.front() = item(true);
    EXPECT_FALSE(whole_or_none(some, demand));
    EXPECT_TRUE(some.front().ibscbs);
    demand.rates.reset();
    EXPECT_NE(whole_or_none(some, demand).value_or("").find("pCBS"), std::string::npos);
}

TEST(FiscalPendencies, AreOfEveryUf) {
    for (auto const* const uf : {"AC", "AL", "AM", "AP", "BA", "CE", "DF", "ES", "GO", "MA", "MG", "MS", "MT", "PA",
                                 "PB", "PE", "PI", "PR", "RJ", "RN", "RO", "RR", "RS", "SC", "SE", "SP", "TO"})
        EXPECT_THAT(fiscal_pendencies(ready(), {.crt = 1, .uf = uf}, day), IsEmpty()) << uf;
}

TEST(LastChange, IsTheNewestDayThatSomethingBeganOrEnded) {
    auto const now = nfce::Tables::base()->last_change(day);
    EXPECT_LE(now, day);
    EXPECT_GE(now, "2026-01-01");
    EXPECT_LE(nfce::Tables::base()->last_change(now), now); // the day before one that began, the last of one that ended
    EXPECT_LT(nfce::Tables::base()->last_change("2025-12-31"), now);
    EXPECT_EQ(nfce::Tables::base()->last_change("1999-01-01"), "");
}

} // namespace
} // namespace balcao::products
