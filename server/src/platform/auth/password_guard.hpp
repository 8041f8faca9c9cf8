#pragma once
// E-mail and password of anybody, wherever they are typed, with guessing slowed down.

#include <optional>
#include <string>
#include <string_view>

#include "platform/auth/accounts.hpp"
#include "platform/auth/attempts.hpp"
#include "platform/auth/known_device.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

/// Whose e-mail it is, if anybody's, and whether the password is that account's and the account active.
struct Identified {
    std::optional<Account> account{};
    bool matches = false;
};

/// Slows down over everything that asks for both: by account and network together, so that a stranger's guesses keep
/// nobody else out, and by network alone after many more. Behind a proxy that hides addresses only the account counts.
/// A device that the account knows counts by itself: what others do at its address is nothing to it. One for the
/// program. Thread-safe.
class PasswordGuard {
public:
    PasswordGuard(db::Database& database, Clock const& clock, KnownDevices devices)
        : database_(database), devices_(devices), by_account_(clock, 5), by_network_(clock, 300) {}

    /// What does not match counts, and takes as long as what does. `limited`, titled `title`, after too many. Hash
    /// lane, outside of any transaction: what relies on it looks again whether the account has the same password hash.
    Result<Identified> identify(std::string const& normalized_email, Secret const& password,
                                http::Request const& request, std::string_view title);
    /// Once what it was asked for is done: forgets the account's failures from there.
    void forget(std::string const& normalized_email, http::Request const& request);
    KnownDevices const& devices() const { return devices_; }

private:
    // Its failures are kept by this.
    struct Origin {
        std::string key;
        bool is_known_device = false;
    };
    Origin origin_of(std::string const& normalized_email, http::Request const& request) const;

    db::Database& database_;
    KnownDevices devices_;
    Attempts by_account_; // failures, by account and either known device or network
    Attempts by_network_;
};

} // namespace balcao::auth
