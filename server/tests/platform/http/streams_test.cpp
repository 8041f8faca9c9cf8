// Event streams.

#include <mutex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/http/event_stream.hpp"
#include "test_server.hpp"

namespace balcao::http::test {
namespace {

using testing::HasSubstr;

// Sinks by the name they asked for.
class Sinks {
public:
    Router router() {
        Router router = small_router();
        router.add(route(Method::get, "/events/{name}", [this](Request const& request) {
            return Response{
                .open_stream = [this, name = std::string(request.param("name"))](std::shared_ptr<EventSink> sink) {
                    std::lock_guard const lock(mutex_);
                    sinks_[name] = std::move(sink);
                }};
        }));
        return router;
    }
    std::shared_ptr<EventSink> of(std::string const& name) {
        std::shared_ptr<EventSink> sink;
        if (!eventually([&] {
                std::lock_guard const lock(mutex_);
                sink = sinks_[name];
                return sink != nullptr;
            }))
            throw std::runtime_error("the stream was not opened");
        return sink;
    }

private:
    std::mutex mutex_;
    std::map<std::string, std::shared_ptr<EventSink>> sinks_;
};

std::string const open_a = "GET /events/a HTTP/1.1\r\nHost: x\r\n\r\n";

TEST(Streams, CarryMessages) {
    Sinks sinks;
    TestServer const server(sinks.router());
    Client client(server.port());
    auto const head = client.ask(open_a);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("Content-Type"), "text/event-stream");
    EXPECT_EQ(head.header("Cache-Control"), "no-store");
    EXPECT_EQ(head.header("Content-Length"), "");
    auto const sink = sinks.of("a");
    EXPECT_TRUE(sink->is_open());
    sink->send(R"({"topic":"companies"})");
    EXPECT_TRUE(client.wait_for("data: {\"topic\":\"companies\"}\n\n"));
    sink->send("1\n2");
    EXPECT_TRUE(client.wait_for("data: 1\ndata: 2\n\n"));
    EXPECT_THAT(server.metrics(), HasSubstr("http_event_streams 1\n"));

    sink->send("last");
    sink->close();
    EXPECT_FALSE(sink->is_open());
    EXPECT_TRUE(client.wait_for("data: last\n\n"));
    EXPECT_TRUE(client.ended());
    EXPECT_TRUE(eventually([&] { return server.metrics().find("http_event_streams 0\n") != std::string::npos; }));
}

TEST(Streams, BeatWhileQuiet) {
    Sinks sinks;
    TestServer const server(sinks.router(), {.limits = {.heartbeat_time = 20ms}});
    Client client(server.port());
    client.send(open_a);
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(client.wait_for(": \n\n"));
}

TEST(Streams, NoticeWhenTheClientLeaves) {
    Sinks sinks;
    TestServer const server(sinks.router());
    auto client = std::make_unique<Client>(server.port());
    client->send(open_a);
    auto const sink = sinks.of("a");
    client.reset();
    EXPECT_TRUE(eventually([&] { return !sink->is_open(); }));
    sink->send("nobody hears"); // and nothing breaks
}

TEST(Streams, ASlowReaderIsCutOffAndHoldsNobodyUp) {
    Sinks sinks;
    TestServer const server(sinks.router(), {.limits = {.stream_bytes = 64 * 1024}});
    Client slow(server.port(), 4096);
    slow.send(open_a);
    Client quick(server.port());
    quick.send("GET /events/b HTTP/1.1\r\nHost: x\r\n\r\n");
    auto const slow_sink = sinks.of("a");
    auto const quick_sink = sinks.of("b");
    std::string const message(16 * 1024, 'x');
    int sent = 0;
    while (slow_sink->is_open() && sent < 100'000) {
        slow_sink->send(message);
        if (++sent % 16 == 0) {
            quick_sink->send("tick");
            ASSERT_TRUE(quick.wait_for("data: tick\n\n"));
        }
    }
    EXPECT_FALSE(slow_sink->is_open());
    EXPECT_TRUE(quick_sink->is_open());
    EXPECT_TRUE(eventually([&] { return server.metrics().find("http_event_streams 1\n") != std::string::npos; }));
    EXPECT_TRUE(slow.closed());
}

TEST(Streams, AreNotOpenedByHead) {
    Sinks sinks;
    TestServer const server(sinks.router());
    Client client(server.port());
    client.send("HEAD /events/a HTTP/1.1\r\nHost: x\r\n\r\n");
    auto const reply = client.read(true);
    EXPECT_EQ(reply.header("Content-Type"), "text/event-stream");
    EXPECT_TRUE(client.ended());
    EXPECT_THAT(server.metrics(), HasSubstr("http_event_streams 0\n"));
}

TEST(Streams, EndAtStop) {
    Sinks sinks;
    TestServer server(sinks.router());
    Client client(server.port());
    client.send(open_a);
    Client slow(server.port(), 4096);
    slow.send("GET /events/b HTTP/1.1\r\nHost: x\r\n\r\n");
    auto const sink = sinks.of("a");
    for (int i = 0; i < 12; ++i) sinks.of("b")->send(std::string(16 * 1024, 'x'));
    server.stop_and_wait(); // would hang on a stream that stays
    EXPECT_TRUE(client.closed());
    EXPECT_FALSE(sink->is_open());
    sink->send("after the end"); // and nothing breaks
}

TEST(EventStream, CountsWhatWaits) {
    int woken = 0;
    EventStream stream(20, [&] { ++woken; });
    std::string out;
    stream.send("12345");
    EXPECT_EQ(stream.take(out), EventStream::State::open);
    EXPECT_EQ(out, "data: 12345\n\n");
    stream.send("1234567890");
    stream.send("1234567890"); // too much
    EXPECT_EQ(stream.take(out), EventStream::State::overflown);
    EXPECT_FALSE(stream.is_open());
    EXPECT_EQ(woken, 3);
    stream.detach();
    stream.send("x");
    stream.close();
    EXPECT_EQ(woken, 3);
}

} // namespace
} // namespace balcao::http::test
