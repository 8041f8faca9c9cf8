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
/// What a person who gave no name is called.
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

/// The account that is not deleted, active or not.
std::optional<Account> find_account_by_email(db::Connection& connection, std::string_view normalized_email);
std::optional<Account> find_account(db::Connection& connection, UserId id);

/// What a list of users is searched and sorted by name by.
std::string account_search_text(std::string_view full_name, std::string_view email);

/// The refusal of an e-mail that another account has.
Failure email_taken();
/// Creates the account with this role and an empty profile. Conflict at `email` when the address is taken.
Result<Account> create_account(db::Transaction& transaction, Instant now, NewAccount const& account,
                               std::string_view role);

/// True for the one account that gets the marker row of the first administrator: call it in the transaction that
/// created the account. False when somebody was first.
bool claim_first_admin(db::Transaction& transaction, UserId user);
/// True while nobody was first.
bool first_admin_is_open(db::Connection& connection);

void set_role(db::Transaction& transaction, UserId user, std::string_view role);
void set_password(db::Transaction& transaction, UserId user, std::string_view password_hash);
void set_last_sign_in(db::Transaction& transaction, UserId user, Instant now);

/// Makes sure that the roles the program itself knows are in `roles`. At start.
void ensure_roles(db::Transaction& transaction);
/// Gives accounts their search text that an older version of the program made without.
void fill_search_texts(db::Transaction& transaction);

} // namespace balcao::auth
