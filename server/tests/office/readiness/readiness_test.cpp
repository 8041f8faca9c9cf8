// What 'Pronto para emitir' says on days that no running server can be asked about.
#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "nfce/composition.hpp"
#include "office/readiness/readiness.hpp"

namespace balcao::readiness {
namespace {

using testing::HasSubstr;
using testing::Not;

Row row_on(std::string const& day, std::string_view chave, std::int64_t crt = 1, std::int64_t with_warning = 0) {
    Facts facts{.company = {}, .now = start_of_day(day, "America/Sao_Paulo") + std::chrono::hours(12)};
    facts.company.fuso_horario = "America/Sao_Paulo";
    facts.company.uf = "SP";
    facts.company.crt = crt;
    facts.products.with_warning = with_warning;
    auto const rows = rows_of(facts);
    return *std::ranges::find(rows, chave, &Row::chave);
}

TEST(Readiness, WarnsOfATableOfApproximateTaxesThatIsMissingEndsOrIsOfAnotherState) {
    auto const row_of = [](std::string const& day, std::string const& uf, std::int64_t crt = 1,
                           tax_profiles::Counts profiles = {}) {
        Facts facts{.company = {}, .now = start_of_day(day, "America/Sao_Paulo") + std::chrono::hours(12)};
        facts.company.fuso_horario = "America/Sao_Paulo";
        facts.company.uf = "SP";
        facts.company.crt = crt;
        facts.profiles = profiles;
        if (!uf.empty()) {
            facts.ibpt = ibpt::StoredTable{};
            facts.ibpt->heading.uf = uf;
            facts.ibpt->heading.inicio = "2026-10-20";
            facts.ibpt->heading.fim = "2026-12-31";
        }
        auto const rows = rows_of(facts);
        return *std::ranges::find(rows, "tributos", &Row::chave);
    };
    EXPECT_EQ(row_of("2026-11-28", "").situacao, Situation::atencao);
    EXPECT_EQ(row_of("2026-11-28", "", 4).situacao, Situation::ok); // MEI
    EXPECT_EQ(row_of("2026-12-16", "SP").situacao, Situation::ok);
    EXPECT_THAT(row_of("2026-12-17", "SP").texto, HasSubstr("vence em 31/12/2026"));
    EXPECT_THAT(row_of("2026-12-31", "SP").texto, HasSubstr("vence em 31/12/2026"));
    EXPECT_THAT(row_of("2027-01-01", "SP").texto, HasSubstr("venceu em 31/12/2026"));
    EXPECT_THAT(row_of("2026-11-28", "RJ").texto, HasSubstr("é de RJ"));
    EXPECT_FALSE(row_of("2026-11-28", "").necessaria);
    tax_profiles::Counts const some{.all = 2, .with_approximate_taxes = 1},
        every{.all = 2, .with_approximate_taxes = 2};
    EXPECT_EQ(row_of("2026-11-28", "", 1, every).situacao, Situation::ok);
    EXPECT_THAT(row_of("2026-11-28", "", 1, some).texto, HasSubstr("nos perfis fiscais: 1 de 2 têm"));
    EXPECT_THAT(row_of("2027-01-01", "SP", 1, some).texto, HasSubstr("e as notas usam só as porcentagens digitadas"));
}

TEST(Readiness, WarnsSixtyDaysBeforeTheKnownRulesEndAndStopsNothing) {
    std::string const last(nfce::rules_known_until(*nfce::Tables::base()));
    struct Case {
        int days; // after the last day whose rules are known
        Situation situacao;
    };
    for (auto const& [days, situacao] : {Case{-61, Situation::ok},
                                         {-60, Situation::atencao},
                                         {0, Situation::atencao},
                                         {1, Situation::atencao},
                                         {400, Situation::atencao}}) {
        auto const row = row_on(add_days(last, days), "regras");
        EXPECT_EQ(row.situacao, situacao) << days;
        EXPECT_TRUE(row.necessaria);
    }
}

TEST(Readiness, TellsWhatTheLawWantsOfProducts) {
    EXPECT_EQ(row_on("2026-10-20", "ibscbs", 1, 0).situacao, Situation::ok);
    EXPECT_EQ(row_on("2026-12-15", "ibscbs", 3, 0).situacao, Situation::atencao); // the rate of 2027 is not known
    auto const ahead = row_on("2026-12-15", "ibscbs", 1, 1200);
    EXPECT_EQ(ahead.situacao, Situation::atencao);
    EXPECT_FALSE(ahead.necessaria);
    EXPECT_THAT(ahead.texto, HasSubstr("1.200 produtos ativos estão"));
    EXPECT_THAT(ahead.texto, HasSubstr("Hoje a lei não os pede e a SEFAZ não recusa nota sem eles; em 04/01/2027 a lei "
                                       "os pede e a SEFAZ não recusa nota sem eles."));
    auto const since = row_on("2027-01-05", "ibscbs", 1, 1);
    EXPECT_THAT(since.texto, HasSubstr("1 produto ativo está"));
    EXPECT_THAT(since.texto, HasSubstr("Hoje a lei os pede e a SEFAZ não recusa nota sem eles."));
    EXPECT_THAT(since.texto, Not(HasSubstr("em 04/01/2027")));
    EXPECT_THAT(row_on("2027-01-05", "ibscbs").texto, HasSubstr("alíquota da CBS"));
}

TEST(Readiness, CountsPerfisFiscaisWithoutIbsAndCbs) {
    auto const row_of = [](tax_profiles::Counts profiles) {
        Facts facts{.company = {}, .now = {}, .profiles = profiles};
        facts.company.fuso_horario = "America/Sao_Paulo";
        facts.company.uf = "SP";
        auto const rows = rows_of(facts);
        return *std::ranges::find(rows, "perfis", &Row::chave);
    };
    EXPECT_EQ(row_of({}).situacao, Situation::ok);
    EXPECT_EQ(row_of({.all = 3, .unclassified = 0}).situacao, Situation::ok);
    EXPECT_THAT(row_of({.all = 3, .unclassified = 1}).texto, HasSubstr("1 perfil está sem"));
    auto const lacking = row_of({.all = 3, .unclassified = 2});
    EXPECT_EQ(lacking.situacao, Situation::atencao);
    EXPECT_FALSE(lacking.necessaria);
    EXPECT_THAT(lacking.texto, HasSubstr("2 perfis estão sem"));
}

} // namespace
} // namespace balcao::readiness
