#pragma once
// Passwords: argon2id by libsodium (19 MiB, 2 passes, one lane; OWASP Password Storage, first choice for argon2id).
// Slow on purpose: call only on the hash lane or from the command line.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/secret.hpp"

namespace balcao::auth {

/// Whose words a password must not be made of.
struct PasswordOwner {
    std::string_view email; // normalized
    std::string_view full_name{};
};

/// The sentence when a new password has less than 12 characters or more than 200, or is easy to guess: by libzxcvbn,
/// from its first 100 characters, with the owner's words and the ones people here choose first.
std::optional<std::string> password_problem(Secret const& password, PasswordOwner const& owner);

/// Throws std::bad_alloc when there is no memory for it.
std::string hash_password(Secret const& password);
/// 32 bytes that tell passwords apart, the same each time for the same `salt`, and as slow to guess from as a hash.
std::string password_fingerprint(Secret const& password, std::string_view salt);
/// From now on passwords of this process cost next to nothing to hash, and to guess: for tests (BALCAO_TEST_PASSWORDS),
/// before the first is hashed. Hashes made otherwise can still be verified.
void hash_quickly();
bool verify_password(std::string const& hash, Secret const& password);
/// Takes as long as verify_password and is always false: for accounts that do not exist.
bool verify_nothing(Secret const& password);

} // namespace balcao::auth
