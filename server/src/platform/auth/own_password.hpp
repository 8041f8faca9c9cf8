#pragma once
// Who is signed in gives the own password again: to change it, or to see a secret.

#include <string>
#include <string_view>

#include "platform/auth/attempts.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {

/// Slows guessing down as sign-in does, per account and over all its sessions. One for the program. Thread-safe.
class OwnPassword {
public:
    OwnPassword(db::Database& database, Clock const& clock) : database_(database), attempts_(clock, 5) {}

    /// The stored hash that the password matched; a change relies on it being the same still. Else `invalid` at
    /// `field`, or `limited`. Hash lane, outside of any transaction.
    Result<std::string> check(Actor const& actor, Secret const& typed, std::string_view field);

private:
    db::Database& database_;
    Attempts attempts_; // wrong ones, by user id
};

/// `limited`, with the sentence that says how long to wait.
std::unexpected<Failure> too_many_attempts(std::string title, int seconds);

} // namespace balcao::auth
