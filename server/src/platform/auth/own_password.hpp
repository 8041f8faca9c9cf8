#pragma once
// Re-authentication with the own password: to change it, or to reveal a secret.

#include <string>
#include <string_view>

#include "platform/auth/attempts.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {

/// Slows guessing down like sign-in, per account over all its sessions. One instance. Thread-safe.
class OwnPassword {
public:
    OwnPassword(db::Database& database, Clock const& clock) : database_(database), attempts_(clock, 5) {}

    /// The stored hash that the password matched; a change must verify that it is still the same. Otherwise `invalid`
    /// at `field`, or `limited`. Hash lane, outside transactions.
    Result<std::string> check(Actor const& actor, Secret const& typed, std::string_view field);

private:
    db::Database& database_;
    Attempts attempts_; // wrong ones, by user id
};

/// `limited`, with the waiting time.
std::unexpected<Failure> too_many_attempts(std::string title, int seconds);

} // namespace balcao::auth
