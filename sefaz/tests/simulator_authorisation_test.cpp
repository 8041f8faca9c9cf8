// NFeAutorizacao4 and NFeRetAutorizacao4 of the simulator.

#include <algorithm>
#include <random>

#include <gmock/gmock.h>

#include "desk.hpp"
#include "nfce/foreign.hpp"
#include "nfce/receipt_key.hpp"
#include "nfce/tables.hpp"
#include "sefaz/simulator/receipt_judge.hpp"

namespace balcao::sefaz {

namespace {

using namespace std::chrono_literals;
using namespace test;
using simulator::Misdeed;
using AuthorisationTest = DeskTest;

TEST_F(AuthorisationTest, AuthorisesUnderAProtocolOfItsOwn) {
    auto const document = receipt({});
    auto const answer = nfce::read_answer(send(Service::authorisation, lote(document)));
    auto const& authorised = std::get<nfce::Authorised>(answer);
    EXPECT_EQ(authorised.protocol.cStat, 100);
    EXPECT_TRUE(nfce::matches(authorised.protocol, document.chave, document.digest_value));
    EXPECT_EQ(authorised.protocol.nProt.size(), 15U);
    EXPECT_TRUE(authorised.protocol.nProt.starts_with("135"));
    auto const second = nfce::read_answer(send(Service::authorisation, lote(receipt({.nNF = 2}))));
    EXPECT_NE(std::get<nfce::Authorised>(second).protocol.nProt, authorised.protocol.nProt);
    EXPECT_TRUE(nfce::test::valid_by_schema("nfe/enviNFe_v4.00.xsd", lote(document)));
}

TEST_F(AuthorisationTest, TheSameReceiptTwiceIsADuplicate) {
    auto const document = receipt({});
    EXPECT_EQ(authorise(document), 100);
    auto const again = nfce::read_answer(send(Service::authorisation, lote(document)));
    auto const& duplicate = std::get<nfce::Duplicate>(again);
    EXPECT_EQ(duplicate.cStat, 204);
    EXPECT_EQ(duplicate.nRec.size(), 15U);
    EXPECT_EQ(authorise(document, {.variants = {.repeat_is_authorised = true}}), 100);
    EXPECT_EQ(authorise(receipt({.change = [](auto& sale) { sale.ide.natOp = "OUTRA VENDA"; }}),
                        {.variants = {.repeat_is_authorised = true}}),
              204); // other bytes
}

TEST_F(AuthorisationTest, TheSameNumberUnderAnotherKeyIsNamed) {
    auto const first = receipt({});
    EXPECT_EQ(authorise(first), 100);
    auto const answer = nfce::read_answer(send(Service::authorisation, lote(receipt({.cNF = "50718293"}))));
    auto const& duplicate = std::get<nfce::Duplicate>(answer);
    EXPECT_EQ(duplicate.cStat, 539);
    EXPECT_EQ(duplicate.chNFe, first.chave);
    EXPECT_EQ(authorise(receipt({.tpEmis = 9})), 539);
}

TEST_F(AuthorisationTest, ACancelledOneIsNotTakenAgain) {
    auto const document = receipt({});
    auto const nProt = authorised(document);
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, nProt))), 135);
    EXPECT_EQ(authorise(document), 218);
}

TEST_F(AuthorisationTest, TimesAreJudgedByItsOwnClock) {
    EXPECT_EQ(authorise(receipt({.nNF = 1, .age = -20 * 60})), 703);
    EXPECT_EQ(authorise(receipt({.nNF = 1, .age = 20 * 60})), 704);
    move_clock(20min);
    EXPECT_EQ(authorise(receipt({.nNF = 1})), 704);
    EXPECT_EQ(authorise(receipt({.nNF = 1, .age = -20 * 60})), 100);
    move_clock(-20min);
    EXPECT_EQ(authorise(receipt({.nNF = 2})), 703);
    move_clock(0min);
    EXPECT_EQ(authorise(receipt({.nNF = 3, .tpEmis = 9, .age = 60 * 60})), 100);
    EXPECT_EQ(authorise(receipt({.nNF = 4, .tpEmis = 9, .age = 25 * 60 * 60})), 150); // late, but taken
}

