// Rules of misbehaviour: which can be set, and when they happen.

#include <gmock/gmock.h>

#include "desk.hpp"

namespace balcao::sefaz {

namespace {

using namespace test;
using simulator::Misdeed;
using simulator::Subject;
using simulator::When;

Subject about(std::string const& key) { return {.CNPJ = key.substr(6, 14), .chNFe = key, .name = key, .document = {}}; }

TEST(Behaviours, WhatCannotBeSet) {
    Behaviours behaviours;
    for (auto const* const json : {"",
                                   "[]",
                                   "{}",
                                   R"({"cStat":109})",
                                   R"({"service":"Outro"})",
                                   R"({"service":"*","cStat":99})",
                                   R"({"service":"*","cStat":"109"})",
                                   R"({"service":"*","delay_ms":-1})",
                                   R"({"service":"*","delay_ms":600001})",
                                   R"({"service":"*","fault":"fire"})",
                                   R"({"service":"*","cStat":109,"xMotivo":"€"})",
                                   R"({"service":"*","more":1})",
                                   R"({"service":"*","fault":"drop","times":0})",
                                   R"({"service":"*","fault":"drop","probability":0})",
                                   R"({"service":"*","fault":"drop","probability":1.1})",
                                   R"({"service":"*","fault":"drop","CNPJ":"1"})",
                                   R"({"service":"*","fault":"drop","chNFe":"1"})",
                                   R"({"service":"NFeAutorizacao4","alerts":[]})",
                                   R"({"service":"NFeAutorizacao4","alerts":["a","b","c","d","e","f"]})",
                                   R"({"service":"NFeAutorizacao4","alerts":["€"]})",
                                   R"({"service":"NFeStatusServico4","alerts":["a"]})"})
        EXPECT_FALSE(behaviours.set(json)) << json;
    EXPECT_EQ(behaviours.to_json(), "[]");
}

TEST(Behaviours, WhatCouldNeverTakeEffectIsRefused) {
    Behaviours behaviours;
    auto const key = receipt({}).chave;
    for (auto const& json :
         {std::string(R"({"service":"*","xMotivo":"Sem código"})"),
          std::string(R"({"service":"*","seed":1})"),
          std::string(R"({"service":"*","when":"after"})"),
          std::string(R"({"service":"NFeAutorizacao4","cStat":100})"),
          std::string(R"({"service":"NFeAutorizacao4","cStat":103})"),
          std::string(R"({"service":"NFeAutorizacao4","cStat":107})"),
          std::string(R"({"service":"NFeConsultaProtocolo4","cStat":101})"),
          std::string(R"({"service":"NFeRecepcaoEvento4","cStat":135})"),
          std::string(R"({"service":"NFeInutilizacao4","cStat":102})"),
          std::string(R"({"service":"*","cStat":109,"fault":"drop"})"),
          std::string(R"({"service":"*","fault":"wrong_digest"})"),
          std::string(R"({"service":"NFeStatusServico4","fault":"other_key"})"),
          std::string(R"({"service":"NFeAutorizacao4","fault":"half","when":"before"})"),
          std::string(R"({"service":"NFeAutorizacao4","fault":"kill_stored","when":"before"})"),
          std::string(R"({"service":"NFeAutorizacao4","fault":"late"})"),
          std::string(R"({"service":"NFeAutorizacao4","fault":"drop","judged_after_ms":5})"),
          std::string(R"({"service":"NFeAutorizacao4","fault":"late","judged_after_ms":5,"when":"after"})"),
          std::string(R"({"service":"NFeRecepcaoEvento4","fault":"late","judged_after_ms":5})"),
          std::string(R"({"service":"NFeStatusServico4","bare_query":true})"),
          std::string(R"({"service":"NFeStatusServico4","long_protocol":true})"),
          std::string(R"({"service":"NFeConsultaProtocolo4","signed_protocol":true})"),
          R"({"service":"NFeStatusServico4","cStat":109,"chNFe":")" + key + "\"}",
          std::string(R"({"service":"NFeStatusServico4","cStat":109,"CNPJ":"11222333000181"})")})
        EXPECT_FALSE(behaviours.set(json)) << json;
    EXPECT_EQ(behaviours.to_json(), "[]");
}

TEST(Behaviours, AreShownAsTheyWereSet) {
    Behaviours behaviours;
    ASSERT_TRUE(behaviours.set(R"({"service":"nfestatusservico4","cStat":109,"delay_ms":5,"fault":"half"})"));
    EXPECT_EQ(behaviours.to_json(),
              R"([{"service":"NFeStatusServico4","cStat":109,"delay_ms":5,"fault":"half","when":"after"}])");
    EXPECT_EQ(behaviours.next({Service::registry}, {}).misdeed, Misdeed::none);
    behaviours.reset();
    EXPECT_EQ(behaviours.to_json(), "[]");
}

TEST(Behaviours, HappenAsOftenAsWasSaid) {
    Behaviours behaviours;
    ASSERT_TRUE(behaviours.set(R"({"service":"NFeAutorizacao4","fault":"drop","when":"after","skip":2,"times":3})"));
    std::vector<bool> dropped;
    for (int i = 0; i < 7; ++i)
        dropped.push_back(behaviours.next({Service::authorisation}, {}).misdeed == Misdeed::drop);
    EXPECT_THAT(dropped, testing::ElementsAre(false, false, true, true, true, false, false));
    EXPECT_EQ(behaviours.to_json(), "[]"); // used up
}

TEST(Behaviours, ForOneReceiptOrOneCompany) {
    Behaviours behaviours;
    auto const key = receipt({}).chave, other = receipt({.nNF = 2}).chave;
    ASSERT_TRUE(behaviours.set(R"({"service":"*","fault":"drop","chNFe":")" + key + "\"}"));
    EXPECT_EQ(behaviours.next({Service::query}, about(key)).misdeed, Misdeed::drop);
    EXPECT_EQ(behaviours.next({Service::query}, about(other)).misdeed, Misdeed::none);
    EXPECT_EQ(behaviours.next({Service::status}, {}).misdeed, Misdeed::none);
    behaviours.reset();
    ASSERT_TRUE(behaviours.set(R"({"service":"*","fault":"html","CNPJ":"12ABC34501DE35"})"));
    EXPECT_EQ(behaviours.next({Service::query}, about(key)).misdeed, Misdeed::none);
    EXPECT_EQ(behaviours.next({Service::query}, {.CNPJ = other_cnpj}).misdeed, Misdeed::html);
}

