#pragma once
// Accounts: the rows of `users` with their role and profile.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {

inline constexpr std::string_view admin_role = "admin";
inline constexpr std::string_view user_role = "user";
/// Name of a person who gave none.
inline constexpr std::string_view default_full_name = "Novo usuário";

struct Account {
    UserId id;
    std::string email; // lower case
    std::string full_name;
    std::string password_hash;
    bool active = true;
};

struct NewAccount {
    std::string email;
    std::string full_name;
    std::string password_hash;
};

/// The account, active or not, unless deleted.
std::optional<Account> find_account_by_email(db::Connection& connection, std::string_view normalized_email);
std::optional<Account> find_account(db::Connection& connection, UserId id);

/// Search and sort text of a user.
std::string account_search_text(std::string_view full_name, std::string_view email);

/// The refusal of a taken e-mail.
Failure email_taken();
/// Creates the account with this role and an empty profile. Conflict at `email` if it is taken.
Result<Account> create_account(db::Transaction& transaction, Instant now, NewAccount const& account,
                               std::string_view role);

/// True for the single account that gets the first administrator's marker row; call in the transaction that created it.
/// False for all others.
bool claim_first_admin(db::Transaction& transaction, UserId user);
/// True until then.
bool first_admin_is_open(db::Connection& connection);

void set_role(db::Transaction& transaction, UserId user, std::string_view role);
void set_password(db::Transaction& transaction, UserId user, std::string_view password_hash);
void set_last_sign_in(db::Transaction& transaction, UserId user, Instant now);

/// Inserts missing built-in roles into `roles`. At start.
void ensure_roles(db::Transaction& transaction);
/// Fills in search texts that older versions did not write.
void fill_search_texts(db::Transaction& transaction);

} // namespace balcao::auth
