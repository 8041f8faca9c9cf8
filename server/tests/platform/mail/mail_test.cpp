#include "platform/mail/mail.hpp"

#include <string>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace balcao::mail {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(MailServer, IsReadFromItsUrlWithoutShowingThePassword) {
    auto const server = parse_server("smtps://Loja%40x.example:a%2Fb%20c@mail.x.example:465");
    ASSERT_TRUE(server);
    EXPECT_EQ(server->url, "smtps://mail.x.example:465");
    EXPECT_EQ(server->user, "Loja@x.example");
    EXPECT_EQ(server->password.reveal(), "a/b c");
    EXPECT_EQ(server->from, "loja@x.example");
    EXPECT_TRUE(server->has_tls);
    EXPECT_TRUE(parse_server("smtp://mail.x.example:587")->has_tls);
    EXPECT_EQ(parse_server("smtp://loja@mail.x.example")->from, "");
    for (auto const* const here : {"smtp://127.0.0.1:25", "smtp://localhost", "smtp://[::1]:25"})
        EXPECT_FALSE(parse_server(here)->has_tls) << here;
    EXPECT_TRUE(parse_server("smtps://127.0.0.1")->has_tls);
    for (auto const* const wrong : {"mail.x.example", "https://mail.x.example", "smtp://", "smtp:mail", ""})
        EXPECT_FALSE(parse_server(wrong)) << wrong;
}

TEST(MailHeader, IsAsciiInWordsThatNeverSplitACharacter) {
    EXPECT_EQ(encoded_words("Senha nova"), "Senha nova");
    EXPECT_EQ(encoded_words("Balcão"), "=?UTF-8?B?QmFsY8Ojbw==?=");
    std::string text;
    for (int i = 0; i < 50; ++i) text += "ã";
    auto const words = encoded_words(text);
    EXPECT_THAT(words, HasSubstr("?=\r\n =?UTF-8?B?"));
    EXPECT_THAT(words, HasSubstr("=?UTF-8?B?w6PDo8Ojw6P")); // each word begins with a whole character
    EXPECT_THAT(words, Not(HasSubstr("?B?o")));
}

// Takes one message, whatever is said to it.
class OneMessage {
public:
    OneMessage() : listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        ::bind(listener_, reinterpret_cast<sockaddr const*>(&address), sizeof address);
        socklen_t size = sizeof address;
        ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
        ::listen(listener_, 1);
        thread_ = std::jthread([this] { serve(); });
    }
    OneMessage(OneMessage const&) = delete;
    OneMessage& operator=(OneMessage const&) = delete;
    ~OneMessage() { ::close(listener_); }

    int port() const { return port_; }
    std::string take() {
        thread_.join();
        return message_;
    }

private:
    void serve() {
        auto const client = ::accept(listener_, nullptr, nullptr);
        auto const say = [&](std::string_view reply) { ::send(client, reply.data(), reply.size(), MSG_NOSIGNAL); };
        say("220 here\r\n");
        std::string rest;
        bool is_data = false;
        char part[4096];
        for (ssize_t got = 0; (got = ::recv(client, part, sizeof part, 0)) > 0;) {
            rest.append(part, static_cast<std::size_t>(got));
            for (std::size_t end = 0; (end = rest.find(is_data ? "\r\n.\r\n" : "\r\n")) != std::string::npos;) {
                auto const line = rest.substr(0, end);
                rest.erase(0, end + (is_data ? 5 : 2));
                if (is_data) message_ = line;
                is_data = !is_data && line == "DATA";
                say(is_data ? "354 go on\r\n" : line == "QUIT" ? "221 bye\r\n" : "250 ok\r\n");
            }
        }
        ::close(client);
    }

    int listener_;
    int port_ = 0;
    std::string message_;
    std::jthread thread_;
};

TEST(MailMessage, CarriesItsTextAndItsAttachments) {
    OneMessage receiver;
    auto server = parse_server(fmt::format("smtp://127.0.0.1:{}", receiver.port()));
    ASSERT_TRUE(server);
    server->from = "loja@x.example";
    auto const sent = send(*server,
                           {.to = "ana@x.example",
                            .subject = "Sua nota",
                            .text = "Olá, Ana.\r\n.\r\nAté logo.\r\n",
                            .attachments = {{.name = "nota.xml", .type = "application/xml", .content = "<a>ção</a>"},
                                            {.name = "nota.pdf", .type = "application/pdf", .content = "%PDF"}}},
                           Instant{1'796'000'000'000'000});
    ASSERT_TRUE(sent) << sent.error().why;
    auto const message = receiver.take();
    for (auto const* const part : {"From: =?UTF-8?B?QmFsY8Ojbw==?= <loja@x.example>", "To: <ana@x.example>",
                                   "Subject: Sua nota", "Date: Mon, 30 Nov 2026", "Ol=C3=A1, Ana.",
                                   "filename=\"nota.xml\"", "PGE+w6fDo288L2E+", "application/pdf", "JVBERg=="})
        EXPECT_THAT(message, HasSubstr(part));
}

TEST(MailMessage, IsNotTakenWhereNobodyListens) {
    auto server = parse_server("smtp://127.0.0.1:1");
    ASSERT_TRUE(server);
    server->from = "loja@x.example";
    auto const sent = send(*server, {.to = "ana@x.example", .subject = "x", .text = "x"}, Instant{});
    ASSERT_FALSE(sent);
    EXPECT_FALSE(sent.error().is_final);
}

} // namespace
} // namespace balcao::mail
