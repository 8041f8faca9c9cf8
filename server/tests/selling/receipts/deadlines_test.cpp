// Deadlines, and when a sale may go offline or be tried again.

#include "selling/receipts/judging/deadlines.hpp"

#include <gtest/gtest.h>

namespace balcao::receipts {
namespace {

using namespace std::chrono_literals;
using nfce::Service;

constexpr Instant moment{1'795'435'200'000'000}; // 2026-11-23T12:00:00Z

Facts sale_that_hangs(Saiu saiu = Saiu::sent) {
    Facts facts{.estado = Estado::indefinida,
                .versions = {{.versao = 1, .chave = "A", .digest = "a", .dhEmi = moment - 20s}},
                .exchanges =
                    {{.service = Service::authorisation, .versao = 1, .announced = moment - 20s, .ended = moment - 1s}},
                .events = {},
                .created = moment - 20s,
                .asked = {},
                .now = moment};
    facts.exchanges.back().resultado = Resultado::unanswered;
    facts.exchanges.back().saiu = saiu;
    return facts;
}

TEST(Deadlines, CancellingEndsMinutesAfterSefazReceivedIt) {
    EXPECT_EQ(cancelavel_ate("2026-11-23T09:00:00-03:00", 30min), moment + 30min);
    EXPECT_EQ(cancelavel_ate("2026-11-23T08:00:00-04:00", 24h), moment + 24h);
    EXPECT_EQ(cancelavel_ate("23/11/2026", 30min), std::nullopt);
}

TEST(Deadlines, OfflineReceiptsHaveHours) { EXPECT_EQ(prazo(moment, 24h), moment + 24h); }

TEST(Deadlines, NumbersAreVoidedUntilTheTenthOfTheNextMonthThere) {
    auto const end = moment + 24h * 17 + 15h; // 2026-12-11T00:00:00-03:00
    EXPECT_EQ(voiding_deadline(moment, "America/Sao_Paulo"), end);
    EXPECT_EQ(voiding_deadline(moment + 24h * 7 + 14h, "America/Sao_Paulo"), end) << "the last hour of November";
    EXPECT_EQ(voiding_deadline(moment + 24h * 7 + 15h, "America/Sao_Paulo"), end + 24h * 31);
    EXPECT_EQ(voiding_deadline(moment, "America/Rio_Branco"), end + 2h);
}

TEST(Deadlines, ContingencyBeginsBeforeItsReceiptsAndNotTooLongAgo) {
    EXPECT_EQ(dhCont(moment - 1h, moment), moment - 1h);
    EXPECT_EQ(dhCont(moment + 1h, moment), moment);
    EXPECT_EQ(dhCont(moment - 24h * 40, moment), moment - 24h * 29);
}

TEST(GoingOffline, NeedsTheWaitToBeOver) {
    auto facts = sale_that_hangs();
    EXPECT_EQ(offline_transition(facts), Rule::t6);
    facts.exchanges.front().announced = moment - 9s;
    EXPECT_FALSE(offline_transition(facts));
    facts.exchanges.front().announced = moment - 10s;
    EXPECT_TRUE(offline_transition(facts));
    facts.exchanges.front().announced = moment + 1h;
    EXPECT_TRUE(offline_transition(facts)) << "the clock was put back";
    facts.versions.front().dhEmi = moment - 61min;
    EXPECT_FALSE(offline_transition(facts));
}

TEST(GoingOffline, WaitsAnewForWhatWasCorrectedAfterARefusal) {
    auto facts = sale_that_hangs();
    auto& refused = facts.exchanges.front();
    refused.announced = facts.versions.front().dhEmi = facts.created = moment - 2h;
    refused.resultado = Resultado::answered;
    refused.cStat = 778;
    facts.versions.push_back({.versao = 2, .chave = "A", .digest = "b", .dhEmi = moment - 9s, .stored = moment - 9s});
    EXPECT_FALSE(offline_transition(facts)) << "nobody has sent it yet";
    facts.versions.back().stored = moment - 10s;
    EXPECT_EQ(offline_transition(facts), Rule::t6) << "and nobody will";
    facts.exchanges.push_back({.service = Service::authorisation, .versao = 2, .announced = moment - 9s});
    EXPECT_FALSE(offline_transition(facts));
    facts.exchanges.back().announced = moment - 10s;
    EXPECT_EQ(offline_transition(facts), Rule::t6) << "the refused one may be hours old: it is not what is replaced";
    facts.versions.back().dhEmi = moment - 61min;
    EXPECT_FALSE(offline_transition(facts));
}

TEST(GoingOffline, GoesOnWaitingWhereNothingWasJudged) {
    for (int const cStat : {103, 108, 999, 656}) {
        auto facts = sale_that_hangs();
        facts.exchanges.front().resultado = Resultado::answered;
        facts.exchanges.front().cStat = cStat;
        facts.versions.push_back(
            {.versao = 2, .chave = "A", .digest = "b", .dhEmi = moment - 1s, .stored = moment - 1s});
        EXPECT_TRUE(offline_transition(facts)) << cStat << ": only its date was made new";
    }
}

TEST(GoingOffline, IsOnlyForNotasThatWait) {
    for (int i = 0; i < estados; ++i) {
        auto facts = sale_that_hangs();
        facts.estado = static_cast<Estado>(i);
        bool const waits = facts.estado == Estado::enviando || facts.estado == Estado::indefinida;
        EXPECT_EQ(offline_transition(facts).has_value(), waits) << text(facts.estado);
        facts.replaced = true;
        EXPECT_FALSE(offline_transition(facts));
    }
}

TEST(GoingOffline, AbandonsAtOnceWhatProvablyNeverReachedSefaz) {
    EXPECT_EQ(offline_transition(sale_that_hangs(Saiu::unsent)), Rule::t6a);
    EXPECT_EQ(offline_transition(sale_that_hangs(Saiu::unknown)), Rule::t6);
    auto facts = sale_that_hangs();
    for (int const cStat : {108, 109}) {
        facts.exchanges.front().resultado = Resultado::answered;
        facts.exchanges.front().cStat = cStat;
        EXPECT_EQ(offline_transition(facts), Rule::t6a);
    }
    facts.exchanges.front().cStat = 999;
    EXPECT_EQ(offline_transition(facts), Rule::t6) << "a gateway may have passed it on";
    facts.exchanges.front() = {.service = Service::authorisation, .versao = 1, .announced = moment - 20s};
    EXPECT_EQ(offline_transition(facts), Rule::t6) << "still under way";
    facts.exchanges.clear();
    EXPECT_EQ(offline_transition(facts), Rule::t6a) << "no thread was ever free";
    facts = sale_that_hangs(Saiu::unsent);
    facts.exchanges.push_back(sale_that_hangs().exchanges.front());
    EXPECT_EQ(offline_transition(facts), Rule::t6) << "the second one left";
}

TEST(TryingAgain, GoesByStateAndContingency) {
    for (int i = 0; i < estados; ++i) {
        auto facts = sale_that_hangs();
        facts.estado = static_cast<Estado>(i);
        auto const expected = [&](bool contingency) {
            if (facts.estado == Estado::rejeitada) return contingency ? Rule::t7c : Rule::t7;
            return facts.estado == Estado::contingencia_rejeitada ? Rule::t11 : Rule::none;
        };
        EXPECT_EQ(retry_transition(facts, false), expected(false)) << text(facts.estado);
        EXPECT_EQ(retry_transition(facts, true), expected(true)) << text(facts.estado);
    }
}

} // namespace
} // namespace balcao::receipts
