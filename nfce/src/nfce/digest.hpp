#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

/// SHA-1, Base64 and hexadecimal, as the signature and the QR code need them.
namespace balcao::nfce {

using Sha1 = std::array<unsigned char, 20>;

/// SHA-1 of the pieces one after the other.
Sha1 sha1(std::initializer_list<std::string_view> pieces);

/// Without line breaks, with padding.
std::string base64(std::span<unsigned char const> bytes);
/// nullopt when it is not Base64 (blanks and line breaks between the characters are fine).
std::optional<std::string> base64_decode(std::string_view text);

std::string hex_upper(std::span<unsigned char const> bytes);
std::string hex_lower(std::span<unsigned char const> bytes);

inline std::span<unsigned char const> as_bytes(std::string_view text) {
    return {reinterpret_cast<unsigned char const*>(text.data()), text.size()};
}

} // namespace balcao::nfce
