// NFeRecepcaoEvento4 of the simulator.

#include <gmock/gmock.h>

#include "desk.hpp"

namespace balcao::sefaz {

namespace {

using namespace std::chrono_literals;
using namespace test;
using EventTest = DeskTest;

TEST_F(EventTest, CancelsOnce) {
    auto const document = receipt({});
    auto const nProt = authorised(document);
    auto const message = event_message(cancellation(document.chave, nProt));
    auto const answer = nfce::read_answer(send(Service::event, message));
    auto const& registered = std::get<nfce::EventRegistered>(answer);
    EXPECT_EQ(registered.cStat, 135);
    EXPECT_EQ(registered.chNFe, document.chave);
    EXPECT_EQ(registered.tpEvento, "110111");
    EXPECT_NE(registered.nProt, nProt);
    EXPECT_EQ(code(Service::event, message), 573);
}

TEST_F(EventTest, TheWindowCloses) {
    auto const document = receipt({});
    auto const nProt = authorised(document);
    auto late = cancellation(document.chave, nProt);
    move_clock(30min + 2s);
    EXPECT_EQ(code(Service::event, event_message(late)), 501);
    move_clock(29min + 50s);
    EXPECT_EQ(code(Service::event, event_message(late)), 135);
}

TEST_F(EventTest, WhatItKnowsOfTheReceiptDecides) {
    auto const document = receipt({});
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, "135260000000001"))), 494);
    auto const nProt = authorised(document);
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, "135260000009999"))), 222);
    auto event = cancellation(document.chave, nProt);
    auto const at = now();
    event.dhEvento = nfce::DateTime::from_epoch(at - 20 * 60, -3);
    EXPECT_EQ(code(Service::event, event_message(event)), 577);
    event.dhEvento = nfce::DateTime::from_epoch(at + 20 * 60, -3);
    EXPECT_EQ(code(Service::event, event_message(event)), 578);
    // Issued offline an hour ago, authorised just now, cancelled with a time between.
    auto const offline = receipt({.nNF = 2, .tpEmis = 9, .age = 60 * 60});
    event = cancellation(offline.chave, authorised(offline));
    event.dhEvento = nfce::DateTime::from_epoch(at - 20 * 60, -3);
    EXPECT_EQ(code(Service::event, event_message(event)), 135);
}

TEST_F(EventTest, AnEventBeforeItsAuthorisation) {
    move_clock(20min);
    auto const document = receipt({.age = -20 * 60});
    auto const nProt = authorised(document);
    move_clock(40min);
    auto event = cancellation(document.chave, nProt);
    event.dhEvento = nfce::DateTime::from_epoch(now() + 14 * 60, -3);
    EXPECT_EQ(code(Service::event, event_message(event)), 577);
    auto const slow = receipt({.nNF = 2, .age = -36 * 60});
    auto const later = authorised(slow);
    event = cancellation(slow.chave, later);
    event.dhEvento = nfce::DateTime::from_epoch(now() + 33 * 60, -3);
    EXPECT_EQ(code(Service::event, event_message(event)), 579);
}

TEST_F(EventTest, EventsThatAreWrongInThemselves) {
    auto const document = receipt({});
    auto const nProt = authorised(document);
    auto const good =
        nfce::write_event(cancellation(document.chave, nProt), nfce::test::certificate()).value().document;
    auto const code_with = [&](std::string_view from, std::string_view to) {
        return code(Service::event, envelope_of_event(resigned(good, from, to)));
    };
    EXPECT_EQ(code_with("<verEvento>1.00", "<verEvento>2.00"), 492);
    EXPECT_EQ(code_with("<descEvento>Cancelamento", "<descEvento>Cancelado"), 493);
    EXPECT_EQ(code_with("<nSeqEvento>1<", "<nSeqEvento>2<"), 572);
    EXPECT_EQ(code_with("<tpEvento>110111", "<tpEvento>110110"), 491);
    EXPECT_EQ(code_with("<cOrgao>35", "<cOrgao>43"), 250);
    EXPECT_EQ(code_with("<tpAmb>2", "<tpAmb>1"), 252);
    EXPECT_EQ(code_with("<xJust>Cliente desistiu da compra", "<xJust>Curta"), 493);
    EXPECT_EQ(code(Service::event, envelope_of_event(changed(good, "Cliente", "Cliente "))), 297);
    EXPECT_EQ(code(Service::event, envelope_of_event(changed(good, "<nSeqEvento>1<", "<nSeqEvento>0<"))), 215);
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, nProt), signer(*authority, other_cnpj))),
              213);
    EXPECT_EQ(code_with("<CNPJ>11222333000181", "<CNPJ>11222333000262"), 574);
    EXPECT_EQ(query(document.chave), 100);
}

