#pragma once
// A user as an administrator sees it: its fields and every rule on them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/passwords.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"

namespace balcao::users {

struct User {
    UserId id;
    std::string full_name;
    std::string email;  // lower case
    std::string role;   // one of `roles`; "user" when the account has none
    std::string active; // S or N
    Instant created_at;
    std::optional<Instant> last_sign_in_at;

    bool is_active_admin() const;
};

struct DefaultCompany {
    CompanyId id;
    std::string razao_social;
};

/// The record with what belongs to the row alone.
struct StoredUser {
    User user;
    std::optional<DefaultCompany> default_company{};
    std::int64_t version = 1; // in the ETag
};

/// JSON members, columns and rules, without what to_json adds.
Fields user_fields();

/// The contract's schema User, as `actor` sees it.
std::string to_json(StoredUser const& stored, UserId actor);

/// Reads and checks a user as typed, without asking whether the role exists. Appends every broken rule.
User read_user(boost::json::object const& json, std::vector<FieldProblem>& problems);

/// What a new user is made of.
struct UserCreation {
    User user;
    Secret password;
};
UserCreation read_creation(boost::json::object const& json, std::vector<FieldProblem>& problems);

/// The name of one's own account; the rest of a User may be sent along and is ignored.
std::string read_own_name(boost::json::object const& json, std::vector<FieldProblem>& problems);

/// A text member `name` of at most 1,000 bytes, not empty; else appends the sentence.
Secret read_secret(boost::json::object const& json, std::string_view name, std::vector<FieldProblem>& problems);
/// The same under the rules of new passwords.
Secret read_new_password(boost::json::object const& json, auth::PasswordOwner const& owner,
                         std::vector<FieldProblem>& problems);
/// Appends a sentence for each member but these.
void refuse_others(boost::json::object const& json, std::initializer_list<std::string_view> known,
                   std::vector<FieldProblem>& problems);

} // namespace balcao::users
