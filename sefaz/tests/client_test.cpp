#include <algorithm>
#include <atomic>
#include <fstream>
#include <thread>

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <openssl/ssl.h>

#include "nfce/answers.hpp"
#include "sefaz/openssl.hpp"
#include "support.hpp"

namespace balcao::sefaz {

namespace {

using namespace std::chrono_literals;
using namespace test;

/// One simulator for all tests: making its keys takes a while.
class ClientTest : public testing::Test {
protected:
    static void SetUpTestSuite() {
        running = new Running();
        company = new nfce::Certificate(issued(running->simulator.authority()));
    }
    static void TearDownTestSuite() {
        delete company;
        delete running;
    }
    void SetUp() override { running->simulator.behaviours().reset(); }

    static Identity identity(std::optional<nfce::Certificate> certificate) {
        return {.certificate = std::move(certificate),
                .trust = Trust::only(running->simulator.authority().certificate()),
                .direct = true};
    }
    static Identity identity() { return identity(*company); }

    static Call status_call(std::string url = running->url("NFeStatusServico4")) {
        return {.url = std::move(url), .service = nfce::Service::status, .message = status_message()};
    }
    static void tell(std::string const& json) {
        auto const set = running->simulator.behaviours().set(json);
        ASSERT_TRUE(set) << set.error();
    }
    Fault fault(Identity const& who, Call const& call, std::chrono::milliseconds limit = 10s) {
        auto const outcome = client->call(who, call, limit);
        if (!outcome.body) return outcome.body.error();
        ADD_FAILURE() << "answered: " << *outcome.body;
        return {};
    }
    FaultKind fault_kind(Identity const& who, Call const& call, std::chrono::milliseconds limit = 10s) {
        auto const found = fault(who, call, limit);
        EXPECT_FALSE(found.sentence.empty());
        return found.kind;
    }

