// When a service counts as away, slow or out of reach.

#include "fiscal/sefaz_calls/watch.hpp"

#include <gtest/gtest.h>

namespace balcao::sefaz_calls {
namespace {

using namespace std::chrono_literals;

constexpr Instant now{1'795'435'200'000'000};

class WatchTest : public testing::Test {
protected:
    Watch watch;
    Place const sp{.uf = "SP", .ambiente = "producao"};
    Place const rs{.uf = "RS", .ambiente = "producao"};
    Uuid const first = Uuid::make();
    Uuid const second = Uuid::make();
    CompanyId const company = CompanyId::make();
};

TEST_F(WatchTest, TwoReceiptsWithinAMinuteShowThatAServiceIsAway) {
    EXPECT_FALSE(watch.met_fault(sp, first, now));
    EXPECT_FALSE(watch.met_fault(sp, first, now + 1s)) << "the same receipt again";
    EXPECT_FALSE(watch.met_fault(rs, second, now + 2s)) << "another service";
    EXPECT_TRUE(watch.met_fault(sp, second, now + 59s));
}
TEST_F(WatchTest, FaultsThatLieApartSayNothing) {
    EXPECT_FALSE(watch.met_fault(sp, first, now));
    EXPECT_FALSE(watch.met_fault(sp, second, now + 60s));
}
TEST_F(WatchTest, AJudgementBetweenTwoFaultsShowsThatItWorks) {
    EXPECT_FALSE(watch.met_fault(sp, first, now));
    watch.judged(sp);
    EXPECT_FALSE(watch.met_fault(sp, second, now + 1s));
}
TEST_F(WatchTest, AFaultOfBeforeTheClockWasPutBackDoesNotCount) {
    EXPECT_FALSE(watch.met_fault(sp, first, now + 1h));
    EXPECT_FALSE(watch.met_fault(sp, second, now));
}
TEST_F(WatchTest, DelaysCountForTheirCompanyAlone) {
    EXPECT_FALSE(watch.met_delay(company, "producao", first, now));
    EXPECT_FALSE(watch.met_delay(CompanyId::make(), "producao", second, now));
    EXPECT_FALSE(watch.met_delay(company, "homologacao", second, now));
    EXPECT_TRUE(watch.met_delay(company, "producao", second, now + 119s));
}
TEST_F(WatchTest, AMachineIsCutOffUntilAConnectionGetsThrough) {
    EXPECT_FALSE(watch.met_no_connection("https://sefaz.exemplo/ws", first, now));
    EXPECT_EQ(watch.cut_off_since(), std::nullopt);
    EXPECT_EQ(watch.unreached(), std::nullopt);
    EXPECT_TRUE(watch.met_no_connection("https://sefaz.exemplo/ws", second, now + 5s));
    EXPECT_FALSE(watch.met_no_connection("https://sefaz.exemplo/ws", first, now + 6s)) << "it is known";
    EXPECT_EQ(watch.cut_off_since(), now + 5s);
    EXPECT_EQ(watch.unreached(), "https://sefaz.exemplo/ws");
    EXPECT_TRUE(watch.connected());
    EXPECT_FALSE(watch.connected());
    EXPECT_EQ(watch.cut_off_since(), std::nullopt);
}
TEST(CanConnect, TellsAnAddressWithoutAHostFromOneThatAnswers) {
    EXPECT_FALSE(can_connect("http://127.0.0.1:1/"));
    EXPECT_FALSE(can_connect("https://127.0.0.1:1/servico")); // nobody listens there
    EXPECT_FALSE(can_connect("https://nome.invalid/servico"));
}

} // namespace
} // namespace balcao::sefaz_calls
