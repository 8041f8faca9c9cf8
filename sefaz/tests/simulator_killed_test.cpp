// A simulator that is killed, over sockets: what was answered stands, and what it judged it remembers.

#include <array>
#include <csignal>
#include <map>

#include <boost/json/parse.hpp>
#include <sys/wait.h>
#include <unistd.h>

#include "desk.hpp"
#include "nfce/foreign.hpp"
#include "sefaz/simulator/schema_judge.hpp"

namespace balcao::sefaz {

namespace {

using namespace std::chrono_literals;
using namespace test;

/// A simulator in a process of its own, which may be killed.
class Process {
public:
    explicit Process(std::filesystem::path const& folder, std::string const& behaviour) {
        std::array<int, 2> pipe{};
        if (::pipe(pipe.data()) != 0) throw std::runtime_error("pipe");
        pid_ = ::fork();
        if (pid_ == 0) {
            ::close(pipe[0]);
            Simulator simulator({.port = 0, .folder = folder});
            if (!behaviour.empty() && !simulator.behaviours().set(behaviour)) ::_exit(2);
            auto const port = simulator.port();
            if (::write(pipe[1], &port, sizeof(port)) != sizeof(port)) ::_exit(3);
            simulator.run();
            ::_exit(0);
        }
        ::close(pipe[1]);
        if (::read(pipe[0], &port_, sizeof(port_)) != sizeof(port_)) throw std::runtime_error("no simulator");
        ::close(pipe[0]);
    }
    ~Process() { kill(); }
    Process(Process const&) = delete;
    Process& operator=(Process const&) = delete;

    std::string url(simulator::Address const& address) const {
        return "https://127.0.0.1:" + std::to_string(port_) + "/ws/" + simulator::name_of(address);
    }
    void kill() {
        if (pid_ <= 0) return;
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
        pid_ = 0;
    }

private:
    pid_t pid_ = 0;
    std::uint16_t port_ = 0;
};

class KilledTest : public testing::Test {
protected:
    KilledTest() : authority(TestAuthority::make(folder.path(), std::time(nullptr))), own(issued(authority)) {
        simulator::Desk(folder.path(), authority, {}).set_clock_offset({}, clock_offset());
    }

    Identity identity() const {
        return {.certificate = own, .trust = Trust::only(authority.certificate()), .direct = true};
    }
    std::expected<std::string, Fault> call(Process const& process, simulator::Address const& address,
                                           std::string const& message) {
        return make_client()
            ->call(identity(), {.url = process.url(address), .service = address.service, .message = message}, 20s)
            .body;
    }
    std::optional<nfce::Authorised> authorised(std::expected<std::string, Fault> const& body) {
        if (!body) return std::nullopt;
        auto answer = nfce::read_answer(*body);
        auto* const found = std::get_if<nfce::Authorised>(&answer);
        return found != nullptr ? std::optional(std::move(*found)) : std::nullopt;
    }

    Folder folder;
    TestAuthority authority;
    nfce::Certificate own;
};

/// A till that does as the reference says: send, and when nothing is heard ask by key, and send again only what SEFAZ
/// does not have. Each simulator is killed in the midst of one of a hundred documents, of both models in turns.
TEST_F(KilledTest, AHundredTimesTheLedgerIsWhole) {
    // Compiled here, so that no child has to.
    (void)simulator::schema_fault("nfe/enviNFe_v4.00.xsd", "<x/>");
    (void)simulator::schema_fault("nfe/consSitNFe_v4.00.xsd", "<x/>");
    std::map<std::string, std::string> protocols; // key → nProt as answered first
    for (int i = 0; i < 100; ++i) {
        bool const is_nfe = i % 2 == 1;
        auto const of = is_nfe ? nfce::Authoriser::nfe : nfce::Authoriser::nfce;
        auto const document = is_nfe ? nfe({.nNF = i + 1}) : receipt({.nNF = i + 1});
        constexpr std::array moments{"kill_judged", "kill_stored", "kill_half"};
        auto const kill = R"({"service":"NFeAutorizacao4","fault":")" + std::string(moments[i % 3]) + "\"}";
        Process dying(folder.path(), kill);
        EXPECT_FALSE(call(dying, {Service::authorisation, of}, lote(document)));
        dying.kill();

        Process living(folder.path(), "");
        auto found = authorised(call(living, {Service::query, of}, nfce::query_message(2, document.chave)));
        EXPECT_EQ(found.has_value(), i % 3 != 0) << i; // stored before anything was answered
        if (!found) found = authorised(call(living, {Service::authorisation, of}, lote(document)));
        ASSERT_TRUE(found) << i;
        EXPECT_TRUE(nfce::matches(found->protocol, document.chave, document.digest_value));
        protocols[document.chave] = found->protocol.nProt;
    }
    Simulator last({.port = 0, .folder = folder.path()});
    auto const documents = boost::json::parse(last.ledger("documentos")).as_array();
    ASSERT_EQ(documents.size(), 100U);
    for (auto const& document : documents)
        EXPECT_EQ(protocols.at(std::string(document.at("chNFe").as_string())), document.at("nProt").as_string());
    auto const requests = boost::json::parse(last.ledger("pedidos")).as_array();
    // Killed before it was stored: that request never was. 34 × (query + send again), 66 × (send + query).
    EXPECT_EQ(requests.size(), 200U);
}

TEST_F(KilledTest, TheSameLoteTwiceAtOnceIsAuthorisedOnce) {
    Process const process(folder.path(), "");
    auto const document = receipt({});
    std::vector<int> codes(8);
    std::vector<std::thread> threads;
    for (auto& code : codes) {
        threads.emplace_back([&, this] {
            auto const body = call(process, {Service::authorisation}, lote(document));
            if (body) code = code_in(*body);
        });
    }
    for (auto& thread : threads) thread.join();
    EXPECT_EQ(std::ranges::count(codes, 100), 1);
    EXPECT_EQ(std::ranges::count(codes, 204), 7);
}

} // namespace

} // namespace balcao::sefaz
