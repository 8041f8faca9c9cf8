#pragma once
// The SQL of users for their administration, and of their links to companies. Deleted users are not found.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "accounts/users/user.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/list_query.hpp"

namespace balcao::users {

std::optional<StoredUser> find(db::Connection& connection, UserId id);

struct UserFilter {
    std::optional<std::string> active{}; // S, N or both
    std::optional<std::string> role{};
};
records::ListPage list(db::Connection& connection, records::ListQuery const& query, UserFilter const& filter,
                       UserId actor);

/// Writes name, e-mail, state and version. A taken e-mail throws db::UniqueViolation `users_email`.
void update(db::Transaction& transaction, StoredUser const& after);
/// Frees the e-mail and takes the links to companies away; the row stays for what names it.
void remove(db::Transaction& transaction, StoredUser const& stored, Instant now);

/// By name.
std::vector<std::string> list_roles(db::Connection& connection);

/// Makes whoever takes away an administrator at the same time wait and then look anew: call it before
/// has_other_active_admin.
void queue_behind_admin_changes(db::Transaction& transaction);
/// Whether somebody but `user` is an administrator who may sign in.
bool has_other_active_admin(db::Connection& connection, UserId user);

/// Every company by razão social, with the user's access to each (the contract's schema UserCompany).
records::ListPage list_companies(db::Connection& connection, records::ListQuery const& query, UserId user);
struct LinkedCompany {
    std::string razao_social;
    bool is_active = false;
    std::optional<std::string> papel{}; // none: not linked
};
/// nullopt when there is no such company.
std::optional<LinkedCompany> find_company(db::Connection& connection, CompanyId company, UserId user);

/// The three below wait for one another per user, and for its deletion: a default never points where no link is left.
/// Also changes the papel of a link that there is.
void link(db::Transaction& transaction, UserId user, CompanyId company, std::string_view papel);
void unlink(db::Transaction& transaction, UserId user, CompanyId company);
void set_default(db::Transaction& transaction, UserId user, std::optional<CompanyId> company);
/// Clears the default when the user is not linked to it.
void drop_unlinked_default(db::Transaction& transaction, UserId user);

} // namespace balcao::users
