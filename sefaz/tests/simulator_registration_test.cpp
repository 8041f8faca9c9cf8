// What SEFAZ's registers have of a company: inscrições, CSC, and whose certificates it may use.
#include <gmock/gmock.h>

#include "desk.hpp"
#include "nfce/digest.hpp"
#include "sefaz/simulator/registration.hpp"

namespace balcao::sefaz {

namespace {

using namespace test;
using simulator::Registration;

constexpr auto ie = "110042490114"; // of the receipts in desk.hpp

class RegistrationTest : public DeskTest {
protected:
    void tell(Registration const& registration) { desk->register_company(cnpj, registration); }
    static Registration registered() {
        return {.inscricoes = {{.IE = ie, .UF = "SP", .xNome = "Lajes São José Ltda"}}};
    }
    /// With the code of the receipts' QR codes.
    static Registration with_csc(std::string CSC, bool revogado = false) {
        auto registration = registered();
        registration.csc = {{{.idCSC = own_csc().idCSC, .CSC = std::move(CSC), .revogado = revogado}}};
        return registration;
    }
    static nfce::QrV2 own_csc() {
        auto csc = std::get<nfce::QrV2>(nfce::test::sale("v01").qr);
        csc.idCSC.erase(0, csc.idCSC.find_first_not_of('0'));
        return csc;
    }
    nfce::Registrations found(std::string const& UF) {
        auto const answer = nfce::read_answer(send(Service::registry, nfce::registry_message(UF, cnpj)));
        auto const* const registrations = std::get_if<nfce::Registrations>(&answer);
        return registrations == nullptr ? nfce::Registrations{} : *registrations;
    }
    /// The receipt signed by another certificate.
    static std::string signed_by(nfce::Certificate const& certificate, int nNF) {
        auto xml = receipt({.nNF = nNF}).xml;
        auto const begin = xml.find("<Signature"), end = xml.find("</Signature>") + 12;
        xml.erase(begin, end - begin);
        return nfce::sign_xml(xml, certificate).value();
    }
    int send_signed_by(nfce::Certificate const& certificate, int nNF = 1) {
        return code(Service::authorisation, nfce::authorisation_message("1", signed_by(certificate, nNF)));
    }
};

TEST_F(RegistrationTest, TheQueryFindsEveryInscricaoOfTheUf) {
    auto registration = registered();
    tell(registration);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", cnpj)), 111);
    ASSERT_EQ(found("SP").found.size(), 1U);
    EXPECT_EQ(found("SP").found[0].xNome, "Lajes São José Ltda");
    EXPECT_TRUE(found("SP").found[0].enabled);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SC", cnpj)), 259);

    registration.inscricoes.push_back({.IE = "110042490222", .UF = "SP", .habilitada = false, .xNome = "Filial"});
    registration.inscricoes.push_back({.IE = "255002870", .UF = "SC", .xNome = "Loja de Joinville"});
    tell(registration);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", cnpj)), 112);
    auto const several = found("SP").found;
    ASSERT_EQ(several.size(), 2U);
    EXPECT_EQ(several[1].IE, "110042490222");
    EXPECT_FALSE(several[1].enabled);
    EXPECT_EQ(several[1].CNPJ, cnpj);
    ASSERT_EQ(found("SC").found.size(), 1U);
    EXPECT_EQ(found("SC").found[0].IE, "255002870");
}

TEST_F(RegistrationTest, TheQueryTellsTheAddressItWasTold) {
    auto registration = registered();
    auto& one = registration.inscricoes.front();
    one.xFant = "Lajes São José";
    one.xLgr = "Rua das Vigotas";
    one.nro = "100";
    one.xBairro = "Distrito Industrial";
    one.cMun = "3509502";
    one.xMun = "Campinas";
    one.CEP = "13010000";
    tell(registration);
    auto const told = found("SP").found.at(0);
    EXPECT_EQ(told.xFant, "Lajes São José");
    EXPECT_EQ(told.xLgr + ", " + told.nro + ", " + told.xBairro, "Rua das Vigotas, 100, Distrito Industrial");
    EXPECT_EQ(told.cMun + ' ' + told.xMun + ' ' + told.CEP + told.xCpl, "3509502 Campinas 13010000");
    EXPECT_EQ(simulator::read_registration(simulator::to_json(registration))->inscricoes.at(0).xBairro, one.xBairro);
}

TEST_F(RegistrationTest, OfOthersItKnowsWhatItWasTold) {
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", other_cnpj)), 259);
    desk->register_company(other_cnpj, registered());
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", other_cnpj)), 111);
}

TEST_F(RegistrationTest, IsKeptOverARestartAndForgottenWithTheCompany) {
    auto registration = registered();
    registration.inscricoes.front().UF = "SC";
    tell(registration);
    restart();
    SetUp();
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", cnpj)), 259);
    desk->forget_company(cnpj);
    EXPECT_EQ(code(Service::registry, nfce::registry_message("SP", cnpj)), 111);
}

TEST_F(RegistrationTest, AReceiptNeedsAnInscricaoThatMayIssue) {
    auto registration = registered();
    tell(registration);
    EXPECT_EQ(authorise(receipt({.nNF = 1})), 100);
    registration.inscricoes.front().habilitada = false;
    tell(registration);
    EXPECT_EQ(authorise(receipt({.nNF = 2})), 781);
    registration.inscricoes.front().IE = "110042490222";
    tell(registration);
    EXPECT_EQ(authorise(receipt({.nNF = 2})), 230);
    registration.inscricoes.front() = {.IE = ie, .UF = "SC", .xNome = "Loja"};
    tell(registration);
    EXPECT_EQ(authorise(receipt({.nNF = 2})), 230);
}

TEST_F(RegistrationTest, TheHashOfAQrCodeIsMadeWithACscOfTheCompany) {
    auto const own = own_csc();
    tell(with_csc(own.CSC));
    EXPECT_EQ(authorise(receipt({.nNF = 1})), 100);
    EXPECT_EQ(authorise(receipt({.vector = "v05", .nNF = 2, .tpEmis = 9})), 100);
    tell(with_csc("OUTRO-CSC-OUTRO-CSC-OUTRO"));
    EXPECT_EQ(authorise(receipt({.nNF = 3})), 464);
    tell(with_csc(own.CSC, true));
    EXPECT_EQ(authorise(receipt({.nNF = 3})), 463);
    auto registration = with_csc(own.CSC);
    registration.csc->front().idCSC = "999";
    tell(registration);
    EXPECT_EQ(authorise(receipt({.nNF = 3})), 462);
    registration.csc->clear();
    tell(registration);
    EXPECT_EQ(authorise(receipt({.nNF = 3})), 796);
    // Version 3 has no code.
    EXPECT_EQ(authorise(receipt({.nNF = 3, .change = [](nfce::Sale& sale) { sale.qr = nfce::QrV3{}; }})), 100);
}

TEST_F(RegistrationTest, TheQrCodeSaysWhatTheReceiptSays) {
    // Made once each: what is made again carries another second.
    auto const made_online = receipt({}), made_offline = receipt({.nNF = 2, .tpEmis = 9});
    auto const &online = made_online.xml, &offline = made_offline.xml;
    auto const changed_qr = [&](std::string const& xml, std::string_view from, std::string_view to) {
        auto const at = xml.find("<qrCode>");
        auto other = xml;
        auto const place = other.find(from, at);
        EXPECT_LT(place, other.find("</qrCode>")) << from;
        return code(Service::authorisation, nfce::authorisation_message("1", other.replace(place, from.size(), to)));
    };
    EXPECT_EQ(changed_qr(online, "|2|2|", "|2|1|"), 397); // environment
    EXPECT_EQ(changed_qr(online, made_online.chave, receipt({.nNF = 9}).chave), 397);
    auto const vNF = offline.substr(offline.find("<vNF>") + 5, offline.find("</vNF>") - offline.find("<vNF>") - 5);
    EXPECT_EQ(changed_qr(offline, "|" + vNF + "|", "|1.00|"), 397);
    auto const hex = nfce::hex_lower(nfce::as_bytes(made_offline.digest_value));
    EXPECT_EQ(changed_qr(offline, hex, std::string(hex.size(), '0')), 397);
    EXPECT_EQ(code(Service::authorisation, nfce::authorisation_message("1", online)), 100);
}

TEST_F(RegistrationTest, CertificatesOfOthersAreRefusedWhereThatWasSaid) {
    auto const own = signer(*authority, cnpj);
    EXPECT_EQ(authorise(receipt({.nNF = 1})), 100); // nothing was said: an accountant's, a real one, any
    auto registration = registered();
    registration.own_authority = true;
    tell(registration);
    EXPECT_EQ(send_signed_by(own, 2), 100);
    EXPECT_EQ(authorise(receipt({.nNF = 3})), 295);
    // An authority that calls itself the simulator's.
    Folder const folder;
    auto const false_one = TestAuthority::make(folder.path(), std::time(nullptr));
    EXPECT_EQ(send_signed_by(signer(false_one, cnpj), 3), 293);

    auto const document = receipt({.nNF = 4});
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, "135260000000001"))), 295);
    EXPECT_EQ(code(Service::event, event_message(cancellation(document.chave, "135260000000001"), own)), 494);
    nfce::Voiding const numbers{.tpAmb = 2,
                                .cUF = "35",
                                .ano = now_there().aamm().substr(0, 2),
                                .CNPJ = cnpj,
                                .serie = 1,
                                .nNFIni = 90,
                                .nNFFin = 91,
                                .xJust = "Falha na sequência de números"};
    EXPECT_EQ(code(Service::voiding, event_message(numbers)), 295);
    EXPECT_EQ(code(Service::voiding, event_message(numbers, own)), 102);
}

} // namespace

} // namespace balcao::sefaz
