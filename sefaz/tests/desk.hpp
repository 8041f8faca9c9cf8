#pragma once
// A desk of the simulator without sockets, and what a company sends to it.

#include <chrono>
#include <ctime>
#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "../../nfce/tests/nfe_sales.hpp"
#include "../../nfce/tests/support.hpp"
#include "nfce/answers.hpp"
#include "nfce/document.hpp"
#include "nfce/events.hpp"
#include "nfce/sale.hpp"
#include "nfce/sign_xml.hpp"
#include "sefaz/simulator/desk.hpp"
#include "support.hpp"

namespace balcao::sefaz::test {

using nfce::Service;
using simulator::Behaviour;
using simulator::Behaviours;

/// When these tests are, whatever day it is: rules and rates change with the year.
inline std::chrono::seconds clock_offset() {
    constexpr std::int64_t begin = 1'795'438'800; // 2026-11-23 10:00 in Brasília
    static auto const offset = std::chrono::seconds(begin - std::time(nullptr));
    return offset;
}
inline std::int64_t now() { return std::time(nullptr) + clock_offset().count(); }
inline nfce::DateTime now_there() { return nfce::DateTime::from_epoch(now(), -3); }

/// A certificate to sign with, by the clock of these tests.
inline nfce::Certificate signer(TestAuthority const& authority, std::string const& to, std::int64_t until = 365 * day) {
    return authority.issue(
        {.name = "Lajes São José Ltda", .cnpj = to, .valid_from = now() - 30 * day, .valid_to = now() + until});
}

/// A receipt of CNPJ 11222333000181 in SP, serie 1.
struct Making {
    std::string vector = "v01"; // of the fiscal library's golden ones
    int nNF = 1;
    std::string cNF = "40718293";
    int tpEmis = 1;
    std::int64_t age = 0; // seconds since dhEmi
    std::function<void(nfce::Sale&)> change{};
    std::function<void(nfce::Nfce&)> spoil{}; // after everything was computed
};

inline nfce::SignedDocument receipt(Making const& making) {
    auto sale = nfce::test::sale(making.vector);
    auto const dhEmi = nfce::DateTime::from_epoch(now() - making.age, -3);
    sale.ide.serie = 1;
    sale.ide.nNF = making.nNF;
    sale.ide.cNF = making.cNF;
    sale.ide.tpEmis = making.tpEmis;
    sale.ide.dhEmi = dhEmi;
    if (making.tpEmis == 9) {
        sale.ide.dhCont = dhEmi;
        sale.ide.xJust = "SEFAZ sem resposta desde as 10:15";
    }
    if (making.change) making.change(sale);
    auto computed = nfce::compute(sale);
    if (!computed) throw std::runtime_error(nfce::test::lines(computed.error()));
    if (making.spoil) making.spoil(computed->nfce);
    return nfce::write_signed(computed->nfce, sale.qr, sale.urls.value_or(nfce::ConsultationUrls{}),
                              nfce::test::certificate())
        .value();
}

/// An NF-e of the same company, of the sale of slabs to a builder of its UF.
inline nfce::SignedDocument nfe(Making const& making) {
    return receipt({.vector = "v04",
                    .nNF = making.nNF,
                    .cNF = making.cNF,
                    .tpEmis = making.tpEmis,
                    .age = making.age,
                    .change =
                        [&](nfce::Sale& sale) {
                            auto const ide = sale.ide;
                            sale = nfce::test::nfe_sale("CST 00");
                            sale.ide.serie = ide.serie;
                            sale.ide.nNF = ide.nNF;
                            sale.ide.cNF = ide.cNF;
                            sale.ide.tpEmis = ide.tpEmis;
                            sale.ide.dhEmi = ide.dhEmi;
                            if (making.tpEmis != 1) {
                                sale.ide.dhCont = ide.dhEmi;
                                sale.ide.xJust = "SEFAZ sem resposta desde as 10:15";
                            }
                            if (making.change) making.change(sale);
                        },
                    .spoil = making.spoil});
}

inline std::string lote(nfce::SignedDocument const& document) { return nfce::authorisation_message("1", document.xml); }

/// `xml` with another text in one place and signed anew by the same company.
inline std::string resigned(std::string xml, std::string_view from, std::string_view to) {
    auto const begin = xml.find("<Signature"), end = xml.find("</Signature>");
    if (begin != std::string::npos) xml.erase(begin, end + std::string_view("</Signature>").size() - begin);
    auto const at = xml.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    xml.replace(at, from.size(), to);
    return nfce::sign_xml(xml, nfce::test::certificate()).value();
}
inline std::string changed(std::string text, std::string_view from, std::string_view to) {
    auto const at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

inline std::string envelope_of_event(std::string const& evento) {
    return "<envEvento xmlns=\"http://www.portalfiscal.inf.br/nfe\" versao=\"1.00\"><idLote>1</idLote>" + evento +
           "</envEvento>";
}

inline nfce::Cancellation cancellation(std::string const& chNFe, std::string const& nProt) {
    return {.idLote = "1",
            .tpAmb = 2,
            .CNPJ = chNFe.substr(6, 14),
            .chNFe = chNFe,
            .nProt = nProt,
            .dhEvento = now_there(),
            .xJust = "Cliente desistiu da compra"};
}
inline std::string event_message(nfce::EventRequest const& request,
                                 nfce::Certificate const& by = nfce::test::certificate()) {
    return nfce::write_event(request, by).value().message;
}

inline std::string result_schema(Service service) {
    switch (service) {
    case Service::authorisation: return "nfe/retEnviNFe_v4.00.xsd";
    case Service::authorisation_result: return "nfe/retConsReciNFe_v4.00.xsd";
    case Service::query: return "nfe/retConsSitNFe_v4.00.xsd";
    case Service::status: return "nfe/retConsStatServ_v4.00.xsd";
    case Service::voiding: return "nfe/retInutNFe_v4.00.xsd";
    case Service::event: return "evento/retEnvEvento_v1.00.xsd";
    case Service::registry: return "cadastro/retConsCad_v2.00.xsd";
    }
    return {};
}

/// The last code of an answer, which is the innermost: a protocol beside an event is not asked for here.
inline int code_in(std::string const& body) {
    auto const at = body.rfind("<cStat>");
    return at == std::string::npos ? 0 : std::stoi(body.substr(at + 7));
}

/// A desk in a folder of its own. Every lawful answer is judged by the official schema.
class DeskTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        if (!authority)
            authority = std::make_unique<TestAuthority>(TestAuthority::make(keys.path(), std::time(nullptr)));
    }

