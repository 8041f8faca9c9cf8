// Binding, stopping, draining.

#include <atomic>
#include <csignal>
#include <future>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_server.hpp"

namespace balcao::http::test {
namespace {

using testing::HasSubstr;

struct BlockingRoute {
    std::promise<void> started;
    std::promise<void> released;

    Router router() {
        Router router = small_router();
        router.add(route(
            Method::post, "/work",
            [this](Request const&) {
                started.set_value();
                released.get_future().wait();
                return json(200, R"("done")");
            },
            Lane::write));
        return router;
    }
};

// Linux may keep a closed listener for a moment more: its poll of another thread holds on to it.
bool refuses_connections(std::uint16_t port) {
    try {
        Client const client(port);
        return false;
    } catch (std::runtime_error const&) {
        return true;
    }
}

TEST(Stop, FinishesTheRunningRequest) {
    BlockingRoute work;
    TestServer server(work.router());
    Client busy(server.port());
    Client idle(server.port());
    EXPECT_EQ(idle.get("/hello").status, 200);
    busy.send("POST /work HTTP/1.1\r\nHost: x\r\n\r\nGET /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    work.started.get_future().wait();

    server.server().stop();
    EXPECT_TRUE(idle.ended()); // while the other still runs
    EXPECT_TRUE(eventually([&] { return refuses_connections(server.port()); }));
    EXPECT_FALSE(server.has_ended());
    work.released.set_value();
    auto const reply = busy.read();
    EXPECT_EQ(reply.body, "\"done\"");
    EXPECT_EQ(reply.header("Connection"), "close");
    EXPECT_TRUE(busy.ended()); // the request behind it was not taken any more
    EXPECT_TRUE(eventually([&] { return server.has_ended(); }));
}

TEST(Stop, GivesUpOnClientsAfterTheDrainTime) {
    TestServer server(small_router(), {.limits = {.drain_time = 100ms}});
    Client half(server.port());
    half.send("GET /hello HTTP/1.1\r\nHos"); // a request that never ends
    EXPECT_TRUE(eventually([&] { return server.metrics().find("http_connections 2\n") != std::string::npos; }));
    server.stop_and_wait();
    EXPECT_TRUE(half.ended()); // no 408: its header time was not over
}

TEST(Stop, OnASignal) {
    TestServer server(small_router());
    EXPECT_EQ(Client(server.port()).get("/hello").status, 200); // run() has installed its handlers
    std::raise(SIGTERM);
    EXPECT_TRUE(eventually([&] { return server.has_ended(); }));
}

TEST(Stop, BeforeAnythingHappened) {
    TestServer server(small_router());
    server.server().stop();
    server.server().stop();
    EXPECT_TRUE(eventually([&] { return server.has_ended(); }));
}

TEST(Stop, UnderLoadLosesNoAnswerThatWasStarted) {
    auto server = std::make_unique<TestServer>(small_router());
    std::atomic<bool> go_on{true};
    std::atomic<int> answered{0};
    std::atomic<int> broken{0};
    std::vector<std::thread> clients;
    for (int i = 0; i < 4; ++i) {
        clients.emplace_back([&] {
            while (go_on) {
                try {
                    Client client(server->port());
                    for (int n = 0; n < 5; ++n) {
                        auto const reply = client.post("/echo", "{}");
                        if (reply.status == 0) break; // closed between two requests
                        if (reply.status == 200 && reply.body == "{}") ++answered;
                        else ++broken;
                    }
                } catch (std::runtime_error const&) { // the listener is gone
                    return;
                }
            }
        });
    }
    EXPECT_TRUE(eventually([&] { return answered > 200; }));
    server->stop_and_wait();
    go_on = false;
    for (auto& client : clients) client.join();
    EXPECT_EQ(broken, 0);
}

TEST(Bind, SaysThatThePortIsTaken) {
    TestServer const first(small_router());
    Server second({.port = first.port()}, small_router(), nullptr);
    try {
        second.bind();
        FAIL() << "two servers on one port";
    } catch (std::runtime_error const& error) {
        EXPECT_EQ(std::string(error.what()),
                  "A porta " + std::to_string(first.port()) +
                      " já está em uso em 127.0.0.1. Feche o outro programa ou escolha outra porta.");
    }
}

TEST(Bind, RefusesWhatIsNoAddress) {
    for (auto const* address : {"localhost", "", "300.1.1.1", "8.8.8.8"}) {
        Server server({.listen_address = address, .port = 0}, small_router(), nullptr);
        EXPECT_THROW(server.bind(), std::runtime_error) << address;
    }
    EXPECT_THROW(Server({.trusted_proxies = {"x"}}, small_router(), nullptr), std::runtime_error);
    EXPECT_THROW(Server({.public_url = "x"}, small_router(), nullptr), std::runtime_error);
}

TEST(Bind, TakesIpv6) {
    Server server({.listen_address = "::1", .port = 0}, small_router(), nullptr);
    try {
        server.bind();
    } catch (std::runtime_error const& error) {
        EXPECT_THAT(error.what(), HasSubstr("::1")); // a machine without IPv6 says so
        GTEST_SKIP() << error.what();
    }
    EXPECT_GT(server.port(), 0);
}

} // namespace
} // namespace balcao::http::test
