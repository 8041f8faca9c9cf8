// The forms of SEFAZ settings and technical responsible: every rule of a field, as tables.

#include "fiscal/sefaz_settings/settings_rules.hpp"

#include <map>
#include <string>
#include <vector>

#include <boost/json/serialize.hpp>
#include <gtest/gtest.h>

#include "fiscal/sefaz_settings/tech_resp.hpp"

namespace balcao::sefaz_settings {
namespace {

constexpr auto good_code = "0123456789ABCDEF";

boost::json::object settings() {
    return {{"ambiente", "homologacao"}, {"serie", 1}, {"numero_inicial", 1}, {"csc", good_code}, {"csc_id", "1"}};
}
boost::json::object tech_resp() {
    return {{"tech_resp_cnpj", "11.222.333/0001-81"},
            {"tech_resp_contact", "Maria Lima"},
            {"tech_resp_email", "Maria@Exemplo.com.br"},
            {"tech_resp_phone", "(19) 3232-1010"}};
}

template <class T>
std::map<std::string, std::string> problems(Result<T> const& result) {
    std::map<std::string, std::string> by_field;
    if (!result)
        for (auto const& problem : result.error().fields) by_field.emplace(problem.field, problem.message);
    return by_field;
}

struct Bad {
    char const* field;
    boost::json::value value;
};
std::string name(testing::TestParamInfo<Bad> const& info) {
    return std::string(info.param.field) + "_" + std::to_string(info.index);
}

Result<SettingsInput> read_form(boost::json::object const& json, bool has_csc = true) {
    return read_settings(json, [has_csc](std::string_view) { return has_csc; });
}

class BadSettings : public testing::TestWithParam<Bad> {};
TEST_P(BadSettings, AreRefusedAtTheirField) {
    auto const& [field, value] = GetParam();
    auto json = settings();
    json[field] = value;
    auto const found = problems(read_form(json));
    ASSERT_TRUE(found.contains(field)) << boost::json::serialize(value);
    EXPECT_TRUE(found.at(field).ends_with('.')) << found.at(field);
    EXPECT_EQ(found.size(), 1U);
}
INSTANTIATE_TEST_SUITE_P(
    All, BadSettings,
    testing::Values(Bad{"ambiente", "teste"}, Bad{"ambiente", nullptr}, Bad{"destino", "outro"}, Bad{"serie", -1},
                    Bad{"serie", 890}, Bad{"serie", 1000}, Bad{"serie", nullptr}, Bad{"serie", "1"},
                    Bad{"numero_inicial", 0}, Bad{"numero_inicial", 1'000'000'000}, Bad{"numero_inicial", 1.5},
                    Bad{"proximo_lido", 0}, Bad{"csc", "0123456789 ABCDEF"}, Bad{"csc", "0123456789\tABCDEF"},
                    Bad{"csc", "0123456789ABCDE"}, Bad{"csc", boost::json::string(std::string(37, 'A'))},
                    Bad{"csc", "0123456789ABCDÉF"}, Bad{"csc", 12345}, Bad{"csc_id", ""}, Bad{"csc_id", "1234567"},
                    Bad{"csc_id", "1A"}, Bad{"csc_id", "000000"}, Bad{"csc_id", 1}, Bad{"csc_mascara", "x"}),
    name);

TEST(Settings, AskForACscWhereNoneIsKeptWithAllElseThatIsWrong) {
    auto json = settings();
    json["csc"] = nullptr;
    json["csc_id"] = "";
    json["serie"] = -1;
    auto const read = read_form(json, false);
    ASSERT_FALSE(read);
    std::vector<std::string> fields;
    for (auto const& problem : read.error().fields) fields.push_back(problem.field);
    EXPECT_EQ(fields, (std::vector<std::string>{"serie", "csc", "csc_id"})); // as on the form
}

TEST(Settings, AreReadAsTheyAreKept) {
    auto json = settings();
    json["csc"] = "  8f1c2a7b-1111-2222-3333-9c4d5e6f7a8b ";
    json["csc_id"] = "12";
    auto const read = read_form(json);
    ASSERT_TRUE(read) << problems(read).begin()->second;
    EXPECT_EQ(read->csc->reveal(), "8f1c2a7b-1111-2222-3333-9c4d5e6f7a8b");
    EXPECT_EQ(read->csc_id, "000012");
    EXPECT_EQ(read->destino, sefaz);
    EXPECT_EQ(read->nfce.proximo_lido, std::nullopt);
    for (auto const& untouched : {boost::json::value(nullptr), boost::json::value("  ")}) {
        json["csc"] = untouched;
        EXPECT_FALSE(read_form(json)->csc);
    }
}

TEST(Settings, KeepTheSimulatorOutOfProducao) {
    auto json = settings();
    json["destino"] = "simulador";
    EXPECT_TRUE(read_form(json));
    json["ambiente"] = "producao";
    EXPECT_TRUE(problems(read_form(json)).contains("destino"));
}

TEST(Settings, MaskAllButTheEnd) {
    EXPECT_EQ(masked(good_code), "••••••••CDEF");
    EXPECT_EQ(masked("12"), "••••••••12");
}

class BadTechResp : public testing::TestWithParam<Bad> {};
TEST_P(BadTechResp, IsRefusedAtItsField) {
    auto const& [field, value] = GetParam();
    auto json = tech_resp();
    json["csrt_id"] = "1";
    json["csrt"] = good_code;
    json[field] = value;
    auto const found = problems(read_tech_resp(json));
    ASSERT_TRUE(found.contains(field)) << boost::json::serialize(value);
    EXPECT_TRUE(found.at(field).ends_with('.')) << found.at(field);
    EXPECT_EQ(found.size(), 1U);
}
INSTANTIATE_TEST_SUITE_P(
    All, BadTechResp,
    testing::Values(Bad{"tech_resp_cnpj", ""}, Bad{"tech_resp_cnpj", "11222333000182"},
                    Bad{"tech_resp_cnpj", "12ABC34501DE36"}, Bad{"tech_resp_cnpj", "52998224725"},
                    Bad{"tech_resp_contact", "M"}, Bad{"tech_resp_contact", boost::json::string(std::string(61, 'x'))},
                    Bad{"tech_resp_contact", "Maria 🧱"}, Bad{"tech_resp_email", "maria"},
                    Bad{"tech_resp_email", "a@b.c"},
                    Bad{"tech_resp_email", boost::json::string(std::string(50, 'a') + "@exemplo.com")},
                    Bad{"tech_resp_phone", "12345"}, Bad{"tech_resp_phone", "123456789012345"},
                    Bad{"tech_resp_phone", "fone"}, Bad{"csrt_id", "123"}, Bad{"csrt_id", "A"}, Bad{"csrt_id", nullptr},
                    Bad{"csrt_id", " "}, Bad{"csrt", "curto"}, Bad{"csrt", "0123456789 ABCDEF"}, Bad{"csrt", 1},
                    Bad{"outro", "x"}),
    name);

TEST(TechResp, IsReadAsItIsKept) {
    auto json = tech_resp();
    json["csrt_id"] = "1";
    json["csrt"] = good_code;
    auto const read = read_tech_resp(json);
    ASSERT_TRUE(read) << problems(read).begin()->second;
    EXPECT_EQ(read->fields.tech_resp_cnpj, "11222333000181");
    EXPECT_EQ(read->fields.tech_resp_email, "maria@exemplo.com.br");
    EXPECT_EQ(read->fields.tech_resp_phone, "1932321010");
    EXPECT_EQ(read->fields.csrt_id, "01");
    EXPECT_EQ(read->csrt->reveal(), good_code);
    json["tech_resp_cnpj"] = "12.abc.345/01de-35";
    EXPECT_EQ(read_tech_resp(json)->fields.tech_resp_cnpj, "12ABC34501DE35");
}

} // namespace
} // namespace balcao::sefaz_settings
