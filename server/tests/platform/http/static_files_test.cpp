#include "platform/http/static_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_server.hpp"

namespace balcao::http {
namespace {

using test::TemporaryFolder;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view page =
    "<!doctype html><script>alert(1)</script><script type=module src=/a.js></script><p>Balcão</p>";

class StaticFilesTest : public testing::Test {
protected:
    StaticFilesTest() {
        folder.write("index.html", page);
        folder.write("index.html.br", "BR page");
        folder.write("assets/app-Ab3_-xYz.js", "plain script");
        folder.write("assets/app-Ab3_-xYz.js.br", "BR script");
        folder.write("assets/app-Ab3_-xYz.js.gz", "GZ script");
        folder.write("assets/logo.svg", "<svg/>");
        folder.write("favicon.ico", "icon");
        files = std::make_shared<StaticFiles const>(folder.path());
    }
    std::string_view body_of(std::string_view path, std::string_view accept = {}) const {
        return files->find(path, accept, {})->body;
    }
    std::string head_of(std::string_view path) const { return std::string(files->find(path, {}, {})->head); }

    TemporaryFolder folder;
    std::shared_ptr<StaticFiles const> files;
};

TEST_F(StaticFilesTest, NegotiatesTheEncoding) {
    struct Case {
        char const* accept;
        char const* body;
    };
    for (auto const& [accept, body] : {Case{"", "plain script"},
                                       {"gzip", "GZ script"},
                                       {"br", "BR script"},
                                       {"gzip, deflate, br", "BR script"},
                                       {"GZIP", "GZ script"},
                                       {"br;q=0.5, gzip;q=0.9", "GZ script"},
                                       {"br;q=0.5, gzip;q=0.5", "BR script"},
                                       {"br;q=0, gzip;q=0", "plain script"},
                                       {"br;q=0, *", "GZ script"},
                                       {"*", "BR script"},
                                       {"*;q=0", "plain script"},
                                       {"identity", "plain script"},
                                       {"br;q=x", "plain script"},
                                       {"br; q=0.1", "BR script"},
                                       {"brotli", "plain script"},
                                       {"br;q=2", "plain script"},
                                       {" ,,gzip ,", "GZ script"}})
        EXPECT_EQ(body_of("/assets/app-Ab3_-xYz.js", accept), body) << accept;
    EXPECT_EQ(body_of("/", "gzip"), page); // there is no gzip sister
    EXPECT_EQ(body_of("/favicon.ico", "br, gzip"), "icon");
}

TEST_F(StaticFilesTest, TellsCachesWhatToDo) {
    auto const script = head_of("/assets/app-Ab3_-xYz.js");
    EXPECT_THAT(script, HasSubstr("Cache-Control: public, max-age=31536000, immutable\r\n"));
    EXPECT_THAT(script, HasSubstr("Vary: Accept-Encoding\r\n"));
    EXPECT_THAT(script, HasSubstr("Content-Type: text/javascript; charset=utf-8\r\n"));
    EXPECT_THAT(script, HasSubstr("Content-Length: 12\r\n"));
    EXPECT_THAT(head_of("/"), HasSubstr("Cache-Control: no-cache\r\n"));
    EXPECT_THAT(head_of("/"), HasSubstr("Content-Type: text/html; charset=utf-8\r\n"));
    EXPECT_THAT(head_of("/assets/logo.svg"), HasSubstr("Cache-Control: no-cache\r\n")); // no hash in its name
    EXPECT_THAT(head_of("/assets/logo.svg"), HasSubstr("Content-Type: image/svg+xml\r\n"));
    EXPECT_THAT(head_of("/favicon.ico"), Not(HasSubstr("Vary")));
    EXPECT_THAT(std::string(files->find("/", "br", {})->head), HasSubstr("Content-Encoding: br\r\n"));
}

TEST_F(StaticFilesTest, AnswersNotModified) {
    auto const etag_of = [&](std::string_view accept) {
        std::string const head(files->find("/assets/app-Ab3_-xYz.js", accept, {})->head);
        auto const at = head.find("ETag: ") + 6;
        return head.substr(at, head.find('\r', at) - at);
    };
    auto const plain = etag_of("");
    auto const brotli = etag_of("br");
    EXPECT_NE(plain, brotli);
    for (auto const& tag : {plain, "W/" + plain, "\"x\", " + plain, std::string("*")}) {
        auto const answer = files->find("/assets/app-Ab3_-xYz.js", "", tag);
        EXPECT_EQ(answer->status, 304) << tag;
        EXPECT_TRUE(answer->body.empty());
        EXPECT_THAT(std::string(answer->head), HasSubstr("ETag: " + plain));
        EXPECT_THAT(std::string(answer->head), Not(HasSubstr("Content-Length")));
    }
    for (auto const& tag : {brotli, std::string("\"x\""), std::string("x"), std::string()})
        EXPECT_EQ(files->find("/assets/app-Ab3_-xYz.js", "", tag)->status, 200) << tag;
}

TEST_F(StaticFilesTest, LeavesUnknownPathsToTheBrowserButNotEverywhere) {
    for (auto const* path : {"/", "/index.html", "/app/companies/7", "/apis", "/assetsx", "/..", "/../etc/passwd"})
        EXPECT_EQ(body_of(path), page) << path;
    for (auto const* path : {"/api", "/api/x", "/files/x", "/assets/none.js", "/assets/"})
        EXPECT_FALSE(files->find(path, {}, {})) << path;
    EXPECT_EQ(body_of("/index.html.br"), page); // sisters are no files of their own
}

TEST_F(StaticFilesTest, PolicyAllowsExactlyTheInlineScripts) {
    // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    EXPECT_EQ(
        files->content_security_policy(),
        "default-src 'self'; script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='; style-src 'self' "
        "'unsafe-inline'; img-src 'self' data: blob:; "
        "frame-src blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    EXPECT_THAT(head_of("/"), HasSubstr("Content-Security-Policy: " + files->content_security_policy() + "\r\n"));
}

TEST(StaticFiles, SaysWhatIsMissing) {
    TemporaryFolder const empty;
    try {
        StaticFiles const files(empty.path());
        FAIL() << "an empty folder was taken";
    } catch (std::runtime_error const& error) {
        EXPECT_THAT(error.what(), HasSubstr("index.html"));
    }
}

TEST_F(StaticFilesTest, AreServed) {
    test::TestServer const server(test::small_router(), {}, files);
    test::Client client(server.port());
    auto const reply = client.get("/assets/app-Ab3_-xYz.js", "Accept-Encoding: gzip\r\n");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "GZ script");
    EXPECT_EQ(reply.header("Content-Encoding"), "gzip");
    EXPECT_EQ(reply.header("X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(reply.header("Referrer-Policy"), "same-origin");
    EXPECT_EQ(reply.header("X-Frame-Options"), "DENY");
    EXPECT_EQ(reply.header("Cross-Origin-Opener-Policy"), "same-origin");
    EXPECT_EQ(reply.header("Cross-Origin-Resource-Policy"), "same-origin");
    EXPECT_FALSE(reply.header("Permissions-Policy").empty());
    EXPECT_EQ(reply.header("X-Request-Id").size(), 16U);

    auto const again = client.get("/assets/app-Ab3_-xYz.js",
                                  "Accept-Encoding: gzip\r\nIf-None-Match: " + reply.header("ETag") + "\r\n");
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.header("Content-Length"), "");

    client.send("HEAD /any/page HTTP/1.1\r\nHost: localhost\r\n\r\n");
    auto const head = client.read(true);
    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("Content-Length"), std::to_string(page.size()));

    auto const post = client.ask("POST /any/page HTTP/1.1\r\nHost: localhost\r\n\r\n");
    EXPECT_EQ(post.status, 405);
    EXPECT_EQ(post.header("Allow"), "GET, HEAD, OPTIONS");
    auto const missing = client.get("/assets/none.js");
    EXPECT_EQ(missing.status, 404);
    EXPECT_EQ(missing.header("Content-Type"), "application/problem+json");
    EXPECT_EQ(client.get("/hello").body, R"({"hello":true})"); // routes come first
}

} // namespace
} // namespace balcao::http