    std::unique_ptr<Client> client = make_client();
    static inline Running* running;
    static inline nfce::Certificate* company;
};

TEST_F(ClientTest, AsksTheThreeServicesAtOnce) {
    std::vector<Call> const calls{status_call(),
                                  {.url = running->url("NFeRetAutorizacao4"),
                                   .service = nfce::Service::authorisation_result,
                                   .message = nfce::authorisation_result_message(2, "351000000000001")},
                                  {.url = running->url("CadConsultaCadastro4"),
                                   .service = nfce::Service::registry,
                                   .message = nfce::registry_message("SP", cnpj)}};
    auto const outcomes = client->call_all(identity(), calls, 20s);
    ASSERT_EQ(outcomes.size(), 3U);
    std::vector<int> codes;
    for (auto const& outcome : outcomes) {
        ASSERT_TRUE(outcome.body) << outcome.body.error().technical;
        codes.push_back(nfce::read_answer_head(*outcome.body)->cStat);
    }
    EXPECT_THAT(codes, testing::ElementsAre(107, 106, 111));
    auto const registry = std::get<nfce::Registrations>(nfce::read_answer(*outcomes[2].body));
    ASSERT_EQ(registry.found.size(), 1U);
    EXPECT_EQ(registry.found.front().CNPJ, cnpj);
    EXPECT_TRUE(registry.found.front().enabled);
}

TEST_F(ClientTest, UsesAConnectionAgainForTheSameCertificateOnly) {
    auto const before = running->simulator.accepted();
    auto const other = identity(issued(running->simulator.authority(), other_cnpj));
    ASSERT_TRUE(client->call(identity(), status_call(), 10s).body);
    ASSERT_TRUE(client->call(identity(), status_call(), 10s).body);
    EXPECT_EQ(running->simulator.accepted(), before + 1);
    ASSERT_TRUE(client->call(other, status_call(), 10s).body);
    EXPECT_EQ(running->simulator.accepted(), before + 2);
    ASSERT_TRUE(client->call(identity(), status_call(), 10s).body);
    ASSERT_TRUE(client->call(other, status_call(), 10s).body);
    EXPECT_EQ(running->simulator.accepted(), before + 2);
    // Without one nothing is taken over either.
    EXPECT_EQ(fault_kind(identity(std::nullopt), status_call()), FaultKind::certificate_refused);
}

/// Requests of a service that reached the simulator.
std::ptrdiff_t received(Simulator& simulator, nfce::Service service) {
    auto const rows = boost::json::parse(simulator.ledger("pedidos")).as_array();
    return std::ranges::count_if(
        rows, [&](auto const& row) { return row.at("servico").as_string() == nfce::service_name(service); });
}

TEST_F(ClientTest, WhatChangesSomethingOrIsCountedIsSentOnce) {
    for (auto const service : {nfce::Service::authorisation, nfce::Service::authorisation_result, nfce::Service::query,
                               nfce::Service::event, nfce::Service::voiding}) {
        auto const name = std::string(nfce::service_name(service));
        ASSERT_TRUE(client->call(identity(), status_call(), 10s).body); // leaves a connection behind
        tell(R"({"service":")" + name + R"(","fault":"drop","when":"after"})");
        auto const before = received(running->simulator, service);
        auto const outcome =
            client->call(identity(), {.url = running->url(name), .service = service, .message = "<foo/>"}, 10s);
        ASSERT_FALSE(outcome.body);
        EXPECT_EQ(outcome.body.error().kind, FaultKind::closed);
        EXPECT_EQ(received(running->simulator, service), before + 1) << name;
    }
}

TEST_F(ClientTest, AFreshConnectionResumesTheSessionOfItsOwnCertificateOnly) {
    auto const name = std::string(nfce::service_name(nfce::Service::authorisation));
    Call const change{.url = running->url(name), .service = nfce::Service::authorisation, .message = "<foo/>"};
    auto const connections = [&] { return std::pair(running->simulator.accepted(), running->simulator.resumed()); };
    auto const mine = identity(issued(running->simulator.authority()));
    auto const other = identity(issued(running->simulator.authority(), other_cnpj));
    auto const [accepted, resumed] = connections();
    ASSERT_TRUE(client->call(mine, change, 10s).body);
    EXPECT_EQ(connections(), std::pair(accepted + 1, resumed));
    ASSERT_TRUE(client->call(mine, change, 10s).body);
    EXPECT_EQ(connections(), std::pair(accepted + 2, resumed + 1));
    ASSERT_TRUE(client->call(other, change, 10s).body);
    EXPECT_EQ(connections(), std::pair(accepted + 3, resumed + 1));
    auto const rows = boost::json::parse(running->simulator.ledger("pedidos")).as_array();
    EXPECT_EQ(rows.back().at("CNPJ_certificado").as_string(), other_cnpj);
    EXPECT_EQ(rows[rows.size() - 2].at("CNPJ_certificado").as_string(), cnpj); // also of a session that went on
}

TEST_F(ClientTest, SeveralThreadsCallAtTheSameTime) {
    std::vector<std::thread> threads;
    std::atomic<int> answered = 0;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; n < 3; ++n)
                if (client->call(identity(), status_call(), 20s).body) ++answered;
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(answered, 24);
}

TEST_F(ClientTest, TellsWhenNothingWasSent) {
    auto const nothing_sent = [&](Identity const& who, Call const& call) {
        return client->call(who, call, 2s).nothing_sent;
    };
    EXPECT_FALSE(nothing_sent(identity(), status_call()));
    EXPECT_TRUE(nothing_sent(identity(), status_call("https://nao-existe.invalid/ws/x")));
    EXPECT_TRUE(nothing_sent(identity(), status_call("https://127.0.0.1:1/ws/x"))); // nobody listens there
    auto mistrusting = identity();
    mistrusting.trust = Trust::of_system({});
    EXPECT_TRUE(nothing_sent(mistrusting, status_call()));
    EXPECT_TRUE(nothing_sent(identity(), status_call(running->url("NFeStatusServico4", "outro.localhost"))));
    for (auto const* const fault : {"drop", "silence", "half", "error"}) {
        tell(R"({"service":"*","fault":")" + std::string(fault) + "\"}");
        EXPECT_FALSE(nothing_sent(identity(), status_call())) << fault;
    }
}

