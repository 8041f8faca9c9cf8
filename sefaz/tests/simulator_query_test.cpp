// NFeConsultaProtocolo4 of the simulator, and the limits of use.

#include <gmock/gmock.h>

#include "desk.hpp"
#include "nfce/key.hpp"

namespace balcao::sefaz {

namespace {

using namespace std::chrono_literals;
using namespace test;
using QueryTest = DeskTest;

TEST_F(QueryTest, KnowsWhatIsAuthorisedAndCancelled) {
    auto const document = receipt({});
    EXPECT_EQ(query(document.chave), 217);
    auto const nProt = authorised(document);
    auto const found = nfce::read_answer(send(Service::query, nfce::query_message(2, document.chave)));
    EXPECT_EQ(std::get<nfce::Authorised>(found).protocol.nProt, nProt);
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, nProt))), 135);

    auto const body = send(Service::query, nfce::query_message(2, document.chave));
    auto const cancelled = std::get<nfce::Cancelled>(nfce::read_answer(body));
    EXPECT_EQ(cancelled.cStat, 101);
    ASSERT_EQ(cancelled.events.size(), 1U);
    EXPECT_EQ(cancelled.events.front().tpEvento, "110111");
    ASSERT_TRUE(cancelled.authorised);
    EXPECT_EQ(cancelled.authorised->protocol.nProt, nProt);
    auto const bare = std::get<nfce::Cancelled>(nfce::read_answer(
        send(Service::query, nfce::query_message(2, document.chave), {.variants = {.bare_query = true}})));
    EXPECT_TRUE(bare.events.empty());
    auto const prefixed = std::get<nfce::Cancelled>(nfce::read_answer(
        send(Service::query, nfce::query_message(2, document.chave), {.variants = {.prefixed = true}})));
    EXPECT_EQ(prefixed.events.size(), 1U);
}

TEST_F(QueryTest, NamesTheOtherKeyOfANumber) {
    auto const document = receipt({});
    authorised(document);
    auto const other_cNF = receipt({.cNF = "50718293"}).chave, offline = receipt({.tpEmis = 9}).chave;
    auto const answer = nfce::read_answer(send(Service::query, nfce::query_message(2, other_cNF)));
    EXPECT_EQ(std::get<nfce::Duplicate>(answer).cStat, 562);
    EXPECT_EQ(std::get<nfce::Duplicate>(answer).chNFe, document.chave);
    EXPECT_EQ(query(offline), 613);
}

TEST_F(QueryTest, KeysThatAreNone) {
    auto const key = receipt({}).chave;
    auto const with = [&](std::size_t at, std::string_view text) {
        auto other = key;
        return other.replace(at, text.size(), text);
    };
    EXPECT_EQ(query(with(0, "99")), 614);
    EXPECT_EQ(query(with(4, "13")), 616);
    EXPECT_EQ(query(with(6, "00000000000000")), 617);
    EXPECT_EQ(query(with(20, "57")), 618);
    EXPECT_EQ(query(with(25, "000000000")), 619);
    EXPECT_EQ(query(with(43, key[43] == '0' ? "1" : "0")), 236);
    EXPECT_EQ(query("123"), 215);
    EXPECT_EQ(code(Service::query, nfce::query_message(1, key)), 252);
}

TEST_F(QueryTest, MoreThanTenOfAKeyInAnHourAreTooMany) {
    auto const key = receipt({}).chave, other = receipt({.nNF = 2}).chave;
    for (int i = 0; i < 10; ++i) EXPECT_EQ(query(key), 217) << i;
    EXPECT_EQ(query(key), 656);
    EXPECT_EQ(query(other), 656); // the company's use of the service is stopped
    restart();
    EXPECT_EQ(query(other), 656);
    EXPECT_EQ(authorise(receipt({})), 100);
    move_clock(61min);
    EXPECT_EQ(query(other), 217);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(query(key), 100) << i;
    EXPECT_EQ(query(key), 656);
}

TEST_F(QueryTest, EqualRefusalsOfAReceiptAreCounted) {
    auto const late = receipt({.age = 20 * 60});
    for (int i = 0; i < 30; ++i) EXPECT_EQ(authorise(late), 704) << i;
    EXPECT_EQ(authorise(late), 656);
    EXPECT_EQ(authorise(receipt({.nNF = 2})), 656);
    move_clock(61min);
    EXPECT_EQ(authorise(receipt({.nNF = 2, .age = -61 * 60})), 100);
}

TEST_F(QueryTest, TwentyOfAnEventOrARange) {
    auto const document = receipt({});
    auto const message = event_message(cancellation(document.chave, "135260000000001"));
    for (int i = 0; i < 20; ++i) EXPECT_EQ(code(Service::event, message), 494) << i;
    EXPECT_EQ(code(Service::event, message), 656);
    auto const ranges = event_message(nfce::Voiding{.tpAmb = 2,
                                                    .cUF = "35",
                                                    .ano = now_there().aamm().substr(0, 2),
                                                    .CNPJ = cnpj,
                                                    .serie = 1,
                                                    .nNFIni = 5,
                                                    .nNFFin = 5,
                                                    .xJust = "Falha na sequência de números"});
    EXPECT_EQ(code(Service::voiding, ranges), 102);
    for (int i = 0; i < 20; ++i) EXPECT_EQ(code(Service::voiding, ranges), 563) << i;
    EXPECT_EQ(code(Service::voiding, ranges), 656);
}

TEST_F(QueryTest, WindowsAndLimitsPassQuickerWhenAsked) {
    desk.reset();
    desk = std::make_unique<simulator::Desk>(folder.path(), *authority, simulator::Pace{.fast = 60});
    auto const document = receipt({});
    auto const nProt = authorised(document);
    auto const key = receipt({.nNF = 2}).chave;
    for (int i = 0; i < 10; ++i) EXPECT_EQ(query(key), 217) << i;
    EXPECT_EQ(query(key), 656);
    move_clock(61s);
    EXPECT_EQ(query(key), 217);
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, nProt))), 501);
}

} // namespace

} // namespace balcao::sefaz
