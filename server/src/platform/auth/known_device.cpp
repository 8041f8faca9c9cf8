#include "platform/auth/known_device.hpp"

#include <array>
#include <chrono>
#include <string_view>

#include <fmt/format.h>
#include <sodium.h>

namespace balcao::auth {

namespace {

constexpr std::size_t name_length = 32; // hexadecimal digits

std::string hex(std::string_view bytes) {
    std::string text(bytes.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), reinterpret_cast<unsigned char const*>(bytes.data()), bytes.size());
    text.pop_back();
    return text;
}

std::string keyed_hash(std::string_view text, std::string_view key) {
    std::string hash(crypto_generichash_BYTES, '\0');
    crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), hash.size(),
                       reinterpret_cast<unsigned char const*>(text.data()), text.size(),
                       reinterpret_cast<unsigned char const*>(key.data()), key.size());
    return hash;
}

// One a person: several share a computer. The e-mail itself is not for everybody who looks into the browser.
std::string cookie_name(std::string const& email, bool secure) {
    return fmt::format("{}balcao_device_{}", secure ? "__Secure-" : "", hex(keyed_hash(email, {}).substr(0, 8)));
}

} // namespace

std::string KnownDevices::mac(std::string const& name, std::string const& normalized_email) const {
    return hex(keyed_hash(fmt::format("known device\n{}\n{}", name, normalized_email), secrets_.key().bytes()));
}

std::optional<std::string> KnownDevices::find(http::Request const& request, std::string const& normalized_email) const {
    auto const cookie = request.cookie(cookie_name(normalized_email, secure_));
    if (!cookie || cookie->size() <= name_length) return std::nullopt;
    auto const name = std::string(cookie->substr(0, name_length));
    auto const given = cookie->substr(name_length);
    auto const right = mac(name, normalized_email);
    if (given.size() != right.size() || sodium_memcmp(given.data(), right.data(), right.size()) != 0)
        return std::nullopt;
    return name;
}

void KnownDevices::remember(http::Response& response, http::Request const& request,
                            std::string const& normalized_email) const {
    auto name = find(request, normalized_email);
    if (!name) {
        std::array<char, name_length / 2> bytes{};
        randombytes_buf(bytes.data(), bytes.size());
        name = hex({bytes.data(), bytes.size()});
    }
    constexpr std::chrono::seconds kept = std::chrono::years{1};
    response.headers.emplace_back(
        "Set-Cookie", fmt::format("{}={}{}; Path=/api/auth/sign-in; HttpOnly; SameSite=Strict; Max-Age={}{}",
                                  cookie_name(normalized_email, secure_), *name, mac(*name, normalized_email),
                                  kept.count(), secure_ ? "; Secure" : ""));
}

} // namespace balcao::auth