    std::string send(Service service, std::string const& message, Behaviour const& behaviour = {}) {
        auto const body = nfce::soap_envelope(service, message);
        auto const answer = desk->answer(simulator::Desk::read(service, body, caller), behaviour);
        EXPECT_EQ(answer.status, 200) << answer.body;
        if (behaviour.misdeed == simulator::Misdeed::none && !behaviour.variants.prefixed)
            expect_lawful(service, answer.body);
        return answer.body;
    }
    /// The code that decides: of the receipt, event or range, else of the whole.
    int code(Service service, std::string const& message, Behaviour const& behaviour = {}) {
        return code_in(send(service, message, behaviour));
    }
    int authorise(nfce::SignedDocument const& document, Behaviour const& behaviour = {}) {
        return code(Service::authorisation, lote(document), behaviour);
    }
    int query(std::string const& chNFe) { return code(Service::query, nfce::query_message(2, chNFe)); }
    /// The protocol under which it is authorised; a failure otherwise.
    std::string authorised(nfce::SignedDocument const& document) {
        auto const body = send(Service::authorisation, lote(document));
        auto const answer = nfce::read_answer(body);
        auto const* const found = std::get_if<nfce::Authorised>(&answer);
        EXPECT_NE(found, nullptr) << body;
        return found != nullptr ? found->protocol.nProt : "";
    }
    void SetUp() override { move_clock({}); }
    void move_clock(std::chrono::milliseconds by) { desk->set_clock_offset({}, clock_offset() + by); }
    /// As if the process had ended and begun again.
    void restart() {
        desk.reset();
        desk = std::make_unique<simulator::Desk>(folder.path(), *authority, simulator::Pace{});
    }

    static void expect_lawful(Service service, std::string const& body) {
        auto const begin = body.find('>', body.find("<nfeResultMsg")) + 1, end = body.find("</nfeResultMsg>");
        ASSERT_LT(begin, end);
        auto const result = body.substr(begin, end - begin);
        EXPECT_TRUE(nfce::test::valid_by_schema(result_schema(service), result)) << result;
    }

    static inline Folder keys;
    static inline std::unique_ptr<TestAuthority> authority;
    Folder folder;
    simulator::Caller caller{.connection = 1, .CNPJ = cnpj};
    std::unique_ptr<simulator::Desk> desk =
        std::make_unique<simulator::Desk>(folder.path(), *authority, simulator::Pace{});
};

} // namespace balcao::sefaz::test
