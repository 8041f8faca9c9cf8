#pragma once
// Verification of e-mail and password, with limits against guessing.

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

/// The account of the e-mail, if any, and whether the password is right and the account active.
struct Identified {
    std::optional<Account> account{};
    bool matches = false;
};

/// Limits attempts by account and network together, so that a stranger's guesses delay nobody else, and by network
/// alone after many more. Behind a proxy that hides addresses only the account counts. A device known to the account
/// counts separately. One instance. Thread-safe.
class PasswordGuard {
public:
    PasswordGuard(db::Database& database, Clock const& clock, KnownDevices devices)
        : database_(database), devices_(devices), by_account_(clock, 5), by_network_(clock, 300) {}

    /// A mismatch counts, and takes as long as a match. `limited`, with the title `title`, after too many. Hash lane,
    /// outside transactions: the caller verifies later that the password hash is unchanged.
    Result<Identified> identify(std::string const& normalized_email, Secret const& password,
                                http::Request const& request, std::string_view title);
    /// After success: forgets the account's failures from there.
    void forget(std::string const& normalized_email, http::Request const& request);
    KnownDevices const& devices() const { return devices_; }

private:
    // Key of its failures.
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
