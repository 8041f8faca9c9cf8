#include "platform/mail/mail.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <type_traits>

#include <curl/curl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sodium.h>

#include "platform/base/email.hpp"
#include "platform/base/ids.hpp"

namespace balcao::mail {

namespace {

constexpr long connect_ms = 10'000;
constexpr long stalled_seconds = 20;
constexpr long most_ms = 60'000;
constexpr int final_from = 500; // replies of SMTP
constexpr std::string_view sender_name = "Balcão";

template <auto release>
struct Release {
    template <class T>
    void operator()(T* pointer) const {
        release(pointer);
    }
};
using Easy = std::unique_ptr<CURL, Release<curl_easy_cleanup>>;
using Lines = std::unique_ptr<curl_slist, Release<curl_slist_free_all>>;
using Mime = std::unique_ptr<curl_mime, Release<curl_mime_free>>;
using Url = std::unique_ptr<CURLU, Release<curl_url_cleanup>>;

void require(bool is_good, std::string_view what) {
    if (!is_good) throw std::runtime_error("libcurl: " + std::string(what));
}

void add_line(Lines& lines, std::string const& line) {
    auto* const longer = curl_slist_append(lines.get(), line.c_str());
    require(longer != nullptr, "curl_slist_append");
    static_cast<void>(lines.release());
    lines.reset(longer);
}

std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
    char* text = nullptr;
    if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
    std::string found(text);
    sodium_memzero(text, found.size()); // it may be the password
    curl_free(text);
    return found;
}

bool is_this_machine(std::string_view host) {
    return host == "localhost" || host == "[::1]" || host.starts_with("127.");
}

void add_part(curl_mime* mime, std::string const& content, std::string const& type, char const* encoder,
              std::string const& name = {}) {
    auto* const part = curl_mime_addpart(mime);
    require(part != nullptr, "curl_mime_addpart");
    auto code = curl_mime_data(part, content.data(), content.size());
    if (code == CURLE_OK) code = curl_mime_type(part, type.c_str());
    if (code == CURLE_OK) code = curl_mime_encoder(part, encoder);
    if (code == CURLE_OK && !name.empty()) code = curl_mime_filename(part, name.c_str());
    require(code == CURLE_OK, curl_easy_strerror(code));
}

// A name in front of an address.
std::string phrase(std::string_view name) {
    auto const words = encoded_words(name);
    if (words != name) return words;
    std::string quoted = "\"";
    for (auto const c : name) {
        if (c == '"' || c == '\\') quoted += '\\';
        quoted += c;
    }
    return quoted + '"';
}

Lines headers_of(Server const& server, Message const& message, Instant now) {
    auto const domain = server.from.substr(server.from.find('@') + 1);
    auto const seconds = std::chrono::floor<std::chrono::seconds>(
        std::chrono::sys_time<std::chrono::microseconds>(std::chrono::microseconds(now.microseconds())));
    Lines lines;
    add_line(lines, fmt::format("Date: {:%a, %d %b %Y %H:%M:%S} +0000", seconds));
    add_line(lines, fmt::format("From: {} <{}>",
                                phrase(message.sender_name.empty() ? sender_name : message.sender_name), server.from));
    add_line(lines, fmt::format("To: <{}>", message.to));
    add_line(lines, "Subject: " + encoded_words(message.subject));
    add_line(lines, fmt::format("Message-ID: <{}@{}>", message.id.value_or(Uuid::make()).to_string(), domain));
    add_line(lines, "Auto-Submitted: auto-generated"); // no answers of those who are away
    return lines;
}

} // namespace

std::expected<Server, std::string> parse_server(std::string const& url) {
    constexpr auto sentence = "use smtps://usuario:senha@servidor ou smtp://usuario:senha@servidor:587, com %40 no "
                              "lugar de @ dentro do usuário.";
    Url const parts(curl_url());
    require(parts != nullptr, "curl_url");
    if (curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME) != CURLUE_OK)
        return std::unexpected(sentence);
    auto const scheme = part_of(parts.get(), CURLUPART_SCHEME);
    auto const host = part_of(parts.get(), CURLUPART_HOST);
    auto const port = part_of(parts.get(), CURLUPART_PORT);
    if ((scheme != "smtp" && scheme != "smtps") || host.empty()) return std::unexpected(sentence);
    Server server{.url = fmt::format("{}://{}{}{}", scheme, host, port.empty() ? "" : ":", port),
                  .user = part_of(parts.get(), CURLUPART_USER, CURLU_URLDECODE),
                  .password = Secret{part_of(parts.get(), CURLUPART_PASSWORD, CURLU_URLDECODE)},
                  .has_tls = scheme == "smtps" || !is_this_machine(host)};
    auto const user = normalize_email(server.user);
    if (!user.empty() && !email_problem(user)) server.from = user;
    return server;
}

