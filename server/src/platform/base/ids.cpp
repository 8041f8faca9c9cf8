#include "platform/base/ids.hpp"

#include <chrono>
#include <mutex>

#include <sodium.h>

namespace balcao {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";

int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

constexpr bool dash_before(std::size_t byte) { return byte == 4 || byte == 6 || byte == 8 || byte == 10; }

} // namespace

Uuid Uuid::make() {
    // RFC 9562 section 6.2 method 1: the 12 bits after the millisecond count within it, so ids of one process ascend.
    static std::mutex mutex;
    static std::uint64_t last_tick = 0;
    std::uint64_t tick = 0;
    {
        std::lock_guard const lock(mutex);
        auto const now = std::chrono::system_clock::now().time_since_epoch();
        auto const milliseconds =
            static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
        tick = milliseconds << 12;
        if (tick <= last_tick) tick = last_tick + 1;
        last_tick = tick;
    }
    Bytes bytes;
    randombytes_buf(bytes.data(), bytes.size());
    auto const milliseconds = tick >> 12;
    for (std::size_t i = 0; i < 6; ++i) bytes[i] = static_cast<std::uint8_t>(milliseconds >> (8 * (5 - i)));
    bytes[6] = static_cast<std::uint8_t>(0x70U | ((tick >> 8) & 0x0FU));
    bytes[7] = static_cast<std::uint8_t>(tick & 0xFFU);
    bytes[8] = static_cast<std::uint8_t>(0x80U | (bytes[8] & 0x3FU));
    return Uuid{bytes};
}

std::optional<Uuid> Uuid::parse(std::string_view text) {
    if (text.size() != 36) return std::nullopt;
    Bytes bytes{};
    std::size_t at = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        if (dash_before(i) && text[at++] != '-') return std::nullopt;
        auto const high = hex_value(text[at]);
        auto const low = hex_value(text[at + 1]);
        if (high < 0 || low < 0) return std::nullopt;
        bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
        at += 2;
    }
    return Uuid{bytes};
}

std::string Uuid::to_string() const {
    std::string text;
    text.reserve(36);
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
        if (dash_before(i)) text += '-';
        text += hex_digits[bytes_[i] >> 4U];
        text += hex_digits[bytes_[i] & 0x0FU];
    }
    return text;
}

std::string random_token() {
    std::array<unsigned char, 32> bytes{};
    randombytes_buf(bytes.data(), bytes.size());
    std::array<char, sodium_base64_ENCODED_LEN(32, sodium_base64_VARIANT_URLSAFE_NO_PADDING)> text{};
    sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(), sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    return text.data();
}

} // namespace balcao
