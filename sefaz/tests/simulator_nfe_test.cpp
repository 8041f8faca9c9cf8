// Model 55 at the simulator: its own services, and the SVC in their place.

#include <gmock/gmock.h>

#include "desk.hpp"
#include "nfce/foreign.hpp"
#include "nfce/key.hpp"

namespace balcao::sefaz {

namespace {

using namespace std::chrono_literals;
using namespace test;
using nfce::Authoriser;

nfce::Voiding voiding(int from, int to, int mod = 55) {
    return {.tpAmb = 2,
            .cUF = "35",
            .ano = now_there().aamm().substr(0, 2),
            .CNPJ = cnpj,
            .serie = 1,
            .nNFIni = from,
            .nNFFin = to,
            .xJust = "Falha na sequência de números",
            .mod = mod};
}

class NfeTest : public DeskTest {
protected:
    void SetUp() override {
        DeskTest::SetUp();
        call(Authoriser::nfe);
    }
    void call(Authoriser authoriser) { caller.authoriser = authoriser; }
    int cancel(nfce::SignedDocument const& document, std::string const& nProt) {
        return code(Service::event, event_message(cancellation(document.chave, nProt)));
    }
    static nfce::Correction letter(std::string const& chNFe, int number) {
        return {.idLote = "1",
                .tpAmb = 2,
                .CNPJ = cnpj,
                .chNFe = chNFe,
                .dhEvento = now_there(),
                .nSeqEvento = number,
                .anterior = number == 1 ? "" : "Natureza da operação: VENDA",
                .itens = {{"informacoes", "ENTREGA NA OBRA"}}};
    }
    int correct(std::string const& chNFe, int number) {
        return code(Service::event, event_message(letter(chNFe, number)));
    }
    int status(std::string const& cUF = "35") { return code(Service::status, nfce::status_message(2, cUF)); }
};

TEST_F(NfeTest, IsAuthorisedAndFound) {
    auto const document = nfe({});
    EXPECT_EQ(query(document.chave), 217);
    auto const answer = nfce::read_answer(send(Service::authorisation, lote(document)));
    auto const& authorised = std::get<nfce::Authorised>(answer);
    EXPECT_EQ(authorised.protocol.cStat, 100);
    EXPECT_TRUE(nfce::matches(authorised.protocol, document.chave, document.digest_value));
    EXPECT_EQ(query(document.chave), 100);
    EXPECT_EQ(authorise(document), 204);
    EXPECT_EQ(authorise(nfe({.cNF = "50718293"})), 539);
    restart();
    EXPECT_EQ(query(document.chave), 100);
    EXPECT_EQ(status(), 107);
}

TEST_F(NfeTest, ItsNumbersAreItsOwn) {
    EXPECT_EQ(authorise(nfe({.nNF = 7})), 100);
    EXPECT_EQ(query(nfe({.nNF = 7, .cNF = "50718293"}).chave), 562);
    call(Authoriser::nfce);
    EXPECT_EQ(authorise(receipt({.nNF = 7})), 100);
    EXPECT_EQ(authorise(receipt({.nNF = 7})), 204);
    EXPECT_EQ(query(receipt({.nNF = 8}).chave), 217);
    call(Authoriser::nfe);
    EXPECT_EQ(authorise(nfe({.nNF = 7, .change = [](nfce::Sale& sale) { sale.ide.serie = 2; }})), 100);
}

TEST_F(NfeTest, EachModelHasItsServices) {
    EXPECT_EQ(authorise(receipt({})), 450);
    EXPECT_EQ(query(receipt({}).chave), 618);
    call(Authoriser::nfce);
    EXPECT_EQ(authorise(nfe({})), 775);
    EXPECT_EQ(query(nfe({}).chave), 618);
    call(Authoriser::svc_an);
    EXPECT_EQ(authorise(receipt({})), 783);
}

TEST_F(NfeTest, TheRulesOfItsModelAreJudged) {
    EXPECT_EQ(authorise(nfe({.age = 29 * day})), 100); // no five minutes as an NFC-e has
    EXPECT_EQ(authorise(nfe({.nNF = 2, .age = 31 * day})), 228);
    EXPECT_EQ(authorise(nfe({.nNF = 2, .spoil = [](nfce::Nfce& one) { one.dest->IE = "110042490115"; }})), 210);
}

TEST_F(NfeTest, TheSvcStandsInWhenItIsOn) {
    auto const document = nfe({.tpEmis = 6});
    EXPECT_EQ(authorise(document), 570);
    call(Authoriser::svc_an);
    EXPECT_EQ(status(), 114);
    EXPECT_EQ(authorise(document), 114);
    desk->set_svc("SP", simulator::SvcState::on);
    EXPECT_EQ(status(), 107);
    EXPECT_EQ(status("29"), 582); // Bahia goes to the SVC-RS
    EXPECT_EQ(authorise(nfe({})), 713);
    EXPECT_EQ(authorise(document), 100);
    EXPECT_EQ(query(document.chave), 100);
    EXPECT_EQ(query(nfe({.nNF = 2}).chave), 713);
    EXPECT_EQ(correct(document.chave, 1), 135);
    EXPECT_EQ(correct(nfe({.nNF = 2}).chave, 1), 713);
    desk->set_svc("SP", simulator::SvcState::ending);
    EXPECT_EQ(status(), 113);
    EXPECT_EQ(authorise(nfe({.nNF = 2, .tpEmis = 6})), 100);
    call(Authoriser::svc_rs);
    EXPECT_EQ(authorise(document), 584);
    EXPECT_EQ(status(), 582);
    // The UF knows it when it is back, and its number is used.
    call(Authoriser::nfe);
    auto const found = nfce::read_answer(send(Service::query, nfce::query_message(2, document.chave)));
    EXPECT_EQ(std::get<nfce::Authorised>(found).events.size(), 1U);
    EXPECT_EQ(authorise(nfe({})), 539);
    restart();
    EXPECT_EQ(desk->svc("SP"), simulator::SvcState::ending);
}

TEST_F(NfeTest, TheSvcHasNeitherVoidingNorRegistry) {
    call(Authoriser::svc_an);
    desk->set_svc("SP", simulator::SvcState::on);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", cnpj)), 586);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 6))), 586);
}

TEST_F(NfeTest, IsCancelledWithinADayOrLateWhereTheUfTakesIt) {
    auto const document = nfe({}), late = nfe({.nNF = 2}), too_late = nfe({.nNF = 3});
    auto const nProt = authorised(document), late_nProt = authorised(late), too_late_nProt = authorised(too_late);
    EXPECT_EQ(cancel(document, "135260000009999"), 222);
    move_clock(23h + 59min);
    EXPECT_EQ(cancel(document, nProt), 135);
    EXPECT_EQ(cancel(document, nProt), 573);
    auto const found =
        std::get<nfce::Cancelled>(nfce::read_answer(send(Service::query, nfce::query_message(2, document.chave))));
    EXPECT_EQ(found.cStat, 101);
    EXPECT_EQ(authorise(document), 218);
    move_clock(24h + 2s);
    EXPECT_EQ(cancel(late, late_nProt), 155);
    move_clock(480h + 2s);
    EXPECT_EQ(cancel(too_late, too_late_nProt), 501);
}

TEST_F(NfeTest, CorrectionsAreRegisteredOneAfterTheOther) {
    auto const document = nfe({});
    EXPECT_EQ(correct(document.chave, 1), 494);
    auto const nProt = authorised(document);
    auto const answer = nfce::read_answer(send(Service::event, event_message(letter(document.chave, 1))));
    auto const& registered = std::get<nfce::EventRegistered>(answer);
    EXPECT_EQ(registered.cStat, 135);
    EXPECT_EQ(registered.tpEvento, "110110");
    EXPECT_EQ(correct(document.chave, 1), 573);
    EXPECT_EQ(correct(document.chave, 20), 135);
    auto const good = nfce::write_event(letter(document.chave, 20), nfce::test::certificate()).value().document;
    EXPECT_EQ(
        code(Service::event, envelope_of_event(resigned(changed(good, document.chave + "20", document.chave + "21"),
                                                        "<nSeqEvento>20<", "<nSeqEvento>21<"))),
        594);
    EXPECT_EQ(code(Service::event, envelope_of_event(resigned(good, "nao esteja", "esteja"))), 493); // fixed terms
    auto const found =
        std::get<nfce::Authorised>(nfce::read_answer(send(Service::query, nfce::query_message(2, document.chave))));
    ASSERT_EQ(found.events.size(), 2U);
    EXPECT_EQ(found.events[1].nSeqEvento, "20");
    restart();
    SetUp();
    EXPECT_EQ(correct(document.chave, 20), 573);
    EXPECT_EQ(cancel(document, nProt), 135);
    EXPECT_EQ(correct(document.chave, 2), 580);
}

TEST_F(NfeTest, CorrectionsEndAfterThirtyDays) {
    auto const document = nfe({});
    authorised(document);
    move_clock(720h - 10s);
    EXPECT_EQ(correct(document.chave, 1), 135);
    move_clock(720h + 2s);
    EXPECT_EQ(correct(document.chave, 2), 501);
}

TEST_F(NfeTest, EventsOfTheOtherModelAreNone) {
    auto const document = nfe({});
    auto const nProt = authorised(document);
    auto const good =
        nfce::write_event(cancellation(document.chave, nProt), nfce::test::certificate()).value().document;
    call(Authoriser::nfce);
    EXPECT_EQ(code(Service::event, envelope_of_event(good)), 618);
    auto const consumer = receipt({.nNF = 9});
    authorised(consumer);
    auto letter_of_nfce = letter(document.chave, 1);
    auto const written = nfce::write_event(letter_of_nfce, nfce::test::certificate()).value().document;
    auto xml = changed(changed(written, document.chave, consumer.chave), document.chave, consumer.chave);
    EXPECT_EQ(code(Service::event, envelope_of_event(resigned(xml, "</evento>", "</evento>"))), 491);
}

TEST_F(NfeTest, ItsNumbersAreVoidedForItself) {
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 8))), 102);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 8))), 563);
    EXPECT_EQ(authorise(nfe({.nNF = 6})), 206);
    EXPECT_EQ(authorise(nfe({.nNF = 9})), 100);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(9, 9))), 241);
    call(Authoriser::nfce);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 8))), 775);
    EXPECT_EQ(authorise(receipt({.nNF = 6})), 100);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(9, 9, 65))), 102);
}

