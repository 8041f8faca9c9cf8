// Every limit: too much, too slow, too many.

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/base/worker_pool.hpp"
#include "test_server.hpp"

namespace balcao::http::test {
namespace {

using testing::HasSubstr;

// Short for what the test waits for, so long for all else that a slow machine does not matter.
Limits patient() { return {.header_time = 60s, .body_time = 60s, .idle_time = 60s, .write_time = 60s}; }

TEST(Limits, HeaderFlood) {
    TestServer const server(small_router());
    std::string one_field = "GET /hello HTTP/1.1\r\nHost: x\r\nX-Long: " + std::string(20'000, 'a') + "\r\n\r\n";
    std::string many_fields = "GET /hello HTTP/1.1\r\nHost: x\r\n";
    for (int i = 0; i < 2000; ++i) many_fields += "X-" + std::to_string(i) + ": 1\r\n";
    std::string just_too_long = "GET /hello HTTP/1.1\r\nHost: x\r\n";
    while (just_too_long.size() < 16 * 1024) just_too_long += "X-Field: 1\r\n";
    std::string long_target = "GET /" + std::string(20'000, 'a') + " HTTP/1.1\r\nHost: x\r\n\r\n";
    for (auto const& bytes :
         {one_field, many_fields + "\r\n", just_too_long + "\r\n", long_target, std::string(20'000, 'A')}) {
        Client client(server.port());
        client.send(bytes);
        auto const reply = client.read();
        EXPECT_EQ(reply.status, 431) << bytes.substr(0, 40);
        EXPECT_EQ(reply.code(), "header_too_large");
        client.finish_sending();
        EXPECT_TRUE(client.ended());
    }
    // The same in small pieces that never end.
    Client dripping(server.port());
    for (int i = 0; i < 3000 && dripping.send(i == 0 ? "GET /hello HTTP/1.1\r\nHost: x\r\n" : "X-Y: 12345678\r\n");
         ++i) {
    }
    EXPECT_EQ(dripping.read().status, 431);

    Client client(server.port());
    EXPECT_EQ(client.get("/hello", "X-Long: " + std::string(15'000, 'a') + "\r\n").status, 200);
}

// A route whose bodies only those may send who name themselves.
Router guarded_router(std::atomic<int>& asked) {
    Router router;
    auto guarded = route(Method::post, "/guarded",
                         [](Request const& request) { return json(200, std::to_string(request.body.size())); });
    guarded.body_limit = 20 * 1024 * 1024;
    guarded.admission = [&asked](Request const& request) -> std::optional<Response> {
        ++asked;
        if (request.header("x-name") == "broken") throw std::runtime_error("the database is gone");
        if (request.header("x-name")) return std::nullopt;
        return problem(401, "unauthenticated", "Entre", "Entre de novo.", request.id);
    };
    router.add(std::move(guarded));
    router.add(route(Method::get, "/hello", [](Request const&) { return json(200, "{}"); }));
    return router;
}

std::string head_of(std::size_t length, std::string_view more_fields = {}) {
    return "POST /guarded HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + std::string(more_fields) +
           "Content-Length: " + std::to_string(length) + "\r\n\r\n";
}
constexpr auto chunked_head = "POST /guarded HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Name: a\r\n"
                              "Transfer-Encoding: chunked\r\n\r\n";

TEST(Limits, StrangersAreRefusedBeforeTheirBody) {
    std::atomic<int> asked{0};
    TestServer const server(guarded_router(asked), {.limits = patient()});
    for (auto const& head : {head_of(20'000'000), head_of(20'000'000, "Expect: 100-continue\r\n")}) {
        Client client(server.port());
        auto const reply = client.ask(head);
        EXPECT_EQ(reply.status, 401);
        EXPECT_EQ(reply.header("Connection"), "close");
    }
    EXPECT_EQ(Client(server.port()).ask(head_of(20'000, "X-Name: broken\r\n")).status, 500);
    Client known(server.port());
    std::string const body(20'000, 'x');
    EXPECT_EQ(known.ask(head_of(body.size(), "X-Name: a\r\n") + body).body, "20000");
    EXPECT_EQ(known.ask(head_of(body.size(), "X-Name: a\r\n") + body).body, "20000");
    EXPECT_EQ(asked, 5);
}

TEST(Limits, SmallBodiesAreReadBeforeAnybodyAsksWhoSendsThem) {
    std::atomic<int> asked{0};
    TestServer const server(guarded_router(asked), {.limits = patient()});
    Client client(server.port());
    EXPECT_EQ(client.ask(head_of(3) + "abc").body, "3") << "the handler asks";
    EXPECT_EQ(asked, 0);
    EXPECT_EQ(client.ask(head_of(3, "Expect: 100-continue\r\n")).status, 401) << "who asks is told";
    EXPECT_EQ(asked, 1);
}

TEST(Limits, BodiesShareTheMemory) {
    std::atomic<int> asked{0};
    auto limits = patient();
    limits.request_bytes = 3'000'000;
    limits.request_bytes_per_address = 1'000'000;
    TestServer const server(guarded_router(asked), {.trusted_proxies = {"127.0.0.1"}, .limits = limits});
    auto const of = [](char const* address) {
        return "X-Name: a\r\nX-Forwarded-For: " + std::string(address) + "\r\n";
    };
    Client first(server.port()); // sends and does not end
    first.send(head_of(900'000, of("10.0.0.1")) + std::string(800'000, 'x'));
    // Asks before it sends, and then sends nothing: asking again and again takes no memory from the others.
    auto const is_refused = [&](std::size_t length, char const* address) {
        Client client(server.port());
        auto const reply = client.ask(head_of(length, of(address) + "Expect: 100-continue\r\n"));
        EXPECT_TRUE(reply.status == 100 || reply.status == 503) << reply.status;
        if (reply.status == 503) {
            EXPECT_EQ(reply.header("Retry-After"), "2");
        }
        return reply.status == 503;
    };
    ASSERT_TRUE(eventually([&] { return is_refused(300'000, "10.0.0.1"); }));
    EXPECT_FALSE(is_refused(300'000, "10.0.0.2"));
    EXPECT_TRUE(is_refused(1'000'001, "10.0.0.2")) << "more than any address may hold";
    // The total is for everybody.
    Client second(server.port());
    Client third(server.port());
    second.send(head_of(990'000, of("10.0.0.3")) + std::string(989'000, 'x'));
    third.send(head_of(990'000, of("2001:db8::1")) + std::string(989'000, 'x'));
    ASSERT_TRUE(eventually([&] { return is_refused(400'000, "10.0.0.4"); }));
    // What ends gives back.
    EXPECT_EQ(first.ask(std::string(100'000, 'x')).status, 200);
    EXPECT_TRUE(eventually([&] { return !is_refused(400'000, "10.0.0.4"); }));
    EXPECT_TRUE(is_refused(400'000, "2001:db8::2")) << "one customer's network is one address";
    // Without a length what comes counts.
    std::string chunk = "7a120\r\n" + std::string(500'000, 'x') + "\r\n";
    EXPECT_EQ(Client(server.port()).ask(chunked_head + chunk + chunk + chunk).status, 503);
}

TEST(Limits, ConnectionsPerAddress) {
    TestServer const server(small_router(), {.limits = {.connections_per_address = 3}});
    std::vector<std::unique_ptr<Client>> idle;
    for (int i = 0; i < 3; ++i) {
        idle.push_back(std::make_unique<Client>(server.port()));
        EXPECT_EQ(idle.back()->get("/hello").status, 200);
    }
    Client refused(server.port());
    EXPECT_EQ(refused.read().status, 503);
    refused.finish_sending();
    EXPECT_TRUE(refused.ended());
    EXPECT_EQ(Client(server.port(), 0, "127.0.0.2").get("/hello").status, 200) << "others are not concerned";
    idle.pop_back();
    EXPECT_TRUE(eventually([&] { return Client(server.port()).get("/hello").status == 200; }));

    TestServer const behind(small_router(),
                            {.trusted_proxies = {"127.0.0.1"}, .limits = {.connections_per_address = 3}});
    std::vector<std::unique_ptr<Client>> of_proxy;
    for (int i = 0; i < 9; ++i) {
        of_proxy.push_back(std::make_unique<Client>(behind.port()));
        EXPECT_EQ(of_proxy.back()->get("/hello").status, 200);
    }
}

TEST(Limits, SlowHeader) {
    auto limits = patient();
    limits.header_time = 150ms;
    TestServer const server(small_router(), {.limits = limits});
    Client client(server.port());
    client.send("GET /hello HT"); // and then nothing
    auto const reply = client.read();
    EXPECT_EQ(reply.status, 408);
    EXPECT_EQ(reply.code(), "timeout");
    EXPECT_EQ(reply.header("Connection"), "close");
    client.finish_sending();
    EXPECT_TRUE(client.ended());

    Client kept(server.port());
    EXPECT_EQ(kept.get("/hello").status, 200);
    EXPECT_EQ(kept.ask("G").status, 408); // long before the idle time is over
}

TEST(Limits, DrippedHeader) {
    auto limits = patient();
    limits.header_time = 150ms;
    TestServer const server(small_router(), {.limits = limits});
    Client client(server.port());
    std::atomic<bool> answered{false};
    std::thread dripper([&] {
        client.send("GET /hello HTTP/1.1\r\n");
        while (!answered && client.send("X: 1\r\n")) std::this_thread::sleep_for(5ms);
    });
    EXPECT_EQ(client.read().status, 408);
    answered = true;
    dripper.join();
}

TEST(Limits, SilentAndIdleConnections) {
    auto limits = patient();
    limits.header_time = 150ms;
    limits.idle_time = 150ms;
    TestServer const server(small_router(), {.limits = limits});
    Client silent(server.port());
    EXPECT_TRUE(silent.ended()); // nobody asked anything, so nothing is said
    Client idle(server.port());
    EXPECT_EQ(idle.get("/hello").status, 200);
    EXPECT_TRUE(idle.ended());
}

TEST(Limits, DrippedBody) {
    auto limits = patient();
    limits.body_time = 150ms;
    TestServer const server(small_router(), {.limits = limits});
    Client client(server.port());
    std::atomic<bool> answered{false};
    std::thread dripper([&] {
        client.send(
            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n");
        while (!answered && client.send("1")) std::this_thread::sleep_for(5ms);
    });
    auto const reply = client.read();
    EXPECT_EQ(reply.status, 408);
    EXPECT_EQ(reply.code(), "timeout");
    answered = true;
    dripper.join();
}

TEST(Limits, BodyOfTheRoute) {
    std::atomic<int> handled{0};
    Router router;
    router.add({.method = Method::post,
                .pattern = "/small",
                .lane = Lane::write,
                .handler =
                    [&](Request const& request) {
                        ++handled;
                        return json(200, std::to_string(request.body.size()));
                    },
                .body_limit = 1000});
    router.add({.method = Method::post,
                .pattern = "/large",
                .lane = Lane::write,
                .handler = [](Request const& request) { return json(200, std::to_string(request.body.size())); },
                .body_limit = 20 * 1024 * 1024});
    TestServer const server(std::move(router));
    std::string const ten_megabytes(10 * 1024 * 1024, 'x');
    {
        Client client(server.port());
        EXPECT_TRUE(
            client.send("POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: " +
                        std::to_string(ten_megabytes.size()) + "\r\n\r\n"));
        EXPECT_TRUE(client.send(ten_megabytes)); // taken and thrown away, so that the answer is seen
        auto const reply = client.read();
        EXPECT_EQ(reply.status, 413);
        EXPECT_EQ(reply.code(), "too_large");
        EXPECT_EQ(reply.header("Connection"), "close");
        client.finish_sending();
        EXPECT_TRUE(client.ended());
    }
    {
        Client client(server.port());
        client.send(
            "POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        auto const chunk = "190\r\n" + std::string(400, 'x') + "\r\n";
        client.send(chunk + chunk + chunk);
        EXPECT_EQ(client.read().status, 413);
    }
    {
        Client client(server.port());
        client.send(
            "POST /small HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
        client.send("5;" + std::string(40'000, 'x')); // a chunk header without end
        EXPECT_EQ(client.read().status, 400);
    }
    EXPECT_EQ(handled, 0);
    Client client(server.port());
    EXPECT_EQ(client.post("/small", std::string(1001, 'x')).status, 413);
    Client again(server.port());
    EXPECT_EQ(again.post("/small", std::string(1000, 'x')).body, "1000");
    EXPECT_EQ(again.post("/large", ten_megabytes).body, std::to_string(ten_megabytes.size()));
}

TEST(Limits, AReaderThatDoesNotReadIsCutOff) {
    auto limits = patient();
    limits.write_time = 150ms;
    Router router;
    router.add(route(Method::get, "/huge",
                     [](Request const&) { return Response{.body = std::string(64 * 1024 * 1024, 'x')}; }));
    TestServer const server(std::move(router), {.limits = limits});
    Client client(server.port(), 4096);
    client.send("GET /huge HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_TRUE(eventually(
        [&] { return server.metrics().find("http_connections 1\n") != std::string::npos; })); // only the one that asks
    EXPECT_TRUE(client.closed());
}

TEST(Limits, SlowButSteadyReadersAreServed) {
    Router router;
    std::string const content(4 * 1024 * 1024, 'x');
    router.add(route(Method::get, "/large", [&](Request const&) { return Response{.body = content}; }));
    TestServer const server(std::move(router));
    Client client(server.port(), 4096);
    EXPECT_EQ(client.get("/large").body, content);
}

TEST(Limits, Connections) {
    TestServer const server(small_router(), {.limits = {.connections = 2}});
    Client first(server.port());
    EXPECT_EQ(first.get("/hello").status, 200);
    {
        Client second(server.port());
        EXPECT_EQ(second.get("/hello").status, 200);
        Client third(server.port());
        auto const reply = third.get("/hello");
        EXPECT_EQ(reply.status, 503);
        EXPECT_EQ(reply.code(), "unavailable");
        EXPECT_FALSE(reply.header("Retry-After").empty());
        third.finish_sending();
        EXPECT_TRUE(third.ended());
    }
    EXPECT_EQ(first.get("/hello").status, 200);
    EXPECT_TRUE(eventually([&] { return Client(server.port()).get("/hello").status == 200; })); // room again
}

// A door that handlers wait at.
class Gate {
public:
    void wait() {
        std::unique_lock lock(mutex_);
        ++waiting_;
        changed_.notify_all();
        changed_.wait(lock, [this] { return open_; });
    }
    void open() {
        std::lock_guard const lock(mutex_);
        open_ = true;
        changed_.notify_all();
    }
    void wait_for(int waiting) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return waiting_ >= waiting; });
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int waiting_ = 0;
    bool open_ = false;
};

TEST(Lanes, ABlockedLaneDelaysNoOther) {
    Gate gate;
    Router router = small_router();
    router.add(route(
        Method::post, "/hash",
        [&](Request const&) {
            gate.wait();
            return json(200, "{}");
        },
        Lane::hash));
    TestServer const server(std::move(router), {.hash_threads = 2});
    std::vector<std::unique_ptr<Client>> hashing;
    for (int i = 0; i < 6; ++i) {
        hashing.push_back(std::make_unique<Client>(server.port()));
        hashing.back()->send("POST /hash HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    gate.wait_for(2); // both threads are busy and stay so
    Client client(server.port());
    for (int i = 0; i < 20; ++i) EXPECT_EQ(client.get("/hello").status, 200);
    EXPECT_EQ(client.post("/echo", "{}").status, 200);
    EXPECT_TRUE(eventually(
        [&] { return server.metrics().find("http_lane_queue_length{lane=\"hash\"} 4\n") != std::string::npos; }));
    gate.open();
    for (auto const& one : hashing) EXPECT_EQ(one->read().status, 200);
}

TEST(Lanes, AFullQueueSaysTryAgain) {
    Gate gate;
    Router router = small_router();
    router.add(route(
        Method::post, "/write",
        [&](Request const&) {
            gate.wait();
            return json(200, "{}");
        },
        Lane::write));
    TestServer const server(std::move(router), {.write_threads = 1, .limits = {.queued_requests = 1}});
    std::string const request = "POST /write HTTP/1.1\r\nHost: x\r\n\r\n";
    Client running(server.port());
    running.send(request);
    gate.wait_for(1);
    Client queued(server.port());
    queued.send(request);
    EXPECT_TRUE(eventually(
        [&] { return server.metrics().find("http_lane_queue_length{lane=\"write\"} 1\n") != std::string::npos; }));
    Client refused(server.port());
    auto const reply = refused.ask(request);
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(reply.code(), "unavailable");
    EXPECT_EQ(reply.header("Retry-After"), "2");
    gate.open();
    EXPECT_EQ(running.read().status, 200);
    EXPECT_EQ(queued.read().status, 200);
    EXPECT_EQ(refused.get("/hello").status, 200);
}

TEST(Lanes, WhatWaitedTooLongIsNotRunAnyMore) {
    Gate gate;
    std::atomic<int> runs{0};
    Router router;
    router.add(route(
        Method::get, "/read",
        [&](Request const&) {
            ++runs;
            gate.wait();
            return json(200, "{}");
        },
        Lane::read));
    TestServer const server(std::move(router), {.read_threads = 1, .limits = {.queue_time = 50ms}});
    std::string const request = "GET /read HTTP/1.1\r\nHost: x\r\n\r\n";
    Client running(server.port());
    running.send(request);
    gate.wait_for(1);
    Client waiting(server.port());
    waiting.send(request);
    std::this_thread::sleep_for(100ms);
    gate.open();
    EXPECT_EQ(running.read().status, 200);
    auto const reply = waiting.read();
    EXPECT_EQ(reply.status, 503);
    EXPECT_EQ(reply.code(), "unavailable");
    EXPECT_EQ(runs, 1);
}

TEST(Lanes, ReadingByKeyWaitsBehindOtherReadingOnlyWhenItMayHaveTo) {
    for (bool const key_on_io : {true, false}) {
        Gate gate;
        Router router;
        router.add(route(
            Method::get, "/list",
            [&](Request const&) {
                gate.wait();
                return json(200, "{}");
            },
            Lane::read));
        router.add(route(Method::get, "/key", [](Request const&) { return json(200, "{}"); }, Lane::key));
        TestServer const server(std::move(router), {.key_on_io = key_on_io, .read_threads = 1});
        Client list(server.port());
        list.send("GET /list HTTP/1.1\r\nHost: x\r\n\r\n");
        gate.wait_for(1);
        Client key(server.port());
        key.send("GET /key HTTP/1.1\r\nHost: x\r\n\r\n");
        if (!key_on_io) {
            EXPECT_TRUE(eventually([&] {
                return server.metrics().find("http_lane_queue_length{lane=\"read\"} 1\n") != std::string::npos;
            }));
            gate.open();
        }
        EXPECT_EQ(key.read().status, 200) << "else it would wait for ever";
        gate.open();
        EXPECT_EQ(list.read().status, 200);
    }
}

TEST(Lanes, RunWhatIsQueuedBeforeTheyStop) {
    std::atomic<int> done{0};
    WorkerPool pool({.name = "test", .threads = 2, .queue_limit = 100});
    for (int i = 0; i < 50; ++i) EXPECT_TRUE(pool.try_post([&] { ++done; }));
    pool.stop();
    EXPECT_EQ(done, 50);
    EXPECT_FALSE(pool.try_post([&] { ++done; }));
}

} // namespace
} // namespace balcao::http::test
