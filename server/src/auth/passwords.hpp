#pragma once
// Passwords: argon2id by libsodium (19 MiB, 2 passes, one lane; OWASP Password Storage, first choice for argon2id).
// Slow on purpose: call only on the hash lane or from the command line.

#include <optional>
#include <string>
#include <string_view>

#include "base/secret.hpp"

namespace balcao::auth {

/// The sentence when the password is too short, too long or among the most used ones.
std::optional<std::string> password_problem(Secret const& password, std::string_view normalized_email);

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