TEST_F(NfeTest, TheReceiversInscriptionIsLookedUp) {
    // The receiver of these documents: 12ABC34501DE35 in São Paulo with 110042490114.
    struct Case {
        std::string what;
        simulator::Registration::Inscricao known;
        bool says_it;
        int code;
    };
    std::string const ie = "110042490114", other = "110042490222";
    std::vector<Case> const cases{
        {"known", {.IE = ie, .UF = "SP", .xNome = "C"}, true, 100},
        {"another one", {.IE = other, .UF = "SP", .xNome = "C"}, true, 233},
        {"of another UF", {.IE = ie, .UF = "PR", .xNome = "C"}, true, 233},
        {"not active", {.IE = ie, .UF = "SP", .habilitada = false, .xNome = "C"}, true, 306},
        {"blocked", {.IE = ie, .UF = "SP", .bloqueada = true, .xNome = "C"}, true, 305},
        {"not said", {.IE = ie, .UF = "SP", .xNome = "C"}, false, 232},
        {"not said nor active", {.IE = ie, .UF = "SP", .habilitada = false, .xNome = "C"}, false, 100},
    };
    int number = 0;
    for (auto const& [what, known, says_it, expected] : cases) {
        desk->register_company(other_cnpj, {.inscricoes = {known}});
        auto const change = [&](nfce::Sale& sale) {
            if (says_it) return;
            sale.dest->IE.reset();
            sale.dest->indIEDest = 9;
            sale.ide.indFinal = 1;
        };
        EXPECT_EQ(authorise(nfe({.nNF = ++number, .change = change})), expected) << what;
    }
    desk->forget_company(other_cnpj);
    EXPECT_EQ(authorise(nfe({.nNF = ++number})), 100); // nothing is known of it
    desk->register_company("11222333000262", {.inscricoes = {{.IE = ie, .UF = "SP", .xNome = "Outra"}}});
    EXPECT_EQ(authorise(nfe({.nNF = ++number})), 234);
}

