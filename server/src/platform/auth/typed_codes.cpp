#include "platform/auth/typed_codes.hpp"

#include <cstdint>

#include <sodium.h>

#include "platform/base/text.hpp"

namespace balcao::auth {

namespace {
constexpr std::string_view alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"; // no 0, 1, I and O
static_assert(alphabet.size() == 32);
} // namespace

std::string make_code(int groups) {
    std::string code;
    for (int group = 0; group < groups; ++group) {
        if (group > 0) code += '-';
        for (int i = 0; i < 4; ++i) code += alphabet[randombytes_uniform(static_cast<std::uint32_t>(alphabet.size()))];
    }
    return code;
}

std::string normalize_code(std::string_view typed) {
    std::string code;
    for (char const c : upper_ascii(typed))
        if (c != ' ' && c != '-') code += c;
    return code;
}

bool is_same_code(std::string_view typed, std::string_view code) {
    auto const a = normalize_code(typed);
    auto const b = normalize_code(code);
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

} // namespace balcao::auth
