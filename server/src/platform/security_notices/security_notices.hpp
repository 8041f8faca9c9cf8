#pragma once
// Security notices: changes that somebody else could have made (password, e-mail, second factor, certificate,
// environment). Written in the transaction of the change; read by notifications.

#include <chrono>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::security_notices {

/// Lifetime of a notice.
inline constexpr std::chrono::days told_for{30};

// `type`: one of the contract's. `text`: one or two sentences with what to do.

/// For this person.
void tell_person(db::Transaction& transaction, Instant now, UserId person, std::string_view type,
                 std::string const& text);
/// For administrators.
void tell_administrators(db::Transaction& transaction, Instant now, std::string_view type, std::string const& text);
/// For gerentes of the company and administrators.
void tell_gerentes(db::Transaction& transaction, Instant now, CompanyId company, std::string_view type,
                   std::string const& text);

/// Deletes expired notices.
void drop_old(db::Database& database, Instant now);

} // namespace balcao::security_notices