TEST_F(NfeTest, AnIssuerThatMayNotIssue) {
    simulator::Registration own{.inscricoes = {{.IE = "110042490114", .UF = "SP", .xNome = "Lajes"}},
                                .csc = std::vector<simulator::Registration::Csc>{}};
    desk->register_company(cnpj, own);
    auto const to_consumer = [](nfce::Sale& sale) { // the receiver of these sales has the same IE
        sale.dest->IE.reset();
        sale.dest->indIEDest = 9;
        sale.ide.indFinal = 1;
    };
    EXPECT_EQ(authorise(nfe({.change = to_consumer})), 100); // without a CSC, which is the NFC-e's
    own.inscricoes.front().habilitada = false;
    desk->register_company(cnpj, own);
    EXPECT_EQ(authorise(nfe({.nNF = 2})), 203);
}

TEST_F(NfeTest, DocumentsItGoesBackToAreKnownOrPlausible) {
    auto const first = nfe({});
    auto const nProt = authorised(first);
    auto const naming = [](int finNFe, std::string const& key) {
        return [finNFe, key](nfce::Sale& sale) {
            sale.ide.finNFe = finNFe;
            sale.ide.nfref = {nfce::RefNFe{key}};
        };
    };
    auto parts = *nfce::parse_key(first.chave);
    parts.nNF = 900;
    auto const unknown = *nfce::make_key(parts);
    parts.aamm = "9912";
    auto const of_the_future = *nfce::make_key(parts);
    EXPECT_EQ(authorise(nfe({.nNF = 2, .change = naming(1, first.chave)})), 100);
    EXPECT_EQ(authorise(nfe({.nNF = 3, .change = naming(1, unknown)})), 100);
    EXPECT_EQ(authorise(nfe({.nNF = 4, .change = naming(1, of_the_future)})), 267);
    EXPECT_EQ(authorise(nfe({.nNF = 4, .change = naming(2, unknown)})), 267);
    auto const complement = nfe({.nNF = 4, .change = naming(2, first.chave)});
    EXPECT_EQ(authorise(complement), 100);
    EXPECT_EQ(authorise(nfe({.nNF = 5, .change = naming(2, complement.chave)})), 268);
    EXPECT_EQ(cancel(first, nProt), 135);
    EXPECT_EQ(authorise(nfe({.nNF = 5, .change = naming(2, first.chave)})), 686);
}

