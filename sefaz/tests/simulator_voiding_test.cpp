// NFeInutilizacao4 of the simulator.

#include <gmock/gmock.h>

#include "desk.hpp"

namespace balcao::sefaz {

namespace {

using namespace test;
using VoidingTest = DeskTest;

nfce::Voiding voiding(int from, int to) {
    return {.tpAmb = 2,
            .cUF = "35",
            .ano = now_there().aamm().substr(0, 2),
            .CNPJ = cnpj,
            .serie = 1,
            .nNFIni = from,
            .nNFFin = to,
            .xJust = "Falha na sequência de números"};
}

TEST_F(VoidingTest, NumbersAreVoidedOnce) {
    auto const answer = nfce::read_answer(send(Service::voiding, event_message(voiding(5, 8))));
    auto const& voided = std::get<nfce::Voided>(answer);
    EXPECT_EQ(voided.nNFIni, 5);
    EXPECT_EQ(voided.nNFFin, 8);
    EXPECT_EQ(voided.nProt.size(), 15U);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 8))), 563);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(8, 9))), 256);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(6, 7))), 256);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(9, 9))), 102);
    EXPECT_EQ(authorise(receipt({.nNF = 5})), 206);
    EXPECT_EQ(authorise(receipt({.nNF = 8})), 206);
    EXPECT_EQ(authorise(receipt({.nNF = 10})), 100);
    restart();
    EXPECT_EQ(authorise(receipt({.nNF = 6})), 206);
}

TEST_F(VoidingTest, UsedNumbersStay) {
    authorised(receipt({.nNF = 7}));
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 9))), 241);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 6))), 102);
    auto other_serie = voiding(7, 7);
    other_serie.serie = 2;
    EXPECT_EQ(code(Service::voiding, event_message(other_serie)), 102);
}

TEST_F(VoidingTest, RangesThatAreWrongInThemselves) {
    auto const good = event_message(voiding(5, 8));
    auto const year = now_there().aamm().substr(0, 2);
    auto const changed_id = [&](std::string_view id_from, std::string_view id_to, std::string_view from,
                                std::string_view to) {
        return code(Service::voiding, resigned(changed(good, id_from, id_to), from, to));
    };
    EXPECT_EQ(code(Service::voiding, changed(good, "Falha", "Falta")), 297);
    EXPECT_EQ(code(Service::voiding, resigned(good, "<nNFFin>8<", "<nNFFin>9<")), 215); // its Id says 8
    EXPECT_EQ(changed_id("000000005000000008", "000000005000000004", "<nNFFin>8<", "<nNFFin>4<"), 224);
    EXPECT_EQ(changed_id("000000005000000008", "000000005000010005", "<nNFFin>8<", "<nNFFin>10005<"), 201);
    EXPECT_EQ(changed_id("ID35" + year, "ID3599", "<ano>" + year, "<ano>99"), 453);
    EXPECT_EQ(changed_id("ID35" + year, "ID3505", "<ano>" + year, "<ano>05"), 454);
    EXPECT_EQ(changed_id("65001", "65890", "<serie>1<", "<serie>890<"), 266);
    EXPECT_EQ(code(Service::voiding, resigned(good, "<tpAmb>2", "<tpAmb>1")), 252);
    EXPECT_EQ(code(Service::voiding, event_message(voiding(5, 8), signer(*authority, other_cnpj))), 213);
    EXPECT_EQ(desk->list("inutilizacoes", 0), "[]");
}

} // namespace

} // namespace balcao::sefaz
