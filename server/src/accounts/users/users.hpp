#pragma once
// Administration of users and the own account: each with audit row, events and the end of affected sessions, in the
// caller's transaction.

#include <optional>
#include <string>
#include <string_view>

#include "accounts/users/user.hpp"
#include "platform/auth/access.hpp"
#include "platform/auth/own_password.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/base/result.hpp"
#include "platform/records/records.hpp"

namespace balcao::auth {
class Gate;
class SecondFactor;
} // namespace balcao::auth

namespace balcao::users {

struct Services {
    records::Services records;
    auth::Sessions& sessions;
};

/// Opening a user is audited; refreshing what is on the screen is not.
enum class Look { noted, unnoted };

Result<StoredUser> view(auth::Write const& write, Services const& services, UserId id, Look look);

/// Conflict at `email`; `invalid` at `role_name` for an unknown role.
Result<StoredUser> create(auth::Write const& write, Services const& services, User const& user,
                          std::string const& password_hash);

/// Fails if stale, for a taken e-mail or unknown role, if callers change their own role or state, and if no active
/// administrator would be left, also with concurrent changes.
Result<StoredUser> update(auth::Write const& write, Services const& services, UserId id, std::string_view if_match,
                          User typed);

/// Fails if stale, for oneself and for the last active administrator.
Result<void> remove(auth::Write const& write, Services const& services, UserId id, std::string_view if_match);

/// Refused for oneself.
Result<void> reset_password(auth::Write const& write, Services const& services, UserId id,
                            std::string const& password_hash);

/// Also changes the papel of an existing link; without a papel a new link is an operador's and an existing one stays.
Result<void> give_access(auth::Write const& write, Services const& services, UserId id, CompanyId company,
                         std::optional<auth::Papel> papel);
/// Does nothing without a link. Clears a default that points there.
Result<void> take_access(auth::Write const& write, Services const& services, UserId id, CompanyId company);
/// nullopt clears it. `invalid` at `company_id` for a company out of the user's reach.
Result<void> choose_default(auth::Write const& write, Services const& services, UserId id,
                            std::optional<CompanyId> company);

/// Changes the caller's name.
Result<StoredUser> rename_self(auth::Write const& write, Services const& services, std::string_view if_match,
                               std::string full_name);
/// `checked_hash`: of the verified password; ends all other sessions.
Result<void> change_own_password(auth::Write const& write, Services const& services, std::string_view checked_hash,
                                 std::string const& password_hash);
Result<void> end_own_session(auth::Write const& write, Services const& services, SessionId session);
void end_own_other_sessions(auth::Write const& write, Services const& services);

/// /api/users, /api/roles and what belongs to a user: administrators.
void add_users_routes(auth::Gate& gate, db::Database& database, Services services);
/// /api/account/second-factor: everybody, their own. `demanded`: of administrators.
void add_second_factor_routes(auth::Gate& gate, Services services, auth::SecondFactor const& second_factor,
                              bool demanded);
/// /api/account: everybody, their own.
void add_account_routes(auth::Gate& gate, db::Database& database, Services services, auth::OwnPassword& own_password);

} // namespace balcao::users
