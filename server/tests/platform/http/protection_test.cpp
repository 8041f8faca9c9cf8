// What keeps a browser from being used against its owner: headers, the public address, no changes from other sites.

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_server.hpp"

namespace balcao::http::test {
namespace {

using testing::HasSubstr;

TEST(Protection, CarriesTheSecurityHeaders) {
    Router router = small_router();
    router.add(route(Method::get, "/image", [](Request const&) {
        return Response{.content_type = "image/svg+xml",
                        .body = "<svg/>",
                        .headers = {{"Content-Security-Policy", "sandbox"},
                                    {"Cache-Control", "public"},
                                    {"Set-Cookie", "a=1"},
                                    {"Set-Cookie", "b=2"}}};
    }));
    TestServer const server(std::move(router), {.public_url = "https://b.example"});
    Client client(server.port());
    auto const ask = [&](std::string const& path) {
        return client.ask("GET " + path + " HTTP/1.1\r\nHost: b.example\r\n\r\n");
    };
    for (auto const* path : {"/hello", "/none"}) {
        auto const reply = ask(path);
        EXPECT_EQ(reply.header("X-Content-Type-Options"), "nosniff");
        EXPECT_EQ(reply.header("Referrer-Policy"), "same-origin");
        EXPECT_EQ(reply.header("X-Frame-Options"), "DENY");
        EXPECT_EQ(reply.header("Cross-Origin-Opener-Policy"), "same-origin");
        EXPECT_EQ(reply.header("Cross-Origin-Resource-Policy"), "same-origin");
        EXPECT_EQ(reply.header("Strict-Transport-Security"), "max-age=31536000");
        EXPECT_EQ(reply.header("Content-Security-Policy"), "default-src 'none'; frame-ancestors 'none'");
        EXPECT_EQ(reply.header("Cache-Control"), "no-store");
        EXPECT_THAT(reply.header("Permissions-Policy"), HasSubstr("camera=()"));
        EXPECT_THAT(
            reply.header("Date"),
            testing::MatchesRegex(
                "[A-Z][a-z][a-z], [0-9][0-9] [A-Z][a-z][a-z] 20[0-9][0-9] [0-9][0-9]:[0-9][0-9]:[0-9][0-9] GMT"));
    }
    auto const image = ask("/image");
    EXPECT_EQ(image.header("Content-Security-Policy"), "sandbox");
    EXPECT_EQ(image.header("Cache-Control"), "public");
    EXPECT_THAT(image.head, HasSubstr("Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n"));
    EXPECT_EQ(image.head.find("no-store"), std::string::npos);
    EXPECT_EQ(image.head.find("'none'"), std::string::npos);
}

TEST(Protection, AnswersOnlyToThePublicAddress) {
    TestServer const server(small_router(), {.public_url = "http://b.example:8080"});
    Client client(server.port());
    EXPECT_EQ(client.ask("GET /hello HTTP/1.1\r\nHost: B.example:8080\r\n\r\n").status, 200);
    auto const reply = client.get("/hello");
    EXPECT_EQ(reply.status, 421);
    EXPECT_EQ(reply.code(), "unreadable");
    EXPECT_EQ(client.get("/healthz").status, 404); // asked for by any name; this router has none
    EXPECT_EQ(client.ask("GET http://b.example:8080/hello HTTP/1.1\r\nHost: whatever\r\n\r\n").status, 200);
}

TEST(Protection, RefusesChangesFromOtherSites) {
    std::atomic<int> changes{0};
    Router router;
    for (auto const method : {Method::post, Method::put, Method::del}) {
        router.add(route(method, "/thing", [&](Request const&) {
            ++changes;
            return json(200, "{}");
        }));
    }
    router.add(route(Method::get, "/thing", [](Request const&) { return json(200, "{}"); }));
    TestServer const server(std::move(router));
    Client client(server.port());
    for (std::string const method : {"POST", "PUT", "DELETE"}) {
        for (std::string const field : {"Origin: http://evil.example", "Origin: null", "Origin: https://localhost:1",
                                        "Sec-Fetch-Site: cross-site"}) {
            auto const reply = client.ask(method + " /thing HTTP/1.1\r\nHost: localhost:1\r\n" + field + "\r\n\r\n");
            EXPECT_EQ(reply.status, 403) << method << ' ' << field;
            EXPECT_EQ(reply.code(), "forbidden");
        }
        EXPECT_EQ(changes, 0);
        EXPECT_EQ(client
                      .ask(method + " /thing HTTP/1.1\r\nHost: localhost:1\r\nOrigin: "
                                    "http://localhost:1\r\nSec-Fetch-Site: same-origin\r\n\r\n")
                      .status,
                  200);
        EXPECT_EQ(changes.exchange(0), 1);
    }
    EXPECT_EQ(client.get("/thing", "Origin: http://evil.example\r\nSec-Fetch-Site: cross-site\r\n").status,
              200); // reading is the browser's to refuse
    EXPECT_EQ(client.get("/thing", "Origin: http://evil.example\r\n").head.find("Access-Control"), std::string::npos);
}

} // namespace
} // namespace balcao::http::test
