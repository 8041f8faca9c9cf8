#pragma once
// What an administrator can do with users, and everyone with the own account: each with its audit row, its events and
// the end of sessions it brings, in the caller's transaction.

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

/// Whether somebody opens a user, or only reads again what is on the screen or about to be changed.
enum class Look { noted, unnoted };

Result<StoredUser> view(auth::Write const& write, Services const& services, UserId id, Look look);

/// Conflict at `email`; `invalid` at `role_name` when there is no such role.
Result<StoredUser> create(auth::Write const& write, Services const& services, User const& user,
                          std::string const& password_hash);

/// Fails when stale, on a taken e-mail or an unknown role, when the caller changes the own role or state, and when no
/// active administrator would be left, whoever else does the same at the same time.
Result<StoredUser> update(auth::Write const& write, Services const& services, UserId id, std::string_view if_match,
                          User typed);

/// Fails when stale, for oneself and for the last active administrator.
Result<void> remove(auth::Write const& write, Services const& services, UserId id, std::string_view if_match);

/// Not for oneself.
Result<void> reset_password(auth::Write const& write, Services const& services, UserId id,
                            std::string const& password_hash);

/// Also changes the papel of who had access already; without one a new link is an operador's, and the rest stays.
Result<void> give_access(auth::Write const& write, Services const& services, UserId id, CompanyId company,
                         std::optional<auth::Papel> papel);
/// Also fine when there was none. Clears a default that points there.
Result<void> take_access(auth::Write const& write, Services const& services, UserId id, CompanyId company);
/// nullopt clears it. `invalid` at `company_id` for a company the user does not reach.
Result<void> choose_default(auth::Write const& write, Services const& services, UserId id,
                            std::optional<CompanyId> company);

/// The caller's own name.
Result<StoredUser> rename_self(auth::Write const& write, Services const& services, std::string_view if_match,
                               std::string full_name);
/// `checked_hash`: of the password that was asked for; ends the other sessions.
Result<void> change_own_password(auth::Write const& write, Services const& services, std::string_view checked_hash,
                                 std::string const& password_hash);
Result<void> end_own_session(auth::Write const& write, Services const& services, SessionId session);
void end_own_other_sessions(auth::Write const& write, Services const& services);

/// /api/users, /api/roles and what belongs to a user: for administrators.
void add_users_routes(auth::Gate& gate, db::Database& database, Services services);
/// /api/account/second-factor: for everyone, about oneself. `demanded`: of administrators.
void add_second_factor_routes(auth::Gate& gate, Services services, auth::SecondFactor const& second_factor,
                              bool demanded);
/// /api/account: for everyone, about oneself.
void add_account_routes(auth::Gate& gate, db::Database& database, Services services, auth::OwnPassword& own_password);

} // namespace balcao::users
