#pragma once
// What somebody has besides the password: codes of an app on their telephone (TOTP, RFC 6238: SHA-1, 30 s, six digits,
// by liboath), and a sheet of recovery codes for who has lost it. Each code works once.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/ids.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"

namespace balcao::auth {

inline constexpr int recovery_codes_given = 10;

struct SecondFactorState {
    std::optional<Instant> on_since{}; // none: off
    int recovery_codes_left = 0;
};

/// Which code it was.
enum class CodeKind { app, recovery };

/// Immutable, thread-safe.
class SecondFactor {
public:
    /// Throws std::runtime_error when liboath cannot be used.
    SecondFactor(secrets::Secrets const& secrets, Clock const& clock);

    SecondFactorState state(db::Connection& connection, UserId user) const;

    /// A new secret in base32, as an app is given it, which takes the place of one that was never turned on. None: it
    /// is on.
    std::optional<Secret> begin(db::Transaction& transaction, UserId user) const;
    /// Turned on by a first code of the app. The recovery codes, shown this once; none: the code does not match, or
    /// nothing was begun.
    std::optional<std::vector<std::string>> turn_on(db::Transaction& transaction, UserId user,
                                                    std::string_view code) const;
    /// Uses a code up. None: it does not match, or was used before.
    std::optional<CodeKind> take(db::Transaction& transaction, UserId user, std::string_view code) const;
    /// In the place of those that are left.
    std::vector<std::string> new_recovery_codes(db::Transaction& transaction, UserId user) const;

private:
    secrets::Secrets const& secrets_;
    Clock const& clock_;
};

/// Whether codes are asked for at sign-in.
bool has_second_factor(db::Connection& connection, UserId user);
/// False when it was off already.
bool turn_second_factor_off(db::Transaction& transaction, UserId user);

} // namespace balcao::auth
