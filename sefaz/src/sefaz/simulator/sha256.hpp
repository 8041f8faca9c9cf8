#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include <openssl/evp.h>

#include "nfce/digest.hpp"

namespace balcao::sefaz::simulator {

/// In lower-case hexadecimal.
inline std::string sha256_hex(std::string_view text) {
    std::array<unsigned char, 32> digest{};
    if (EVP_Digest(text.data(), text.size(), digest.data(), nullptr, EVP_sha256(), nullptr) != 1)
        throw std::runtime_error("EVP_Digest");
    return nfce::hex_lower(digest);
}

} // namespace balcao::sefaz::simulator
