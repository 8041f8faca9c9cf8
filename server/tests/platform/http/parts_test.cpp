// The pieces that need no socket: router, targets, requests, proxies, site policy, problems.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/value.hpp>

#include "platform/http/problem.hpp"
#include "platform/http/site_policy.hpp"
#include "platform/http/trusted_proxies.hpp"
#include "platform/http/uri.hpp"
#include "test_server.hpp"

namespace balcao::http {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

Route named(Method method, std::string pattern) {
    return test::route(method, pattern, [pattern](Request const&) { return json(200, pattern); });
}

TEST(Router, LiteralBeatsParameterAndFallsBackToIt) {
    Router router;
    router.add(named(Method::get, "/a/{x}/c"));
    router.add(named(Method::get, "/a/b/d"));
    router.add(named(Method::get, "/a/b"));
    router.add(named(Method::get, "/a/{x}"));

    EXPECT_EQ(router.match(Method::get, "/a/b").route->pattern, "/a/b");
    auto const other = router.match(Method::get, "/a/z");
    EXPECT_EQ(other.route->pattern, "/a/{x}");
    EXPECT_THAT(other.params, ElementsAre(Pair("x", "z")));
    auto const deep = router.match(Method::get, "/a/b/c");
    EXPECT_EQ(deep.route->pattern, "/a/{x}/c");
    EXPECT_THAT(deep.params, ElementsAre(Pair("x", "b")));
}

TEST(Router, OneSegmentPerParameterAndNoTrailingSlash) {
    Router router;
    router.add(named(Method::get, "/people/{id}/notes/{note}"));
    EXPECT_THAT(router.match(Method::get, "/people/7/notes/a b").params,
                ElementsAre(Pair("id", "7"), Pair("note", "a b")));
    for (auto const* path : {"/people/7/notes/1/", "/people//notes/1", "/people/7/notes/", "/people/7/8/notes/1",
                             "/people", "", "people/7/notes/1"})
        EXPECT_EQ(router.match(Method::get, path).route, nullptr) << path;
}

TEST(Router, TellsWhichMethodsAPathHas) {
    Router router;
    router.add(named(Method::get, "/a/{x}"));
    router.add(named(Method::del, "/a/{y}"));
    auto const match = router.match(Method::put, "/a/1");
    EXPECT_EQ(match.route, nullptr);
    EXPECT_THAT(match.allowed, ElementsAre(Method::get, Method::del));
    EXPECT_TRUE(router.match(Method::put, "/b").allowed.empty());
    EXPECT_THAT(router.match(Method::del, "/a/1").params, ElementsAre(Pair("y", "1")));
}

TEST(Router, RefusesTheSameRouteTwice) {
    Router router;
    router.add(named(Method::get, "/a/{x}"));
    EXPECT_THROW(router.add(named(Method::get, "/a/{other}")), std::logic_error);
    EXPECT_THROW(router.add(named(Method::get, "a")), std::logic_error);
}

TEST(Target, DecodesPathAndQuery) {
    auto const target = parse_target("/caf%C3%A9/a%20b+c?x=1%2B1&y=a+b&&z&%C3%A7=%0A");
    ASSERT_TRUE(target);
    EXPECT_EQ(target->path, "/café/a b+c");
    EXPECT_THAT(target->query, ElementsAre(Pair("x", "1+1"), Pair("y", "a b"), Pair("z", ""), Pair("ç", "\n")));
}

TEST(Target, RefusesWhatCannotBeRead) {
    for (auto const* target : {"/%", "/%4", "/%zz", "/%FF", "/%C3", "/%00", "/%0A", "/a?b=%ED%A0%80", "/a?b=%C0%AF",
                               "/a?b=%00", "/a?%01=1", "/a?b=1&b=1", "/a?b=1&c=2&%62=3", "/a#b", "", "a", "*", "/\xFF"})
        EXPECT_FALSE(parse_target(target)) << target;
}

TEST(Request, FindsWhatWasSent) {
    Request const request{.path_params = {{"id", "7"}},
                          .query_params = {{"q", "first"}, {"r", "second"}},
                          .headers = {{"cookie", "a=1; balcao_session=abc=; flag"}, {"cookie", "b=2"}, {"x", "y"}}};
    EXPECT_EQ(request.param("id"), "7");
    EXPECT_THROW(request.param("other"), std::logic_error);
    EXPECT_EQ(request.query("q"), "first");
    EXPECT_FALSE(request.query("p"));
    EXPECT_EQ(request.header("x"), "y");
    EXPECT_FALSE(request.header("X"));
    EXPECT_EQ(request.cookie("balcao_session"), "abc=");
    EXPECT_EQ(request.cookie("b"), "2");
    EXPECT_FALSE(request.cookie("flag"));
    EXPECT_FALSE(request.cookie("session"));
}

TEST(TrustedProxies, KnowsAddressesAndRanges) {
    TrustedProxies const proxies({"10.0.0.0/8", "192.168.1.7", "2001:db8::/33", "::1"});
    for (auto const* inside :
         {"10.0.0.1", "10.255.255.255", "192.168.1.7", "2001:db8:7fff::1", "::1", "::ffff:10.1.2.3"})
        EXPECT_TRUE(proxies.contains(inside)) << inside;
    for (auto const* outside : {"11.0.0.1", "192.168.1.8", "2001:db8:8000::1", "::2", "", "localhost"})
        EXPECT_FALSE(proxies.contains(outside)) << outside;
    EXPECT_FALSE(TrustedProxies({}).contains("127.0.0.1"));
    for (auto const* bad : {"10.0.0.0/33", "::/129", "x", "10.0.0", "10.0.0.0/-1", "10.0.0.0/", ""})
        EXPECT_THROW(TrustedProxies({bad}), std::runtime_error) << bad;
}

struct ForwardedCase {
    char const* peer;
    std::vector<std::string> forwarded;
    char const* client;
};

TEST(TrustedProxies, FindsTheClient) {
    TrustedProxies const proxies({"10.0.0.0/8"});
    for (auto const& [peer, forwarded, client] : std::vector<ForwardedCase>{
             {"10.0.0.1", {}, "10.0.0.1"},
             {"10.0.0.1", {"203.0.113.9"}, "203.0.113.9"},
             {"10.0.0.1",
              {"1.1.1.1, 203.0.113.9, 10.0.0.2"},
              "203.0.113.9"}, // what the client itself wrote does not count
             {"10.0.0.1", {"1.1.1.1", "203.0.113.9"}, "203.0.113.9"},
             {"10.0.0.1", {"10.0.0.3, 10.0.0.2"}, "10.0.0.3"},
             {"10.0.0.1", {"1.1.1.1, nonsense"}, "10.0.0.1"},
             {"10.0.0.1", {"2001:db8::5"}, "2001:db8::5"},
             {"203.0.113.1", {"1.1.1.1"}, "203.0.113.1"}, // not a proxy of ours
         }) {
        Request request;
        for (auto const& value : forwarded) request.headers.emplace_back("x-forwarded-for", value);
        EXPECT_EQ(proxies.client(peer, request), client);
    }
}

struct OriginCase {
    char const* public_url;
    char const* host;
    char const* origin;
    char const* fetch_site;
    bool accepted;
};

TEST(SitePolicy, AcceptsOnlyItsOwnPages) {
    for (auto const& [public_url, host, origin, fetch_site, accepted] : std::vector<OriginCase>{
             {"", "localhost:8080", "", "", true},
             {"", "localhost:8080", "http://localhost:8080", "same-origin", true},
             {"", "LOCALHOST:80", "http://localhost", "", true},
             {"", "localhost:8080", "http://localhost:8081", "", false},
             {"", "localhost:8080", "https://localhost:8080", "", false},
             {"", "localhost:8080", "null", "", false},
             {"", "localhost:8080", "", "cross-site", false},
             {"https://b.example", "b.example", "https://b.example", "", true},
             {"https://B.example:443/", "b.example:443", "https://b.example", "", true},
             {"https://b.example", "b.example", "http://b.example", "", false},
             {"https://b.example", "b.example", "https://evil.example", "", false},
             {"https://b.example", "b.example", "https://b.example.evil", "", false},
             {"https://b.example", "b.example", "https://b.example", "cross-site", false},
         }) {
        Request request{.path = "/api/x", .headers = {{"host", host}}};
        if (*origin != '\0') request.headers.emplace_back("origin", origin);
        if (*fetch_site != '\0') request.headers.emplace_back("sec-fetch-site", fetch_site);
        EXPECT_EQ(SitePolicy(public_url).accepts_origin(request), accepted)
            << public_url << ' ' << host << ' ' << origin << ' ' << fetch_site;
    }
}

TEST(SitePolicy, ChecksHostWhenThePublicUrlIsKnown) {
    SitePolicy const policy("https://b.example");
    EXPECT_TRUE(policy.accepts_host({.path = "/", .headers = {{"host", "B.example"}}}));
    EXPECT_TRUE(policy.accepts_host({.path = "/", .headers = {{"host", "b.example:443"}}}));
    EXPECT_FALSE(policy.accepts_host({.path = "/", .headers = {{"host", "other.example"}}}));
    EXPECT_FALSE(policy.accepts_host({.path = "/"}));
    EXPECT_TRUE(policy.accepts_host({.path = "/healthz", .headers = {{"host", "127.0.0.1:8080"}}}));
    EXPECT_TRUE(SitePolicy("").accepts_host({.path = "/", .headers = {{"host", "any"}}}));
}

TEST(SitePolicy, RefusesAnAddressThatIsNone) {
    for (auto const* bad :
         {"b.example", "ftp://b.example", "https://", "https://b.example/path", "https://user@b.example"})
        EXPECT_THROW(SitePolicy{bad}, std::runtime_error) << bad;
    EXPECT_TRUE(is_secure({.public_url = "https://b.example"}));
    EXPECT_FALSE(is_secure({.public_url = "http://b.example"}));
    EXPECT_FALSE(is_secure({}));
    EXPECT_THAT(SitePolicy("https://b.example").header_lines(), HasSubstr("Strict-Transport-Security: max-age="));
    EXPECT_THAT(SitePolicy("").header_lines(), testing::Not(HasSubstr("Strict-Transport-Security")));
    // A certificate alone bars nobody who has not accepted it yet.
    EXPECT_TRUE(SitePolicy("", true).is_secure());
    EXPECT_THAT(SitePolicy("", true).header_lines(), testing::Not(HasSubstr("Strict-Transport-Security")));
    EXPECT_THROW(SitePolicy("http://b.example", true), std::runtime_error);
}

TEST(Problem, CarriesEverythingTheScreenNeeds) {
    auto const response = problem({.kind = FailureKind::stale,
                                   .title = "Alguém \"salvou\"\nantes",
                                   .detail = "Barra \\ e \x01",
                                   .fields = {{"cnpj", "CNPJ inválido"}, {"itens.2.prod_NCM", "NCM <não> existe"}},
                                   .current_json = R"({"id":"7"})",
                                   .current_etag = "\"3\"",
                                   .existing_id = "abc",
                                   .retry_after = 9},
                                  "req-1");
    EXPECT_EQ(response.status, 412);
    EXPECT_EQ(response.content_type, "application/problem+json");
    EXPECT_THAT(response.headers, testing::UnorderedElementsAre(Pair("ETag", "\"3\""), Pair("Retry-After", "9")));
    auto const body = boost::json::parse(response.body);
    auto const expected =
        boost::json::parse(R"({"type":"urn:balcao:problem:stale","title":"Alguém \"salvou\"\nantes","status":412,
        "detail":"Barra \\ e \u0001","code":"stale","request_id":"req-1",
        "errors":[{"field":"cnpj","message":"CNPJ inválido"},{"field":"itens.2.prod_NCM","message":"NCM <não> existe"}],
        "retry_after":9,"existing_id":"abc","current":{"id":"7"}})");
    EXPECT_EQ(body, expected) << response.body;
}

TEST(Problem, StatusOfEveryKind) {
    using enum FailureKind;
    std::vector<std::pair<FailureKind, int>> const table{{unreadable, 400}, {unauthenticated, 401},
                                                         {forbidden, 403},  {not_found, 404},
                                                         {conflict, 409},   {stale, 412},
                                                         {too_large, 413},  {unsupported_media_type, 415},
                                                         {invalid, 422},    {missing_precondition, 428},
                                                         {limited, 429},    {unavailable, 503}};
    for (auto const& [kind, status] : table) {
        EXPECT_EQ(status_of(kind), status);
        EXPECT_EQ(problem({.kind = kind, .title = "t"}, "r").status, status);
    }
}

TEST(Problem, AnInternalErrorSaysNothingButTheId) {
    auto const response = internal_error("abc123");
    EXPECT_EQ(response.status, 500);
    auto const body = boost::json::parse(response.body).as_object();
    EXPECT_EQ(body.at("code"), "internal");
    EXPECT_EQ(body.at("request_id"), "abc123");
    EXPECT_THAT(std::string(body.at("detail").as_string()), HasSubstr("abc123"));
}

} // namespace
} // namespace balcao::http
