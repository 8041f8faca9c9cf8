#include "auth/passwords.hpp"

#include <algorithm>
#include <array>
#include <new>

#include <sodium.h>

#include "base/ids.hpp"
#include "base/text.hpp"

namespace balcao::auth {

namespace {

struct Cost {
    unsigned long long passes;
    std::size_t memory; // bytes
};

constexpr Cost real_cost{.passes = 2, .memory = 19 * 1024 * 1024};
constexpr Cost test_cost{.passes = crypto_pwhash_OPSLIMIT_MIN, .memory = crypto_pwhash_MEMLIMIT_MIN};
Cost cost = real_cost;

// What people choose first, folded; anything of these plus digits at the end is refused as well.
constexpr std::array<std::string_view, 48> common{
    "password",      "senha",    "senhas",        "minhasenha", "novasenha", "mudar",    "trocar",     "acesso",
    "entrar",        "admin",    "administrador", "usuario",    "qwerty",    "qwertyui", "qwertyuiop", "asdfghjk",
    "asdfghjkl",     "zxcvbnm",  "qweasdzxc",     "q1w2e3r4",   "1q2w3e4r",  "1qaz2wsx", "abcdefgh",   "abcd",
    "brasil",        "flamengo", "corinthians",   "palmeiras",  "saopaulo",  "santos",   "vasco",      "gremio",
    "internacional", "cruzeiro", "botafogo",      "fluminense", "iloveyou",  "teamo",    "euteamo",    "jesus",
    "jesuscristo",   "deus",     "deusefiel",     "amor",       "familia",   "princesa", "balcao",     "empresa"};

bool is_run(std::string_view text) {
    auto const steps = [&](int step) {
        return std::ranges::adjacent_find(text, [&](char a, char b) { return b - a != step; }) == text.end();
    };
    return steps(0) || steps(1) || steps(-1);
}

bool is_common(std::string_view password) {
    auto const folded = fold(password);
    if (is_run(folded)) return true;
    auto const body = folded.substr(0, folded.find_last_not_of("0123456789!@#$.*-_ ") + 1);
    if (body.empty()) {
        auto const numbers = digits(folded);
        return numbers.size() < 10 || is_run(numbers) || numbers.starts_with("1234567890") ||
               numbers.starts_with("0123456789");
    }
    return std::ranges::find(common, body) != common.end();
}

} // namespace

std::optional<std::string> password_problem(Secret const& password, std::string_view normalized_email) {
    auto const text = password.reveal();
    if (length(text) < 8) return "Use pelo menos 8 caracteres.";
    if (length(text) > 200) return "Use no máximo 200 caracteres.";
    auto const folded = fold(text);
    if (folded == fold(normalized_email) || folded == fold(normalized_email.substr(0, normalized_email.find('@'))))
        return "A senha não pode ser o seu e-mail. Escolha outra.";
    if (is_common(text)) return "Esta senha é fácil de adivinhar. Junte duas ou três palavras que só você usaria.";
    return std::nullopt;
}

std::string hash_password(Secret const& password) {
    std::array<char, crypto_pwhash_STRBYTES> hash{};
    auto const text = password.reveal();
    if (crypto_pwhash_str_alg(hash.data(), text.data(), text.size(), cost.passes, cost.memory,
                              crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::bad_alloc();
    return hash.data();
}

std::string password_fingerprint(Secret const& password, std::string_view salt) {
    std::array<unsigned char, crypto_pwhash_SALTBYTES> salt_bytes{};
    crypto_generichash(salt_bytes.data(), salt_bytes.size(), reinterpret_cast<unsigned char const*>(salt.data()),
                       salt.size(), nullptr, 0);
    std::string fingerprint(32, '\0');
    auto const text = password.reveal();
    if (crypto_pwhash(reinterpret_cast<unsigned char*>(fingerprint.data()), fingerprint.size(), text.data(),
                      text.size(), salt_bytes.data(), cost.passes, cost.memory, crypto_pwhash_ALG_ARGON2ID13) != 0)
        throw std::bad_alloc();
    return fingerprint;
}

void hash_quickly() { cost = test_cost; }

bool verify_password(std::string const& hash, Secret const& password) {
    auto const text = password.reveal();
    return crypto_pwhash_str_verify(hash.c_str(), text.data(), text.size()) == 0;
}

bool verify_nothing(Secret const& password) {
    static std::string const hash = hash_password(Secret{random_token()});
    return verify_password(hash, password) && false;
}

} // namespace balcao::auth
