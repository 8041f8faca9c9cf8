#include "nfce/digest.hpp"

#include <openssl/evp.h>

#include <memory>
#include <stdexcept>

namespace balcao::nfce {

namespace {

/// Fetched once: a fetch per digest costs more than the digest of a short text.
const EVP_MD* sha1_algorithm() {
    static std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> const algorithm(EVP_MD_fetch(nullptr, "SHA1", nullptr),
                                                                           &EVP_MD_free);
    if (!algorithm) throw std::runtime_error("OpenSSL has no SHA-1");
    return algorithm.get();
}

std::string hex(std::span<unsigned char const> bytes, char const* digits) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (auto const byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

} // namespace

Sha1 sha1(std::initializer_list<std::string_view> pieces) {
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> const context(EVP_MD_CTX_new(), &EVP_MD_CTX_free);
    Sha1 result;
    bool ok = context && EVP_DigestInit_ex2(context.get(), sha1_algorithm(), nullptr) == 1;
    for (auto const piece : pieces) ok = ok && EVP_DigestUpdate(context.get(), piece.data(), piece.size()) == 1;
    if (!ok || EVP_DigestFinal_ex(context.get(), result.data(), nullptr) != 1) throw std::runtime_error("SHA-1 failed");
    return result;
}

std::string base64(std::span<unsigned char const> bytes) {
    std::string text((bytes.size() + 2) / 3 * 4 + 1, '\0');
    int const size =
        EVP_EncodeBlock(reinterpret_cast<unsigned char*>(text.data()), bytes.data(), static_cast<int>(bytes.size()));
    text.resize(static_cast<std::size_t>(size));
    return text;
}

std::optional<std::string> base64_decode(std::string_view text) {
    std::string packed;
    packed.reserve(text.size());
    for (char const c : text)
        if (c != ' ' && c != '\n' && c != '\r' && c != '\t') packed += c;
    auto const padding = packed.ends_with("==") ? 2U : packed.ends_with('=') ? 1U : 0U;
    auto const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (packed.empty() || packed.size() % 4 != 0 ||
        std::string_view(packed).substr(0, packed.size() - padding).find_first_not_of(alphabet) !=
            std::string_view::npos)
        return std::nullopt;
    std::string bytes(packed.size() / 4 * 3, '\0');
    int const size =
        EVP_DecodeBlock(reinterpret_cast<unsigned char*>(bytes.data()),
                        reinterpret_cast<unsigned char const*>(packed.data()), static_cast<int>(packed.size()));
    if (size < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(size) - padding);
    return bytes;
}

std::string hex_upper(std::span<unsigned char const> bytes) { return hex(bytes, "0123456789ABCDEF"); }
std::string hex_lower(std::span<unsigned char const> bytes) { return hex(bytes, "0123456789abcdef"); }

} // namespace balcao::nfce