TEST_F(AuthorisationTest, SignaturesAreVerified) {
    auto const good = receipt({});
    auto const as_lote = [](std::string const& xml) { return nfce::authorisation_message("1", xml); };
    EXPECT_EQ(code(Service::authorisation, as_lote(changed(good.xml, "VENDA DE MERCADORIA", "VENDA DE MERCADORIAS"))),
              297);
    auto const value = good.xml.find("<SignatureValue>") + 16;
    auto broken = good.xml;
    broken.replace(value, 1, broken[value] == 'A' ? "B" : "A");
    EXPECT_EQ(code(Service::authorisation, as_lote(broken)), 297);
    // Of another company, as its own till would sign it.
    auto const foreign = signer(*authority, other_cnpj);
    auto unsigned_xml = good.xml;
    auto const begin = unsigned_xml.find("<Signature"), end = unsigned_xml.find("</Signature>") + 12;
    unsigned_xml.erase(begin, end - begin);
    EXPECT_EQ(code(Service::authorisation, as_lote(nfce::sign_xml(unsigned_xml, foreign).value())), 213);
    auto const expired = signer(*authority, cnpj, -day);
    EXPECT_EQ(code(Service::authorisation, as_lote(nfce::sign_xml(unsigned_xml, expired).value())), 291);
    // The connection may be another's: an accountant's, say.
    caller.CNPJ = other_cnpj;
    EXPECT_EQ(authorise(good), 100);
}

TEST_F(AuthorisationTest, RulesThatNeedNoRegistry) {
    auto const refused = [&](int cStat, auto change) {
        auto const document = receipt({.spoil = change});
        EXPECT_EQ(authorise(document), cStat);
        EXPECT_EQ(query(document.chave), 217) << cStat;
    };
    refused(253, [](nfce::Nfce& nfce) { nfce.ide.cDV = nfce.ide.cDV == "1" ? "2" : "1"; });
    refused(897, [](nfce::Nfce& nfce) {
        nfce.ide.cNF = "11111111";
        nfce.chave = nfce::key_of(nfce).value();
        nfce.ide.cDV = nfce.chave.substr(43);
    });
    refused(629, [](nfce::Nfce& nfce) {
        nfce.det[0].prod.vUnCom = decltype(nfce.det[0].prod.vUnCom)::parse("6.0000000000").value();
    });
    refused(778, [](nfce::Nfce& nfce) { nfce.det[0].prod.NCM = "99999999"; });
    refused(725, [](nfce::Nfce& nfce) { nfce.det[0].prod.CFOP = "5929"; });
    auto const answer = nfce::read_answer(send(
        Service::authorisation, lote(receipt({.spoil = [](nfce::Nfce& nfce) { nfce.det[0].prod.CFOP = "5929"; }}))));
    EXPECT_EQ(std::get<nfce::Rejected>(answer).item, 1);
}