TEST_F(ClientTest, ASlowServerIsGivenUp) {
    tell(R"({"service":"*","fault":"silence"})");
    EXPECT_EQ(fault_kind(identity(), status_call(), 300ms), FaultKind::timeout);
}

TEST_F(ClientTest, OneSlowServiceLeavesTheOthersAlone) {
    tell(R"({"service":"NFeStatusServico4","fault":"silence"})");
    std::vector<Call> const calls{status_call(),
                                  {.url = running->url("CadConsultaCadastro4"),
                                   .service = nfce::Service::registry,
                                   .message = nfce::registry_message("SP", cnpj)}};
    auto const outcomes = client->call_all(identity(), calls, 5s);
    ASSERT_FALSE(outcomes[0].body);
    EXPECT_EQ(outcomes[0].body.error().kind, FaultKind::timeout);
    EXPECT_TRUE(outcomes[1].body);
}

TEST_F(ClientTest, NobodyListens) {
    std::uint16_t port = 0;
    {
        Running const gone;
        port = gone.simulator.port();
    }
    EXPECT_EQ(fault_kind(identity(), status_call("https://127.0.0.1:" + std::to_string(port) + "/ws/x")),
              FaultKind::refused);
}

TEST_F(ClientTest, NamesThatDoNotExist) {
    EXPECT_EQ(fault_kind(identity(), status_call("https://nao-existe.invalid/ws/x")), FaultKind::name_not_found);
}

TEST_F(ClientTest, OnlyHttps) {
    EXPECT_EQ(
        fault_kind(identity(), status_call("http://127.0.0.1:" + std::to_string(running->simulator.port()) + "/ws/x")),
        FaultKind::unusable_address);
    EXPECT_EQ(fault_kind(identity(), status_call("file:///etc/hostname")), FaultKind::unusable_address);
    EXPECT_EQ(fault_kind(identity(), status_call("https://")), FaultKind::unusable_address);
}

TEST_F(ClientTest, ADroppedConnection) {
    tell(R"({"service":"*","fault":"drop"})");
    EXPECT_EQ(fault_kind(identity(), status_call()), FaultKind::closed);
}

TEST_F(ClientTest, Garbage) {
    tell(R"({"service":"*","fault":"garbage"})");
    EXPECT_EQ(fault_kind(identity(), status_call()), FaultKind::not_sefaz);
    tell(R"({"service":"*","fault":"html"})");
    EXPECT_EQ(fault_kind(identity(), status_call()), FaultKind::not_sefaz);
}

TEST_F(ClientTest, HalfAnAnswer) {
    tell(R"({"service":"*","fault":"half"})");
    EXPECT_EQ(fault_kind(identity(), status_call()), FaultKind::cut_off);
}

TEST_F(ClientTest, AHundredMegabytesAreCut) {
    tell(R"({"service":"*","fault":"huge"})");
    EXPECT_EQ(fault_kind(identity(), status_call(), 30s), FaultKind::too_large);
}

TEST_F(ClientTest, ErrorPagesAndSoapFaults) {
    tell(R"({"service":"*","fault":"error"})");
    auto const page = fault(identity(), status_call());
    EXPECT_EQ(page.kind, FaultKind::http_status);
    EXPECT_THAT(page.sentence, testing::HasSubstr("HTTP 503"));
    tell(R"({"service":"*","fault":"soap_fault"})");
    auto const soap = fault(identity(), status_call());
    EXPECT_EQ(soap.kind, FaultKind::not_sefaz);
    running->simulator.behaviours().reset();
    auto no_request = status_call(running->url("NFeAutorizacao4"));
    auto const sender = fault(identity(), no_request);
    EXPECT_EQ(sender.kind, FaultKind::http_status);
    EXPECT_THAT(sender.sentence, testing::HasSubstr("não é o deste serviço"));
    EXPECT_EQ(fault_kind(identity(), status_call(running->url("Nada"))), FaultKind::http_status);
}