TEST_F(NfeTest, RulesOfBehaviourMayBeOfOneAuthoriser) {
    simulator::Behaviours behaviours;
    ASSERT_TRUE(behaviours.set(R"({"service":"*","authoriser":"nfe","cStat":108})"));
    EXPECT_EQ(behaviours.next({Service::status, Authoriser::nfe}, {}).cStat, 108);
    EXPECT_FALSE(behaviours.next({Service::status, Authoriser::svc_an}, {}).cStat);
    EXPECT_FALSE(behaviours.next({Service::status, Authoriser::nfce}, {}).cStat);
    EXPECT_NE(behaviours.to_json().find(R"("authoriser":"nfe")"), std::string::npos);
    EXPECT_FALSE(behaviours.set(R"({"service":"*","authoriser":"scan","cStat":108})"));
}

TEST_F(NfeTest, AddressesOfTheAuthorisers) {
    EXPECT_EQ(simulator::address_of_path("/ws/NFeAutorizacao4"), (simulator::Address{Service::authorisation}));
    EXPECT_EQ(simulator::address_of_path("/ws/nfe/nfeautorizacao4"),
              (simulator::Address{Service::authorisation, Authoriser::nfe}));
    EXPECT_EQ(simulator::address_of_path("/ws/svc-rs/NFeStatusServico4"),
              (simulator::Address{Service::status, Authoriser::svc_rs}));
    EXPECT_FALSE(simulator::address_of_path("/ws/scan/NFeAutorizacao4"));
    EXPECT_FALSE(simulator::address_of_path("/nfe/NFeAutorizacao4"));
    authorised(nfe({}));
    EXPECT_NE(desk->list("pedidos", 0)->find(R"("servico":"nfe/NFeAutorizacao4")"), std::string::npos);
}

