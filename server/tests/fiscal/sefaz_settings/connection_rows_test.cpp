#include "fiscal/sefaz_settings/connection_rows.hpp"

#include <gmock/gmock.h>

namespace balcao::sefaz_settings {

namespace {

using namespace std::chrono_literals;
using nfce::Service;

sefaz::Outcome status_answer(int cStat) {
    return {.body = "<retConsStatServ xmlns=\"http://www.portalfiscal.inf.br/nfe\" versao=\"4.00\"><cStat>" +
                    std::to_string(cStat) + "</cStat><xMotivo>Motivo</xMotivo></retConsStatServ>",
            .took = 7ms};
}
sefaz::Outcome registry_answer(int cStat, std::string const& entries) {
    return {.body = "<retConsCad xmlns=\"http://www.portalfiscal.inf.br/nfe\" versao=\"2.00\"><infCons><cStat>" +
                    std::to_string(cStat) + "</cStat><xMotivo>Motivo</xMotivo>" + entries + "</infCons></retConsCad>",
            .took = 7ms};
}

TEST(ConnectionRows, ByCode) {
    for (auto const& [cStat, situacao] : std::initializer_list<std::pair<int, std::string_view>>{{107, "online"},
                                                                                                 {108, "fora_do_ar"},
                                                                                                 {109, "fora_do_ar"},
                                                                                                 {252, "online"},
                                                                                                 {279, "online"},
                                                                                                 {280, "recusado"},
                                                                                                 {299, "recusado"},
                                                                                                 {300, "online"},
                                                                                                 {656, "recusado"},
                                                                                                 {999, "fora_do_ar"}}) {
        auto const row = row_of(Service::status, status_answer(cStat));
        EXPECT_EQ(row.situacao, situacao) << cStat;
        EXPECT_EQ(row.codigo, cStat);
        EXPECT_EQ(row.resposta, "Motivo");
        EXPECT_EQ(row.ms, 7);
        EXPECT_FALSE(row.mensagem.empty()) << cStat;
        EXPECT_EQ(is_good(row), situacao == "online") << cStat;
    }
}

TEST(ConnectionRows, TheRegistrySaysWhetherTheCompanyMayIssue) {
    auto const entry = [](std::string const& cSit) { return "<infCad><IE>1</IE><cSit>" + cSit + "</cSit></infCad>"; };
    EXPECT_THAT(row_of(Service::registry, registry_answer(111, entry("1"))).mensagem,
                testing::HasSubstr("está habilitada"));
    EXPECT_THAT(row_of(Service::registry, registry_answer(111, entry("0"))).mensagem,
                testing::HasSubstr("não consta como habilitada"));
    EXPECT_THAT(row_of(Service::registry, registry_answer(112, entry("0") + entry("1"))).mensagem,
                testing::HasSubstr("está habilitada"));
    auto const unknown = row_of(Service::registry, registry_answer(259, ""));
    EXPECT_EQ(unknown.situacao, "online");
    EXPECT_THAT(unknown.mensagem, testing::HasSubstr("código 259"));
}

TEST(ConnectionRows, FaultsKeepTheirSentence) {
    auto const row_with = [](sefaz::FaultKind kind) {
        return row_of(Service::authorisation_result,
                      {.body = std::unexpected(sefaz::Fault{kind, "Frase.", "technical"}), .took = 5ms});
    };
    auto const refused = row_with(sefaz::FaultKind::certificate_refused);
    EXPECT_EQ(refused.situacao, "recusado");
    EXPECT_EQ(refused.mensagem, "Frase.");
    EXPECT_EQ(refused.servico, "autorizacao");
    EXPECT_FALSE(refused.codigo || refused.resposta || refused.ms);
    for (auto const kind : {sefaz::FaultKind::timeout, sefaz::FaultKind::untrusted_server, sefaz::FaultKind::not_sefaz})
        EXPECT_EQ(row_with(kind).situacao, "fora_do_ar");
    EXPECT_TRUE(is_good(not_offered(Service::registry, "RJ")));
    EXPECT_FALSE(is_good(not_called(Service::registry, "Frase.")));
}

} // namespace

} // namespace balcao::sefaz_settings