class SubstitutionTest : public DeskTest {
protected:
    /// What a till does after a lost answer: authorised after all, and issued again offline.
    void SetUp() override {
        DeskTest::SetUp();
        first = receipt({.nNF = 1});
        nProt = authorised(first);
    }
    int substitute(nfce::SignedDocument const& by) {
        auto event = cancellation(first.chave, nProt);
        event.by = nfce::SubstitutedBy{.chNFeRef = by.chave, .verAplic = "Balcao 1.0"};
        return code(Service::event, event_message(event));
    }
    int substitute_by(Making making) {
        making.nNF = 2;
        making.tpEmis = 9;
        auto const by = receipt(making);
        authorised(by);
        return substitute(by);
    }
    nfce::SignedDocument first;
    std::string nProt;
};

TEST_F(SubstitutionTest, TheSameSaleAgain) {
    EXPECT_EQ(substitute_by({}), 135);
    auto const found = nfce::read_answer(send(Service::query, nfce::query_message(2, first.chave)));
    EXPECT_EQ(std::get<nfce::Cancelled>(found).events.front().tpEvento, "110112");
    EXPECT_EQ(code(Service::event, event_message(cancellation(first.chave, nProt))), 420);
}

TEST_F(SubstitutionTest, WithinAWeek) {
    auto const by = receipt({.nNF = 2, .tpEmis = 9});
    authorised(by);
    move_clock(168h + 2s);
    EXPECT_EQ(substitute(by), 501);
    move_clock(167h);
    EXPECT_EQ(substitute(by), 135);
}

TEST_F(SubstitutionTest, OneThatIsNotThere) { EXPECT_EQ(substitute(receipt({.nNF = 2, .tpEmis = 9})), 912); }

TEST_F(SubstitutionTest, OneThatIsCancelled) {
    auto const by = receipt({.nNF = 2, .tpEmis = 9});
    EXPECT_EQ(code(Service::event, event_message(cancellation(by.chave, authorised(by)))), 135);
    EXPECT_EQ(substitute(by), 913);
}

TEST_F(SubstitutionTest, OneOfAnotherTime) { EXPECT_EQ(substitute_by({.age = 2 * 60 * 60 + 60}), 914); }

TEST_F(SubstitutionTest, OneOfAnotherValue) {
    EXPECT_EQ(substitute_by({.change =
                                 [](nfce::Sale& sale) {
                                     sale.items[0].prod.qCom =
                                         decltype(sale.items[0].prod.qCom)::parse("1.0000").value();
                                     sale.items[0].prod.qTrib = sale.items[0].prod.qCom;
                                     sale.payments[0].vPag = nfce::Valor::parse("5.50").value();
                                 }}),
              915);
}

TEST_F(SubstitutionTest, OneForSomebodyElse) {
    EXPECT_EQ(substitute_by({.change =
                                 [](nfce::Sale& sale) {
                                     sale.dest =
                                         nfce::Dest{.id = {.kind = nfce::PersonId::Kind::cpf, .value = "52998224725"}};
                                 }}),
              917);
}

TEST_F(SubstitutionTest, OneOfOtherItems) {
    EXPECT_EQ(substitute_by({.change = [](nfce::Sale& sale) { sale.items[0].prod.cProd = "P002"; }}), 919);
    auto const twice = [](nfce::Sale& sale) {
        auto& prod = sale.items[0].prod;
        prod.qCom = decltype(prod.qCom)::parse("1.0000").value();
        prod.qTrib = prod.qCom;
        sale.items.push_back(sale.items[0]);
    };
    auto const by = receipt({.nNF = 3, .tpEmis = 9, .change = twice});
    authorised(by);
    EXPECT_EQ(substitute(by), 918);
}

TEST_F(SubstitutionTest, OnlyAnOfflineOneForAnOnlineOne) {
    auto const online = receipt({.nNF = 2});
    authorised(online);
    auto event = cancellation(first.chave, nProt);
    event.by = nfce::SubstitutedBy{.chNFeRef = receipt({.nNF = 2, .tpEmis = 9}).chave, .verAplic = "Balcao 1.0"};
    auto const good = nfce::write_event(event, nfce::test::certificate()).value().document;
    auto const with = [&](std::string const& key) {
        return code(Service::event, envelope_of_event(resigned(good, event.by->chNFeRef, key)));
    };
    EXPECT_EQ(with(online.chave), 920);
    EXPECT_EQ(with(first.chave), 911);
    auto broken = online.chave;
    broken[43] = broken[43] == '0' ? '1' : '0';
    EXPECT_EQ(with(broken), 910);
}

TEST_F(SubstitutionTest, OneWithOtherIcms) {
    auto const unnamed = [](nfce::Sale& sale) { sale.dest.reset(); };
    auto const normal = receipt({.vector = "v04", .nNF = 10, .change = unnamed});
    nProt = authorised(normal);
    first = normal;
    auto const by = receipt({.vector = "v04", .nNF = 11, .tpEmis = 9, .change = [](nfce::Sale& sale) {
                                 sale.dest.reset();
                                 sale.items[0].icms.pICMS = nfce::Written<4>::parse("12.0000").value();
                             }});
    authorised(by);
    EXPECT_EQ(substitute(by), 916);
}

} // namespace

} // namespace balcao::sefaz