TEST_F(ClientTest, CertificatesThatTheServerDoesNotTake) {
    auto const& authority = running->simulator.authority();
    auto const none = fault(identity(std::nullopt), status_call());
    EXPECT_EQ(none.kind, FaultKind::certificate_refused) << none.technical;
    EXPECT_THAT(none.sentence, testing::HasSubstr("não recebeu nenhum"));

    auto const expired = fault(identity(issued(authority, cnpj, -10 * day, -day)), status_call());
    EXPECT_EQ(expired.kind, FaultKind::certificate_refused) << expired.technical;
    EXPECT_THAT(expired.sentence, testing::HasSubstr("venceu"));

    Folder const elsewhere;
    auto const foreign_authority = TestAuthority::make(elsewhere.path(), std::time(nullptr));
    auto const foreign = fault(identity(issued(foreign_authority)), status_call());
    EXPECT_EQ(foreign.kind, FaultKind::certificate_refused) << foreign.technical;
    EXPECT_THAT(foreign.sentence, testing::HasSubstr("não conhece quem o emitiu"));

    auto const early = fault(identity(issued(authority, cnpj, 5 * day, 10 * day)), status_call());
    EXPECT_EQ(early.kind, FaultKind::certificate_refused) << early.technical;
}

TEST_F(ClientTest, ServersThatWeDoNotTrust) {
    Folder const elsewhere;
    auto who = identity();
    who.trust = Trust::only(TestAuthority::make(elsewhere.path(), std::time(nullptr)).certificate());
    EXPECT_EQ(fault_kind(who, status_call()), FaultKind::untrusted_server);
    who.trust = Trust::of_system({});
    EXPECT_EQ(fault_kind(who, status_call()), FaultKind::untrusted_server);
}

TEST_F(ClientTest, TheOperatorsFileAddsAuthorities) {
    Folder const folder;
    auto const file = folder.path() / "autoridades.pem";
    std::ofstream(file) << running->simulator.authority().certificate();
    auto who = identity();
    who.trust = Trust::of_system(file);
    EXPECT_TRUE(client->call(who, status_call(), 10s).body);

    std::ofstream(file) << "nada";
    EXPECT_THROW(Trust::of_system(file), std::runtime_error);
    EXPECT_THROW(Trust::of_system(folder.path() / "falta.pem"), std::runtime_error);
    EXPECT_THROW(Trust::only(""), std::runtime_error);
}

TEST_F(ClientTest, TheServersNameIsChecked) {
    EXPECT_TRUE(client->call(identity(), status_call(running->url("NFeStatusServico4", "localhost")), 10s).body);
    EXPECT_EQ(fault_kind(identity(), status_call(running->url("NFeStatusServico4", "outro.localhost"))),
              FaultKind::wrong_host);
}

TEST_F(ClientTest, OldTlsIsNotSpoken) {
    Owned<SSL_CTX, SSL_CTX_free> const context(SSL_CTX_new(TLS_client_method()));
    SSL_CTX_set_cipher_list(context.get(), "ALL:@SECLEVEL=0");
    for (auto const& [version, taken] :
         {std::pair(TLS1_VERSION, false), std::pair(TLS1_1_VERSION, false), std::pair(TLS1_2_VERSION, true)}) {
        SSL_CTX_set_min_proto_version(context.get(), version);
        SSL_CTX_set_max_proto_version(context.get(), version);
        auto const own = company->tls_identity();
        SSL_CTX_use_certificate(context.get(), own.certificate);
        SSL_CTX_use_PrivateKey(context.get(), own.key);
        Bio const connection(BIO_new_ssl_connect(context.get()));
        BIO_set_conn_hostname(connection.get(), ("127.0.0.1:" + std::to_string(running->simulator.port())).c_str());
        EXPECT_EQ(BIO_do_handshake(connection.get()) == 1, taken) << version;
        ERR_clear_error();
    }
}

} // namespace

} // namespace balcao::sefaz