std::string encoded_words(std::string_view text) {
    auto const is_plain = [](char c) { return c >= ' ' && c <= '~'; };
    if (std::ranges::all_of(text, is_plain)) return std::string(text);
    constexpr std::size_t most = 45; // in base64 with what is around it less than the 75 characters of a word
    std::string words;
    while (!text.empty()) {
        auto size = std::min(most, text.size());
        auto const is_inside = [&](std::size_t at) {
            return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
        };
        while (is_inside(size)) --size;
        std::array<char, sodium_base64_ENCODED_LEN(most, sodium_base64_VARIANT_ORIGINAL)> word{};
        sodium_bin2base64(word.data(), word.size(), reinterpret_cast<unsigned char const*>(text.data()), size,
                          sodium_base64_VARIANT_ORIGINAL);
        words += fmt::format("{}=?UTF-8?B?{}?=", words.empty() ? "" : "\r\n ", word.data());
        text.remove_prefix(size);
    }
    return words;
}

std::expected<void, Refusal> send(Server const& server, Message const& message, Instant now) {
    Easy const easy(curl_easy_init());
    require(easy != nullptr, "curl_easy_init");
    auto const headers = headers_of(server, message, now);
    Lines recipients;
    add_line(recipients, "<" + message.to + ">");
    Mime const mime(curl_mime_init(easy.get()));
    require(mime != nullptr, "curl_mime_init");
    add_part(mime.get(), message.text, "text/plain; charset=utf-8", "quoted-printable");
    for (auto const& [name, type, content] : message.attachments) add_part(mime.get(), content, type, "base64", name);

    CURLcode set = CURLE_OK;
    auto const option = [&](CURLoption name, auto value) {
        if (set == CURLE_OK) set = curl_easy_setopt(easy.get(), name, value);
    };
    std::string const password(server.password.reveal());
    auto const sender = "<" + server.from + ">";
    option(CURLOPT_URL, server.url.c_str());
    option(CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    option(CURLOPT_USE_SSL, server.has_tls ? CURLUSESSL_ALL : CURLUSESSL_TRY);
    // Verification of the certificate is libcurl's default; mail on this machine is not worth one.
    option(CURLOPT_SSL_VERIFYPEER, server.has_tls ? 1L : 0L);
    option(CURLOPT_SSL_VERIFYHOST, server.has_tls ? 2L : 0L);
    if (!server.user.empty()) {
        option(CURLOPT_USERNAME, server.user.c_str());
        option(CURLOPT_PASSWORD, password.c_str());
    }
    option(CURLOPT_MAIL_FROM, sender.c_str());
    option(CURLOPT_MAIL_RCPT, recipients.get());
    option(CURLOPT_HTTPHEADER, headers.get());
    option(CURLOPT_MIMEPOST, mime.get());
    option(CURLOPT_NOSIGNAL, 1L);
    option(CURLOPT_CONNECTTIMEOUT_MS, connect_ms);
    option(CURLOPT_LOW_SPEED_LIMIT, 1L);
    option(CURLOPT_LOW_SPEED_TIME, stalled_seconds);
    option(CURLOPT_TIMEOUT_MS, most_ms);
    require(set == CURLE_OK, curl_easy_strerror(set));
    auto const code = curl_easy_perform(easy.get());
    if (code == CURLE_OK) return {};
    long reply = 0;
    curl_easy_getinfo(easy.get(), CURLINFO_RESPONSE_CODE, &reply);
    // Who may sign in is put right on our side or theirs, and tried again.
    return std::unexpected(Refusal{.why = fmt::format("{} (SMTP {})", curl_easy_strerror(code), reply),
                                   .is_final = reply >= final_from && code != CURLE_LOGIN_DENIED,
                                   .reply = static_cast<int>(reply)});
}

} // namespace balcao::mail