TEST(Behaviours, RulesOfOneCompanyAreForgottenAlone) {
    Behaviours behaviours;
    ASSERT_TRUE(behaviours.set(R"({"service":"*","fault":"html","CNPJ":"12ABC34501DE35","times":2})"));
    ASSERT_TRUE(behaviours.set(R"({"service":"*","cStat":108})"));
    behaviours.forget("11222333000181");
    behaviours.forget("12ABC34501DE35");
    EXPECT_EQ(behaviours.to_json(), R"([{"service":"*","cStat":108,"delay_ms":0,"fault":"none","when":"before"}])");
}

TEST(Behaviours, ASeedRepeatsWhatChanceDid) {
    auto const run = [](int seed) {
        Behaviours behaviours;
        EXPECT_TRUE(
            behaviours.set(R"({"service":"*","fault":"drop","probability":0.25,"seed":)" + std::to_string(seed) + "}"));
        std::string happened;
        for (int i = 0; i < 400; ++i)
            happened += behaviours.next({Service::status}, {}).misdeed == Misdeed::drop ? 'x' : '.';
        return happened;
    };
    EXPECT_EQ(run(7), run(7));
    EXPECT_NE(run(7), run(8));
    EXPECT_NEAR(static_cast<double>(std::ranges::count(run(7), 'x')), 100, 40);
}

TEST(Behaviours, TheNewestThatHappensIsTaken) {
    Behaviours behaviours;
    ASSERT_TRUE(behaviours.set(R"({"service":"*","cStat":108})"));
    ASSERT_TRUE(behaviours.set(R"({"service":"NFeStatusServico4","cStat":109,"times":1})"));
    EXPECT_EQ(behaviours.next({Service::query}, {}).cStat, 108);
    EXPECT_EQ(behaviours.next({Service::status}, {}).cStat, 109);
    EXPECT_EQ(behaviours.next({Service::status}, {}).cStat, 108);
    // One that always happens replaces what it hides.
    ASSERT_TRUE(behaviours.set(R"({"service":"*","cStat":999})"));
    EXPECT_EQ(behaviours.to_json(), R"([{"service":"*","cStat":999,"delay_ms":0,"fault":"none","when":"before"}])");
    ASSERT_TRUE(behaviours.set(R"({"service":"NFeStatusServico4","fault":"none"})"));
    EXPECT_FALSE(behaviours.next({Service::status}, {}).cStat);
    EXPECT_EQ(behaviours.next({Service::query}, {}).cStat, 999);
}

} // namespace

} // namespace balcao::sefaz
