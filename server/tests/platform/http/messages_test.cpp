// What goes over the wire: framing, methods, refusals, answers.

#include <atomic>
#include <stdexcept>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_server.hpp"

namespace balcao::http::test {
namespace {

TEST(Messages, AnswerInOrderOnOneConnection) {
    Router router = small_router();
    router.add(route(
        Method::get, "/slow/{n}",
        [](Request const& request) {
            if (request.param("n") == "1") std::this_thread::sleep_for(30ms);
            return json(200, "\"" + std::string(request.param("n")) + "\"");
        },
        Lane::write));
    TestServer const server(std::move(router));
    Client client(server.port());
    // A request with a body in between: its end must be found exactly.
    client.send("GET /slow/1 HTTP/1.1\r\nHost: x\r\n\r\n"
                "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":2}"
                "GET /hello HTTP/1.1\r\nHost: x\r\n\r\n"
                "GET /slow/4 HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(client.read().body, "\"1\"");
    EXPECT_EQ(client.read().body, R"({"a":2})");
    EXPECT_EQ(client.read().body, R"({"hello":true})");
    EXPECT_EQ(client.read().body, "\"4\"");
}

TEST(Messages, KeepOrCloseTheConnectionAsAsked) {
    TestServer const server(small_router());
    {
        Client client(server.port());
        auto const reply = client.get("/hello", "Connection: close\r\n");
        EXPECT_EQ(reply.header("Connection"), "close");
        EXPECT_TRUE(client.ended());
    }
    {
        Client client(server.port());
        EXPECT_EQ(client.ask("GET /hello HTTP/1.0\r\n\r\n").header("Connection"), "close"); // Host is optional here
        EXPECT_TRUE(client.ended());
    }
    {
        Client client(server.port());
        EXPECT_EQ(client.ask("GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n").header("Connection"),
                  "keep-alive");
        EXPECT_EQ(client.get("/hello").status, 200);
    }
}

TEST(Messages, ComeInAnyPieces) {
    TestServer const server(small_router());
    Client client(server.port());
    for (char const c : std::string_view("POST /echo HTTP/1.1\r\nHost: x\r\ncontent-TYPE: application/json; "
                                         "charset=utf-8\r\nContent-Length: 4\r\n\r\nnull")) {
        client.send({&c, 1});
        std::this_thread::sleep_for(100us);
    }
    EXPECT_EQ(client.read().body, "null");
}

TEST(Messages, EndWithAnEmptyChunkInAnyPieces) {
    TestServer const server(small_router());
    Client client(server.port());
    for (char const c : std::string_view("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                                         "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n")) {
        client.send({&c, 1});
        std::this_thread::sleep_for(200us);
    }
    EXPECT_EQ(client.read().status, 200);
    EXPECT_EQ(client.get("/hello").status, 200);
}

TEST(Messages, ReadChunkedBodies) {
    Router router = small_router();
    router.add(route(Method::put, "/trailer",
                     [](Request const& request) { return json(200, request.header("x-trailer") ? "true" : "false"); }));
    TestServer const server(std::move(router));
    Client client(server.port());
    auto const start = std::string(
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n");
    auto const reply = client.ask(start + "3\r\n{\"a\r\n4;ext=1\r\n\":1}\r\n0\r\nX-Trailer: 1\r\nHost: evil\r\n\r\n");
    EXPECT_EQ(reply.status, 200) << reply.body;
    EXPECT_EQ(reply.body, R"({"a":1})");
    EXPECT_EQ(client.get("/hello").status, 200); // and the connection goes on
    // What comes after the body is no header.
    EXPECT_EQ(client
                  .ask("PUT /trailer HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: "
                       "chunked\r\n\r\n1\r\n1\r\n0\r\nX-Trailer: 1\r\n\r\n")
                  .body,
              "false");
    EXPECT_EQ(client.ask(start + "zz\r\n").status, 400);
    EXPECT_TRUE(client.ended());
}

TEST(Messages, RefuseWhatAProxyMightReadDifferently) {
    TestServer const server(small_router());
    std::string const host = "Host: x\r\nContent-Type: application/json\r\n";
    for (auto const& bytes : std::vector<std::string>{
             "POST /echo HTTP/1.1\r\n" + host + "X-Folded: a\r\n b\r\nContent-Length: 4\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "X-Folded:\r\n\tb\r\nContent-Length: 4\r\n\r\nnull",
             "POST /echo?a=1&a=1 HTTP/1.1\r\n" + host + "Content-Length: 4\r\n\r\nnull",
             "POST /echo?a=1&b=2&%61=3 HTTP/1.1\r\n" + host + "Content-Length: 4\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
             "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n",
             "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 4\r\nContent-Length: 5\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 4\r\nContent-Length: 4\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 4, 4\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "Content-Length: +4\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "Content-Length: 99999999999999999999999\r\n\r\nnull",
             "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
             "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
             "POST /echo HTTP/1.1\r\n" + host + "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
             "POST /echo HTTP/1.1\r\n" + host +
                 "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
             "POST /echo HTTP/1.0\r\n" + host + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
             "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
             "GET /hello HTTP/1.1\r\n\r\n",
             "GET /hello HTTP/1.1\r\nHost : x\r\n\r\n",
             "GET /hello HTTP/1.1\r\n Host: x\r\n\r\n",
             "GET /hello HTTP/1.1\nHost: x\n\n",
             "GET /hello HTTP/1.1\r\nHost: x\r\nX: a\x01"
             "b\r\n\r\n",
             "GET /hello HTTP/1.1\r\nHost: x\r\nX: a\xFF"
             "b\r\n\r\n",
             "GET /hello HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n",
             "GET  /hello HTTP/1.1\r\nHost: x\r\n\r\n",
             "GET /hello HTTP/2.0\r\nHost: x\r\n\r\n",
             "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
             "GET /hello\r\n\r\n",
             "\x16\x03\x01\x02\x05\x01\r\n\r\n",
             "GET hello HTTP/1.1\r\nHost: x\r\n\r\n",
             "GET /%FF HTTP/1.1\r\nHost: x\r\n\r\n",
             "GET /hello?q=%C3%28 HTTP/1.1\r\nHost: x\r\n\r\n",
             "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
             "GET /hello HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc",
         }) {
        Client client(server.port());
        client.send(bytes);
        auto const reply = client.read();
        EXPECT_EQ(reply.status, 400) << bytes << '\n' << reply.head;
        if (reply.status == 400) {
            EXPECT_EQ(reply.code(), "unreadable");
        }
    }
}

TEST(Messages, NeverTakeABodyForTheNextRequest) {
    std::atomic<int> smuggled{0};
    Router router = small_router();
    router.add(route(Method::get, "/smuggled", [&](Request const&) {
        ++smuggled;
        return json(200, "{}");
    }));
    TestServer const server(std::move(router));
    std::string const hidden = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    for (auto const* first :
         {"POST /none-such HTTP/1.1\r\nHost: x\r\n", "GET /hello HTTP/1.1\r\nHost: x\r\n",
          "PUT /echo HTTP/1.1\r\nHost: x\r\n", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\n"}) {
        Client client(server.port());
        auto const reply =
            client.ask(first + std::string("Content-Length: ") + std::to_string(hidden.size()) + "\r\n\r\n" + hidden);
        EXPECT_GE(reply.status, 400);
        EXPECT_EQ(reply.header("Connection"), "close");
        client.finish_sending();
        EXPECT_TRUE(client.ended());
    }
    EXPECT_EQ(smuggled, 0);
}

TEST(Messages, AnswerHeadLikeGetWithoutBody) {
    TestServer const server(small_router());
    Client client(server.port());
    client.send("HEAD /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    auto const reply = client.read(true);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.header("Content-Length"), "14");
    EXPECT_EQ(client.get("/hello").body, R"({"hello":true})"); // nothing was left over
    client.send("HEAD /api/none HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(client.read(true).status, 404);
    EXPECT_EQ(client.get("/hello").status, 200);
}

TEST(Messages, TellWhichMethodsThereAre) {
    Router router = small_router();
    router.add(route(Method::put, "/hello", [](Request const&) { return json(200, "{}"); }));
    router.add(route(Method::del, "/hello", [](Request const&) { return Response{.status = 204}; }));
    TestServer const server(std::move(router));
    Client client(server.port());

    auto const options = client.ask("OPTIONS /hello HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_EQ(options.status, 204);
    EXPECT_EQ(options.header("Allow"), "GET, HEAD, PUT, DELETE, OPTIONS");
    EXPECT_EQ(options.header("Content-Length"), "");
    EXPECT_EQ(client.ask("OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n").status, 204);
    EXPECT_EQ(client.ask("OPTIONS /none HTTP/1.1\r\nHost: x\r\n\r\n").status, 404);

    for (auto const* method : {"POST", "PATCH", "TRACE", "BREW"}) {
        auto const reply = client.ask(std::string(method) + " /hello HTTP/1.1\r\nHost: x\r\n\r\n");
        EXPECT_EQ(reply.status, 405) << method;
        EXPECT_EQ(reply.header("Allow"), "GET, HEAD, PUT, DELETE, OPTIONS");
        EXPECT_EQ(reply.header("Content-Type"), "application/problem+json");
        EXPECT_EQ(reply.code(), "method_not_allowed");
    }
    auto const none = client.get("/none");
    EXPECT_EQ(none.status, 404);
    EXPECT_EQ(none.code(), "not_found");
    EXPECT_EQ(client.get("/hello/").status, 404);
    EXPECT_EQ(client.ask("DELETE /hello HTTP/1.1\r\nHost: x\r\n\r\n").status, 204);
}

TEST(Messages, GiveHandlersTheDecodedRequest) {
    Router router;
    router.add(route(Method::get, "/items/{name}", [](Request const& request) {
        std::string text(request.param("name"));
        text += '|';
        text += request.query("q").value_or("none");
        text += '|';
        text += request.cookie("c").value_or("none");
        text += '|';
        text += request.header("x-thing").value_or("none");
        text += '|';
        text += request.route;
        text += '|' + request.remote_address + '|' + request.path;
        return Response{.content_type = "text/plain", .body = text};
    }));
    TestServer const server(std::move(router));
    Client client(server.port());
    EXPECT_EQ(client.get("/items/p%C3%A3o?q=a+b%26c", "Cookie: b=1; c=2\r\nX-Thing:  yes \r\n").body,
              "pão|a b&c|2|yes|/items/{name}|127.0.0.1|/items/pão");
    EXPECT_EQ(client.ask("GET http://other/items/x HTTP/1.1\r\nHost: y\r\n\r\n").body,
              "x|none|none|none|/items/{name}|127.0.0.1|/items/x");
}

TEST(Messages, TakeOnlyTheContentTypeOfTheRoute) {
    Router router = small_router();
    router.add({.method = Method::put,
                .pattern = "/logo",
                .lane = Lane::write,
                .handler = [](Request const&) { return json(200, "{}"); },
                .content_types = {"image/png", "image/svg+xml"}});
    router.add(route(Method::del, "/hello", [](Request const&) { return Response{.status = 204}; }));
    TestServer const server(std::move(router));
    auto const status = [&](std::string const& method_and_path, std::string const& type) {
        Client client(server.port());
        auto const field = type.empty() ? "" : "Content-Type: " + type + "\r\n";
        return client.ask(method_and_path + " HTTP/1.1\r\nHost: x\r\n" + field + "Content-Length: 2\r\n\r\n{}").status;
    };
    EXPECT_EQ(status("POST /echo", "application/json"), 200);
    EXPECT_EQ(status("POST /echo", "Application/JSON ; charset=UTF-8"), 200);
    for (auto const* type : {"", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
                             "application/jsonp", "text/plain; application/json"})
        EXPECT_EQ(status("POST /echo", type), 415) << type;
    EXPECT_EQ(status("PUT /logo", "image/svg+xml"), 200);
    EXPECT_EQ(status("PUT /logo", "application/json"), 415);
    EXPECT_EQ(status("DELETE /hello", "application/json"), 400); // takes no body
    Client client(server.port());
    EXPECT_EQ(client.post("/echo", "", "").status, 200); // nothing to have a type
    auto const reply = client.post("/echo", "{}", "Content-Type: text/plain\r\n");
    EXPECT_EQ(reply.code(), "unsupported_media_type");
    EXPECT_TRUE(reply.has("application/json"));
}

TEST(Messages, InviteABodyOnlyWhenItIsWelcome) {
    TestServer const server(small_router());
    std::string const start = "POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n";
    {
        Client client(server.port());
        client.send(start + "Content-Type: application/json\r\n\r\n");
        EXPECT_EQ(client.read().status, 100);
        client.send("null");
        auto const reply = client.read();
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, "null");
    }
    {
        Client client(server.port());
        client.send(start + "Content-Type: text/plain\r\n\r\n");
        EXPECT_EQ(client.read().status, 415);
    }
    Client client(server.port());
    EXPECT_EQ(client.ask("GET /hello HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\n\r\n").status, 417);
}

TEST(Messages, ThatFailInAHandlerSayOnlyTheId) {
    Router router = small_router();
    router.add(route(Method::get, "/broken",
                     [](Request const&) -> Response { throw std::runtime_error("secret path /etc/x"); }));
    router.add(route(Method::get, "/odd", [](Request const&) -> Response { throw 42; }));
    router.add(route(
        Method::get, "/away", [](Request const&) -> Response { throw std::range_error("database away"); },
        Lane::write));
    router.add(route(Method::get, "/split",
                     [](Request const&) { return Response{.headers = {{"X-Name", "a\r\nSet-Cookie: evil=1"}}}; }));
    ExceptionMap const map = [](std::exception const& error, Request const& request) -> std::optional<Response> {
        if (dynamic_cast<std::range_error const*>(&error) == nullptr) return std::nullopt;
        return problem({.kind = FailureKind::unavailable, .title = "Volte já"}, request.id);
    };
    TestServer const server(std::move(router), {}, nullptr, map);
    Client client(server.port());
    for (auto const* path : {"/broken", "/odd", "/split"}) {
        auto const reply = client.get(path);
        EXPECT_EQ(reply.status, 500) << path;
        EXPECT_FALSE(reply.has("secret"));
        EXPECT_EQ(reply.head.find("evil"), std::string::npos);
        EXPECT_EQ(boost::json::parse(reply.body).at("request_id").as_string(), reply.header("X-Request-Id"));
    }
    auto const mapped = client.get("/away");
    EXPECT_EQ(mapped.status, 503);
    EXPECT_EQ(mapped.code(), "unavailable");
    EXPECT_FALSE(mapped.has("database away"));
    EXPECT_EQ(client.get("/hello").status, 200); // the connection lives on
}

TEST(Messages, HaveIdsOfTheirOwnOrOfATrustedProxy) {
    Router router;
    router.add(route(Method::get, "/who", [](Request const& request) {
        return json(200, "\"" + request.id + " " + request.remote_address + "\"");
    }));
    std::string const sent = "X-Request-Id: from-proxy_1\r\nX-Forwarded-For: 203.0.113.9\r\n";
    {
        Router copy;
        copy.add(router.routes().front());
        TestServer const server(std::move(copy));
        Client client(server.port());
        auto const first = client.get("/who", sent);
        auto const second = client.get("/who", sent);
        EXPECT_THAT(first.header("X-Request-Id"), testing::MatchesRegex("[0-9a-f]+"));
        EXPECT_NE(first.header("X-Request-Id"), second.header("X-Request-Id"));
        EXPECT_EQ(first.body, "\"" + first.header("X-Request-Id") + " 127.0.0.1\"");
    }
    TestServer const server(std::move(router), {.trusted_proxies = {"127.0.0.0/8"}});
    Client client(server.port());
    EXPECT_EQ(client.get("/who", sent).body, "\"from-proxy_1 203.0.113.9\"");
    EXPECT_EQ(client.get("/who", sent).header("X-Request-Id"), "from-proxy_1");
    EXPECT_EQ(client.get("/who", "X-Request-Id: a b\"<>\r\n").header("X-Request-Id").size(), 16U); // not one to repeat
}

} // namespace
} // namespace balcao::http::test
