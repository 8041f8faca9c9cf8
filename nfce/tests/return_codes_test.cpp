#include "nfce/answers.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/rules.hpp"
#include "support.hpp"

#include <boost/json.hpp>
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

namespace balcao::nfce {
namespace {

struct Code {
    int cStat;
    std::string official;
};

std::vector<Code> table() {
    std::vector<Code> codes;
    auto const file = boost::json::parse(test::file("../../reference-data/nfce-cstat.json"));
    for (auto const& row : file.at("cStat").as_array())
        codes.push_back({static_cast<int>(row.at("cStat").as_int64()), std::string(row.at("xMotivo").as_string())});
    return codes;
}

/// A batch answered with that code for its receipt.
Answer answered(int cStat, std::string const& xMotivo = "Motivo [nItem: 7]") {
    return read_answer(
        fmt::format("<retEnviNFe xmlns=\"http://www.portalfiscal.inf.br/nfe\"><cStat>104</cStat><xMotivo>Lote</xMotivo>"
                    "<protNFe versao=\"4.00\"><infProt><cStat>{}</cStat><xMotivo>{}</xMotivo>"
                    "<chNFe>35261111222333000181650010000000041000000040</chNFe><nProt>135260000000001</nProt>"
                    "</infProt></protNFe></retEnviNFe>",
                    cStat, xMotivo));
}

/// What a code means for the receipt it answers, as the reference's g1 lists them, whatever the library's table says.
std::string meaning(int cStat) {
    static std::map<std::string, std::set<int>> const listed{{"authorised", {100, 120, 150}},
                                                             {"in progress", {103, 105}},
                                                             {"temporary", {106, 108, 109, 114, 286, 296, 999}},
                                                             {"overuse", {656}},
                                                             {"duplicate", {204, 539, 635}},
                                                             {"denied", {110, 205, 301, 302, 303}},
                                                             {"not there", {217}}};
    for (auto const& [name, codes] : listed)
        if (codes.contains(cStat)) return name;
    return "rejected";
}

class ReturnCode : public testing::TestWithParam<Code> {};

TEST_P(ReturnCode, IsExplainedAndDecidedAsTheReferenceHasIt) {
    auto const& [cStat, official] = GetParam();
    auto const explained = explain(cStat);
    EXPECT_EQ(explained.cStat, cStat);
    EXPECT_EQ(explained.official, official);
    EXPECT_GE(explained.sentence.size(), 10U);
    EXPECT_FALSE(explained.program.empty());
    EXPECT_EQ(explained.kind, class_of(cStat));

    auto const answer = answered(cStat);
    auto const expected = meaning(cStat);
    EXPECT_EQ(means_authorised(cStat), expected == "authorised");
    if (expected == "authorised") {
        EXPECT_EQ(std::get<Authorised>(answer).protocol.cStat, cStat);
    } else if (expected == "in progress") {
        EXPECT_TRUE(std::holds_alternative<InProgress>(answer));
    } else if (expected == "temporary" || expected == "overuse") {
        EXPECT_EQ(std::get<Unavailable>(answer).cStat, cStat);
        EXPECT_EQ(explained.kind, expected == "overuse" ? CodeClass::overuse : CodeClass::temporary);
    } else if (expected == "duplicate") {
        EXPECT_EQ(std::get<Duplicate>(answer).cStat, cStat);
    } else if (expected == "denied") {
        EXPECT_EQ(std::get<Denied>(answer).cStat, cStat);
    } else if (expected == "not there") {
        EXPECT_TRUE(std::holds_alternative<NotThere>(answer));
    } else {
        auto const& rejected = std::get<Rejected>(answer);
        EXPECT_EQ(rejected.cStat, cStat);
        EXPECT_EQ(rejected.xMotivo, "Motivo [nItem: 7]");
        EXPECT_EQ(rejected.item, 7);
    }
}

INSTANTIATE_TEST_SUITE_P(Table, ReturnCode, testing::ValuesIn(table()), [](testing::TestParamInfo<Code> const& info) {
    return fmt::format("cStat_{}", info.param.cStat);
});

TEST(ReturnCodes, AreAllOfTheTable) {
    std::set<int> codes;
    for (auto const& code : table()) codes.insert(code.cStat);
    EXPECT_EQ(codes.size(), 947U);
}

TEST(ReturnCodes, UnknownOnesAreRejections) {
    EXPECT_EQ(class_of(7777), CodeClass::unknown);
    EXPECT_EQ(std::get<Rejected>(answered(7777)).cStat, 7777);
    EXPECT_TRUE(explain(7777).official.empty());
}

/// One code of each class of g1.
TEST(ReturnCodes, HaveTheClassOfTheReference) {
    std::pair<int, CodeClass> const examples[] = {
        {101, CodeClass::cancelled},  {135, CodeClass::event_registered},  {102, CodeClass::voided},
        {104, CodeClass::envelope},   {107, CodeClass::service_up},        {206, CodeClass::number_taken},
        {218, CodeClass::ask_again},  {501, CodeClass::window_over},       {703, CodeClass::clock},
        {225, CodeClass::schema},     {291, CodeClass::certificate_fault}, {297, CodeClass::signature_fault},
        {464, CodeClass::qr_fault},   {203, CodeClass::issuer_fault},      {110, CodeClass::denied_old},
        {301, CodeClass::denied_old}, {302, CodeClass::denied_old},        {1041, CodeClass::data_fault},
        {111, CodeClass::registry}};
    for (auto const& [cStat, kind] : examples) EXPECT_EQ(class_of(cStat), kind) << cStat;
}

/// What our own rules prevent is explained in our own words, with the field.
TEST(ReturnCodes, OfTheRulesHaveASentenceOfOurOwn) {
    for (int rule = 1; rule <= rule_count; ++rule) {
        int const cStat = rule_text(rule).cStat;
        if (cStat == 0) continue;
        auto const explained = explain(cStat);
        EXPECT_EQ(explained.sentence.find(explained.official), std::string::npos)
            << rule << " " << cStat << " " << explained.sentence;
    }
}

} // namespace
} // namespace balcao::nfce
