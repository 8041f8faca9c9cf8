// What 'Pronto para emitir' says on days that no running server can be asked about.
#include <algorithm>

#include <gtest/gtest.h>

#include "nfce/composition.hpp"
#include "office/readiness/readiness.hpp"

namespace balcao::readiness {
namespace {

Row rules_on(std::string const& day) {
    Facts facts{.company = {}, .now = start_of_day(day, "America/Sao_Paulo") + std::chrono::hours(12)};
    facts.company.fuso_horario = "America/Sao_Paulo";
    auto const rows = rows_of(facts);
    return *std::ranges::find(rows, "regras", &Row::chave);
}

TEST(Readiness, WarnsSixtyDaysBeforeTheKnownRulesEnd) {
    std::string const last(nfce::rules_known_until());
    struct Case {
        int days; // after the last day whose rules are known
        Situation situacao;
    };
    for (auto const& [days, situacao] : {Case{-61, Situation::ok},
                                         {-60, Situation::atencao},
                                         {0, Situation::atencao},
                                         {1, Situation::falta},
                                         {400, Situation::falta}}) {
        auto const row = rules_on(add_days(last, days));
        EXPECT_EQ(row.situacao, situacao) << days;
        EXPECT_TRUE(row.necessaria);
    }
}

} // namespace
} // namespace balcao::readiness
