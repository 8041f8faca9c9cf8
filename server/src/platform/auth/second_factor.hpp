#pragma once
// Second factor: TOTP (RFC 6238: SHA-1, 30 s, six digits, by liboath) and recovery codes. Each code works once.

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

/// The kind of code.
enum class CodeKind { app, recovery };

/// Immutable, thread-safe.
class SecondFactor {
public:
    /// Throws std::runtime_error if liboath is unusable.
    SecondFactor(secrets::Secrets const& secrets, Clock const& clock);

    SecondFactorState state(db::Connection& connection, UserId user) const;

    /// A new secret in base32 for an app; replaces one never confirmed. None: already on.
    std::optional<Secret> begin(db::Transaction& transaction, UserId user) const;
    /// Turns it on with a first code. Returns the recovery codes, shown only now; none: wrong code, or not begun.
    std::optional<std::vector<std::string>> turn_on(db::Transaction& transaction, UserId user,
                                                    std::string_view code) const;
    /// Consumes a code. None: wrong or already used.
    std::optional<CodeKind> take(db::Transaction& transaction, UserId user, std::string_view code) const;
    /// New recovery codes replace the remaining ones.
    std::vector<std::string> new_recovery_codes(db::Transaction& transaction, UserId user) const;

private:
    secrets::Secrets const& secrets_;
    Clock const& clock_;
};

/// Whether sign-in requires a code.
bool has_second_factor(db::Connection& connection, UserId user);
/// False if it was off.
bool turn_second_factor_off(db::Transaction& transaction, UserId user);

} // namespace balcao::auth
