#pragma once
// E-mail through the SMTP server of the operator (BALCAO_SMTP_URL).

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/ids.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"

namespace balcao::mail {

/// Where e-mails are handed over.
struct Server {
    std::string url;  // scheme, host and port, fit to show
    std::string user; // empty: nobody signs in
    Secret password{};
    std::string from{};  // the sender's address
    bool has_tls = true; // smtp:// to this machine alone goes without
};

/// Reads `smtps://USER:PASSWORD@HOST:PORT` (TLS from the start) or `smtp://…` (STARTTLS, required unless the host is
/// this machine). The sender is who signs in, where that is an address. Otherwise a sentence.
std::expected<Server, std::string> parse_server(std::string const& url);

struct Attachment {
    std::string name; // ASCII
    std::string type; // e.g. application/pdf
    std::string content;
};

struct Message {
    std::string to; // an address by email_problem
    std::string subject;
    std::string text;
    std::vector<Attachment> attachments{};
    std::string sender_name{}; // beside the sender's address; empty: the program's
    std::optional<Uuid> id{};  // in Message-ID: the same each time, so that a mailbox knows a repeated one
};

struct Refusal {
    std::string why;       // for the log; without the password
    bool is_final = false; // the server will not take it later either
    int reply = 0;         // of SMTP; 0: none
};

/// Hands it over and waits; up to a minute when nobody answers. Any thread.
std::expected<void, Refusal> send(Server const& server, Message const& message, Instant now);

/// A header's text in ASCII (RFC 2047).
std::string encoded_words(std::string_view text);

} // namespace balcao::mail