TEST_F(AuthorisationTest, MessagesThatAreNone) {
    auto const good = lote(receipt({}));
    EXPECT_EQ(code(Service::authorisation, "<foo/>"), 516);
    EXPECT_EQ(code(Service::authorisation, changed(good, "<idLote>1</idLote>", "<idLote>x</idLote>")), 215);
    EXPECT_EQ(code(Service::authorisation, changed(good, "<nNF>1</nNF>", "<nNF>01</nNF>")), 225);
    EXPECT_EQ(code(Service::authorisation, changed(good, "<indSinc>1</indSinc>", "<indSinc>0</indSinc>")), 452);
    EXPECT_EQ(code(Service::authorisation, changed(good, "<idLote>", "\n<idLote>")), 588);
    EXPECT_EQ(code(Service::authorisation, changed(good, "versao=\"4.00\"><idLote>", "versao=\"3.10\"><idLote>")), 239);
    auto const two = changed(good, "</enviNFe>", receipt({.nNF = 2}).xml + "</enviNFe>");
    EXPECT_EQ(code(Service::authorisation, two), 126);
    EXPECT_EQ(
        code(Service::authorisation, changed(good, "<idLote>1", "<idLote>1<!--" + std::string(510'000, 'x') + "-->")),
        214);
    auto prefixed = changed(changed(good, "<enviNFe xmlns=", "<n:enviNFe xmlns:n="), "</enviNFe>", "</n:enviNFe>");
    EXPECT_EQ(code(Service::authorisation, prefixed), 404);
    auto const in_producao =
        receipt({.change = [](nfce::Sale& sale) { sale.urls = nfce::Tables::base()->consultation_urls("SP", 1); },
                 .spoil = [](nfce::Nfce& made) { made.ide.tpAmb = 1; }});
    EXPECT_EQ(code(Service::authorisation, lote(in_producao)), 252);
    EXPECT_EQ(desk->list("documentos", 0), "[]");
}

/// One random change: a byte turned, a piece left out, doubled, or put in place of another.
std::string mutated(std::string text, std::mt19937& dice) {
    auto const at = [&] { return dice() % text.size(); };
    auto const begin = at(), length = std::min<std::size_t>(text.size() - begin, 1 + dice() % 40);
    switch (dice() % 4) {
    case 0: text[begin] = static_cast<char>(dice() % 256); break;
    case 1: text.erase(begin, length); break;
    case 2: text.insert(at(), text.substr(begin, length)); break;
    default: text.replace(at(), 1, text.substr(begin, length)); break;
    }
    return text;
}

TEST_F(AuthorisationTest, WhatWasChangedOnItsWayIsNeverTaken) {
    auto const document = receipt({});
    auto const body = nfce::soap_envelope(Service::authorisation, lote(document));
    std::mt19937 dice(20'261'123);
    int taken = 0;
    for (int i = 0; i < 3'000; ++i) {
        auto const changed_body = mutated(body, dice);
        auto const message = simulator::read_message(Service::authorisation, changed_body);
        if (!message || simulator::message_fault(Service::authorisation, *message)) continue;
        auto const judged = simulator::examine_receipt(message->subject.document, now(), nfce::Tables::base());
        if (!judged) continue;
        ++taken; // what is not signed may differ: idLote, the QR code, names of prefixes
        EXPECT_EQ(judged->digest_value, document.digest_value) << changed_body;
        EXPECT_EQ(judged->nfce.chave, document.chave) << changed_body;
    }
    EXPECT_LT(taken, 300);
}

TEST_F(AuthorisationTest, JudgedLaterTheSenderAsksForItsBatch) {
    auto const document = receipt({});
    auto const taken = nfce::read_answer(
        send(Service::authorisation, lote(document), {.misdeed = Misdeed::asynchronous, .judged_after = 20s}));
    auto const& progress = std::get<nfce::InProgress>(taken);
    auto const ask = [&] {
        return send(Service::authorisation_result, nfce::authorisation_result_message(2, progress.nRec));
    };
    EXPECT_EQ(code_in(ask()), 105);
    EXPECT_EQ(query(document.chave), 217);
    EXPECT_EQ(authorise(document), 635);
    restart();
    move_clock(21s);
    auto const authorised = std::get<nfce::Authorised>(nfce::read_answer(ask()));
    EXPECT_TRUE(nfce::matches(authorised.protocol, document.chave, document.digest_value));
    EXPECT_EQ(query(document.chave), 100);
    EXPECT_EQ(code(Service::authorisation_result, nfce::authorisation_result_message(2, "350000000009999")), 106);
    caller.CNPJ = other_cnpj;
    EXPECT_EQ(code_in(ask()), 223);
}

TEST_F(AuthorisationTest, ALateOneIsJudgedThoughNobodyWasTold) {
    auto const document = receipt({});
    send(Service::authorisation, lote(document), {.misdeed = Misdeed::late, .judged_after = 20s});
    EXPECT_EQ(query(document.chave), 217);
    move_clock(21s);
    EXPECT_EQ(query(document.chave), 100);
    // The number was used otherwise meanwhile: the late one comes to nothing.
    auto const second = receipt({.nNF = 2});
    send(Service::authorisation, lote(second), {.misdeed = Misdeed::late, .judged_after = 20s});
    auto const other = receipt({.nNF = 2, .cNF = "50718293"});
    EXPECT_EQ(authorise(other), 100);
    move_clock(42s);
    EXPECT_EQ(query(other.chave), 100);
    EXPECT_EQ(query(second.chave), 562);
}

TEST_F(AuthorisationTest, LawfulAnswersLookDifferent) {
    auto const document = receipt({});
    auto const body = send(Service::authorisation, lote(document),
                           {.variants = {.prefixed = true, .signed_protocol = true, .long_protocol = true}});
    EXPECT_THAT(body, testing::HasSubstr("<nfe:retEnviNFe xmlns:nfe="));
    auto const authorised = std::get<nfce::Authorised>(nfce::read_answer(body));
    EXPECT_EQ(authorised.protocol.nProt.size(), 17U);
    auto const stored = nfce::XmlDocument::parse(authorised.protNFe_xml);
    ASSERT_TRUE(stored) << authorised.protNFe_xml;
    EXPECT_TRUE(nfce::verify_signature(*stored, "infProt")) << authorised.protNFe_xml;
    auto const unsigned_body =
        send(Service::authorisation, lote(receipt({.nNF = 2})), {.variants = {.prefixed = true}});
    EXPECT_TRUE(std::holds_alternative<nfce::Authorised>(nfce::read_answer(unsigned_body))) << unsigned_body;
}

TEST_F(AuthorisationTest, AuthorisesWithAlerts) {
    auto const document = receipt({});
    simulator::Behaviour behaviour;
    behaviour.variants.alerts = {"CNPJ do destinatário irregular", "Outro alerta"};
    auto const answer = nfce::read_answer(send(Service::authorisation, lote(document), behaviour));
    auto const& protocol = std::get<nfce::Authorised>(answer).protocol;
    EXPECT_EQ(protocol.cStat, 120);
    ASSERT_EQ(protocol.messages.size(), 2);
    EXPECT_EQ(protocol.messages.front().xMsg, "CNPJ do destinatário irregular");
    EXPECT_EQ(query(document.chave), 120);
}

TEST_F(AuthorisationTest, ACompanyMayPractiseAnotherDay) {
    auto const document = receipt({.change = [](nfce::Sale& sale) {
        sale.ide.dhEmi = nfce::DateTime::from_epoch(sale.ide.dhEmi.epoch() + 40 * nfce::seconds_a_day, -3);
    }});
    EXPECT_EQ(authorise(document), 703);
    desk->set_clock_offset(cnpj, std::chrono::days(40));
    EXPECT_EQ(authorise(document), 100);
    EXPECT_EQ(authorise(receipt({.nNF = 2})), 704); // late on the day that is practised
    desk->set_clock_offset(cnpj, {});
    EXPECT_EQ(authorise(receipt({.nNF = 2})), 100);
}

TEST_F(AuthorisationTest, JudgesByTheTablesInItsFolder) {
    auto text = std::string(nfce::base_text(nfce::TableFile::parametros));
    std::string_view const limit = "limite_sem_destinatario,10000.00";
    ASSERT_NE(text.find(limit), std::string::npos);
    text.replace(text.find(limit), limit.size(), "limite_sem_destinatario,1.00");
    auto const tables = nfce::Tables::make({{nfce::TableFile::parametros, text}});
    ASSERT_TRUE(tables);
    ASSERT_TRUE(write_tables(folder.path(), **tables));
    EXPECT_EQ(authorise(receipt({})), 750);
    restart();
    EXPECT_EQ(authorise(receipt({})), 750);
    ASSERT_TRUE(write_tables(folder.path(), *nfce::Tables::base()));
    restart();
    EXPECT_EQ(authorise(receipt({})), 100);
}

TEST_F(AuthorisationTest, CodesThatWereToldAreAnsweredInTheirPlace) {
    auto const document = receipt({});
    for (int const cStat : {108, 109, 656, 999, 281}) {
        auto const body = send(Service::authorisation, lote(document), {.cStat = cStat});
        EXPECT_EQ(code_in(body), cStat);
        EXPECT_THAT(body, testing::Not(testing::HasSubstr("protNFe"))) << cStat;
    }
    for (int const cStat : {204, 301, 704, 781, 1'024}) {
        auto const body = send(Service::authorisation, lote(document), {.cStat = cStat, .xMotivo = "Rejeição: teste"});
        EXPECT_EQ(code_in(body), cStat);
        EXPECT_THAT(body, testing::HasSubstr("<xMotivo>Rejeição: teste</xMotivo></infProt>")) << cStat;
    }
    EXPECT_EQ(query(document.chave), 217);
    // Judged behind a gateway that says something else.
    EXPECT_EQ(authorise(document, {.cStat = 999, .when = simulator::When::after}), 999);
    EXPECT_EQ(query(document.chave), 100);
}

TEST_F(AuthorisationTest, AnswersThatAreWrong) {
    auto const document = receipt({});
    auto const spoiled = [&](Misdeed misdeed) {
        return send(Service::authorisation, lote(document),
                    {.misdeed = misdeed, .when = simulator::When::after, .variants = {.repeat_is_authorised = true}});
    };
    auto const wrong = std::get<nfce::Authorised>(nfce::read_answer(spoiled(Misdeed::wrong_digest)));
    EXPECT_EQ(wrong.protocol.chNFe, document.chave);
    EXPECT_FALSE(nfce::matches(wrong.protocol, document.chave, document.digest_value));
    auto const other = nfce::read_answer_head(spoiled(Misdeed::other_key)).value();
    EXPECT_TRUE(nfce::is_valid_key(other.chNFe));
    EXPECT_FALSE(nfce::concerns(other, 2, document.chave));
    EXPECT_EQ(nfce::read_answer_head(spoiled(Misdeed::foreign)).value().service, Service::status);
    EXPECT_TRUE(std::holds_alternative<nfce::Undecided>(nfce::read_answer(spoiled(Misdeed::doubled))));
    EXPECT_EQ(query(document.chave), 100);
}

} // namespace

} // namespace balcao::sefaz
