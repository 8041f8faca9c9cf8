#pragma once
// What is stored of a random token (platform/base/ids.hpp).

#include <array>
#include <cstddef>
#include <string_view>

#include <sodium.h>

namespace balcao {

/// SHA-256: a token has too many bits to be guessed, so a slow hash would only cost time.
inline std::array<std::byte, crypto_hash_sha256_BYTES> token_hash(std::string_view token) {
    std::array<std::byte, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<unsigned char const*>(token.data()), token.size());
    return hash;
}

} // namespace balcao