/// A folder of the version before model 55.
TEST(OldMemory, IsTakenOver) {
    Folder const folder;
    {
        auto const memory =
            db::Database::open({.url = "sqlite:" + (folder.path() / "ledger.sqlite3").string(), .connections = 1});
        memory->write([](db::Transaction& old) {
            for (auto const* sql :
                 {"create table documentos (seq integer primary key, chNFe text not null unique, CNPJ text not null, "
                  "serie integer not null, nNF integer not null, digVal text not null, nProt text not null, nRec text "
                  "not null unique, cStat integer not null, autorizada_em integer not null, protNFe text not null, NFe "
                  "text not null, sha256 text not null, cancelada integer not null default 0, unique (CNPJ, serie, "
                  "nNF))",
                  "create table eventos (seq integer primary key, chNFe text not null, CNPJ text not null, tpEvento "
                  "text "
                  "not null, nProt text not null, registrado_em integer not null, evento text not null, procEventoNFe "
                  "text not null, sha256 text not null, unique (chNFe, tpEvento))",
                  "create table inutilizacoes (seq integer primary key, CNPJ text not null, serie integer not null, "
                  "nNFIni integer not null, nNFFin integer not null, nProt text not null, homologada_em integer not "
                  "null, inutNFe text not null, sha256 text not null)",
                  "create table lotes (seq integer primary key, nRec text not null unique, CNPJ text not null, serie "
                  "integer not null, nNF integer not null, NFe text not null, recebido_em integer not null, "
                  "vence_em_us "
                  "integer not null, anunciado integer not null, cStat integer not null default 0, protNFe text not "
                  "null "
                  "default '')",
                  "insert into documentos values (3, 'K', '11222333000181', 1, 7, 'd', 'p', 'r', 100, 5, '<p/>', "
                  "'<n/>', "
                  "'s', 1)",
                  "insert into eventos values (4, 'K', '11222333000181', '110111', 'q', 6, '<e/>', '<p/>', 's')",
                  "insert into inutilizacoes values (5, '11222333000181', 1, 8, 9, 'p', 7, '<i/>', 's')"})
                old.execute(db::Query{"old_memory", sql});
        });
    }
    for (int opening = 0; opening < 2; ++opening) {
        auto const memory = simulator::open_memory(folder.path());
        memory->read([](db::Connection& now) {
            auto const document = simulator::document_of_number(now, {cnpj, 65, 1, 7});
            ASSERT_TRUE(document);
            EXPECT_EQ(document->chNFe, "K");
            EXPECT_TRUE(document->cancelada);
            EXPECT_FALSE(simulator::document_of_number(now, {cnpj, 55, 1, 7}));
            ASSERT_EQ(simulator::events_of(now, "K").size(), 1U);
            EXPECT_EQ(simulator::events_of(now, "K").front().nSeqEvento, 1);
            simulator::VoidedRange range{
                .CNPJ = cnpj, .serie = 1, .nNFIni = 9, .nNFFin = 9, .nProt = {}, .inutNFe = {}};
            EXPECT_EQ(simulator::voided_within(now, range).size(), 1U);
            range.mod = 55;
            EXPECT_TRUE(simulator::voided_within(now, range).empty());
        });
    }
}

} // namespace

} // namespace balcao::sefaz
