// What operators see: metrics and log.

#include <array>
#include <cstdint>
#include <string>
#include <thread>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "platform/base/log.hpp"
#include "test_server.hpp"

namespace balcao::http::test {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Metrics, CountByRouteMethodAndStatus) {
    Router router = small_router();
    router.add(route(Method::get, "/things/{id}", [](Request const&) { return json(404, "{}"); }));
    router.add(route(Method::put, "/things/{id}", [](Request const&) -> Response { throw std::runtime_error("x"); }));
    TestServer const server(std::move(router));
    Client client(server.port());
    for (int i = 0; i < 3; ++i) client.get("/things/" + std::to_string(i));
    client.ask("PUT /things/1 HTTP/1.1\r\nHost: x\r\n\r\n");
    client.get("/hello");
    client.get("/api/none");
    client.ask("BREW /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    auto const text = client.get("/metrics").body;
    EXPECT_THAT(text, HasSubstr("http_requests_total{method=\"GET\",route=\"/things/{id}\",status=\"4xx\"} 3\n"));
    EXPECT_THAT(text, HasSubstr("http_requests_total{method=\"PUT\",route=\"/things/{id}\",status=\"5xx\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("http_requests_total{method=\"GET\",route=\"/hello\",status=\"2xx\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("http_requests_total{method=\"GET\",route=\"none\",status=\"4xx\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("http_requests_total{method=\"other\",route=\"none\",status=\"4xx\"} 1\n"));
    EXPECT_THAT(text, HasSubstr("http_request_duration_seconds_count{route=\"/things/{id}\"} 4\n"));
    EXPECT_THAT(text, HasSubstr("http_connections 1\n"));
    EXPECT_THAT(text, testing::ContainsRegex("process_resident_memory_bytes [0-9]{6,}"));
    EXPECT_THAT(text, Not(HasSubstr("/things/1")));
}

TEST(Metrics, AreForOperatorsOnly) {
    auto const status = [](TestServer const& server, std::string const& fields) {
        return Client(server.port()).get("/metrics", fields).status;
    };
    {
        TestServer const server(small_router());
        EXPECT_EQ(status(server, ""), 200);
        EXPECT_EQ(status(server, "X-Forwarded-For: 127.0.0.1\r\n"), 404);
        EXPECT_EQ(status(server, "Forwarded: for=127.0.0.1\r\n"), 404);
        EXPECT_EQ(status(server, "X-Forwarded-For: 1.1.1.1\r\nAuthorization: Bearer \r\n"), 404);
    }
    {
        TestServer const server(small_router(), {.public_url = "https://balcao.example", .metrics_token = "s3cret"});
        EXPECT_EQ(status(server, ""), 404);
        EXPECT_EQ(status(server, "Authorization: Bearer s3cret\r\n"), 200);
    }
    TestServer const server(small_router(), {.metrics_token = "s3cret"});
    std::string const forwarded = "X-Forwarded-For: 203.0.113.9\r\n";
    EXPECT_EQ(status(server, forwarded + "Authorization: Bearer s3cret\r\n"), 200);
    for (auto const* wrong :
         {"Authorization: Bearer s3cre\r\n", "Authorization: Bearer s3creT\r\n", "Authorization: s3cret\r\n", ""})
        EXPECT_EQ(status(server, forwarded + wrong), 404) << wrong;
}

// The lines that `act` logs, without the server's own about stopping: a request is logged after its answer was sent,
// so that one may come first.
std::vector<boost::json::object> lines_of(std::function<void()> const& act) {
    testing::internal::CaptureStderr();
    log::start();
    act();
    log::stop();
    std::vector<boost::json::object> lines;
    auto const text = testing::internal::GetCapturedStderr();
    for (std::size_t at = 0; at < text.size();) {
        auto const end = text.find('\n', at);
        auto line = boost::json::parse(text.substr(at, end - at)).as_object();
        if (line.at("event") != "server_stopping") lines.push_back(std::move(line));
        at = end + 1;
    }
    return lines;
}

TEST(Log, OneLinePerRequestWithoutSecrets) {
    auto const lines = lines_of([] {
        Router router = small_router();
        router.add(route(
            Method::post, "/sign-in/{who}",
            [](Request const& request) {
                request.log.user_id = "user-7";
                request.log.company_id = "company-9";
                return json(401, "{}");
            },
            Lane::hash));
        TestServer const server(std::move(router), {.trusted_proxies = {"127.0.0.1"}});
        Client client(server.port());
        client.post("/sign-in/maria?token=QUERYSECRET", R"({"password":"BODYSECRET"})",
                    "Content-Type: application/json\r\nCookie: balcao_session=COOKIESECRET\r\nX-Forwarded-For: "
                    "203.0.113.9\r\nX-Request-Id: id-from-proxy\r\n");
        client.get("/hello");
    });
    ASSERT_EQ(lines.size(), 2U);
    auto const& line = lines[0];
    EXPECT_EQ(line.at("event"), "request");
    EXPECT_EQ(line.at("level"), "info");
    EXPECT_EQ(line.at("request_id"), "id-from-proxy");
    EXPECT_EQ(line.at("method"), "POST");
    EXPECT_EQ(line.at("route"), "/sign-in/{who}");
    EXPECT_EQ(line.at("status"), 401);
    EXPECT_GE(line.at("ms").to_number<double>(), 0);
    EXPECT_GT(line.at("bytes").as_int64(), 100);
    EXPECT_EQ(line.at("user"), "user-7");
    EXPECT_EQ(line.at("company"), "company-9");
    EXPECT_EQ(line.at("remote"), "203.0.113.9");
    EXPECT_THAT(std::string(line.at("time").as_string()),
                testing::MatchesRegex("20[0-9-]+T[0-9:]+\\.[0-9][0-9][0-9]Z"));
    EXPECT_EQ(line.size(), 12U);
    EXPECT_EQ(lines[1].at("route"), "/hello");
    EXPECT_EQ(lines[1].at("user"), "");
    for (auto const& one : lines)
        EXPECT_THAT(boost::json::serialize(one), Not(testing::AnyOf(HasSubstr("SECRET"), HasSubstr("maria"))));
}

TEST(Log, KeepsTheReasonOfAFailureAndItsId) {
    Reply reply;
    auto const lines = lines_of([&] {
        Router router;
        router.add(route(Method::get, "/broken",
                         [](Request const&) -> Response { throw std::runtime_error("disk \"full\"\n\x01\xFF"); }));
        TestServer const server(std::move(router));
        reply = Client(server.port()).get("/broken");
    });
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].at("event"), "request_failed");
    EXPECT_EQ(lines[0].at("level"), "error");
    EXPECT_EQ(lines[0].at("error"), "disk \"full\"\n\x01\xEF\xBF\xBD");
    EXPECT_EQ(lines[0].at("request_id").as_string(), reply.header("X-Request-Id"));
    EXPECT_EQ(lines[1].at("status"), 500);
}

TEST(Log, WritesEveryKindOfField) {
    auto const lines = lines_of([] {
        log::info("event \"one\"", {{"text", "é\t"},
                                    {"number", -5},
                                    {"large", std::size_t{5'000'000'000}},
                                    {"part", 1.5},
                                    {"string", std::string("s")}});
        log::warning("two");
    });
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].at("event"), "event \"one\"");
    EXPECT_EQ(lines[0].at("text"), "é\t");
    EXPECT_EQ(lines[0].at("number"), -5);
    EXPECT_EQ(lines[0].at("large"), 5'000'000'000);
    EXPECT_EQ(lines[0].at("part"), 1.5);
    EXPECT_EQ(lines[1].at("level"), "warning");
}

TEST(Log, LosesNothingThatFits) {
    auto const lines = lines_of([] {
        std::vector<std::thread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([t] {
                for (int i = 0; i < 500; ++i) log::info("line", {{"thread", t}, {"number", i}});
            });
        }
        for (auto& thread : threads) thread.join();
    });
    EXPECT_EQ(lines.size(), 2000U);
}

// Standard error takes nothing until the lines do not fit any more.
TEST(Log, CountsWhatItDrops) {
    std::array<int, 2> pipe{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    auto const usual = ::dup(STDERR_FILENO);
    ::dup2(pipe[1], STDERR_FILENO);
    log::start();
    std::string const long_text(1000, 'x');
    constexpr int all = 10'000;
    for (int i = 0; i < all; ++i) log::info("line", {{"text", long_text}});
    std::string text;
    std::thread reader([&] {
        std::array<char, 1 << 16> bytes{};
        for (ssize_t count = 0; (count = ::read(pipe[0], bytes.data(), bytes.size())) > 0;)
            text.append(bytes.data(), static_cast<std::size_t>(count));
    });
    log::stop();
    ::dup2(usual, STDERR_FILENO);
    ::close(usual);
    ::close(pipe[1]);
    reader.join();
    ::close(pipe[0]);

    std::int64_t written = 0;
    std::int64_t dropped = 0;
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
        auto const line = boost::json::parse(text.substr(at, text.find('\n', at) - at)).as_object();
        if (line.at("event") == "line") ++written;
        else dropped += line.at("count").as_int64();
    }
    EXPECT_GT(written, 3000); // some 4 MiB of them
    EXPECT_GT(dropped, 1000);
    EXPECT_EQ(written + dropped, all);
}

TEST(LogDeathTest, WritesWhatIsGatheredWhenNobodyCatchesAnException) {
    auto const crash = [] {
        log::start();
        log::info("the_last_line");
        std::jthread const ends_the_process([] { throw std::runtime_error("nobody catches this"); });
    };
    EXPECT_DEATH(crash(), "the_last_line");
}

} // namespace
} // namespace balcao::http::test
