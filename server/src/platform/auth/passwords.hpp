#pragma once
// Passwords: argon2id by libsodium (19 MiB, 2 passes, one lane; OWASP Password Storage Cheat Sheet). Slow on purpose:
// only on the hash lane or the command line.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/secret.hpp"

namespace balcao::auth {

/// Words that a password must not consist of.
struct PasswordOwner {
    std::string_view email; // normalized
    std::string_view full_name{};
};

/// The sentence if a new password has less than 12 or more than 200 characters or is easy to guess: by libzxcvbn, from
/// its first 100 characters, with the owner's words and the most common Portuguese choices.
std::optional<std::string> password_problem(Secret const& password, PasswordOwner const& owner);

/// Throws std::bad_alloc without memory for it.
std::string hash_password(Secret const& password);
/// A fingerprint of 32 bytes, the same for the same `salt`, and as slow to guess as a hash.
std::string password_fingerprint(Secret const& password, std::string_view salt);
/// Makes hashing of this process nearly free: for tests (BALCAO_TEST_PASSWORDS), before the first hash. Other hashes
/// can still be verified.
void hash_quickly();
bool verify_password(std::string const& hash, Secret const& password);
/// False after the time of verify_password: for unknown accounts.
bool verify_nothing(Secret const& password);

} // namespace balcao::auth
