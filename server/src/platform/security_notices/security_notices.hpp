#pragma once
// What people are told of in the bell because somebody else could have done it: changes of password, e-mail, second
// factor, certificate and environment. Written in the transaction that makes the change; read by notifications.

#include <chrono>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::security_notices {

/// For so long they are told of.
inline constexpr std::chrono::days told_for{30};

// `type`: one of the contract's, which notifications have a title for. `text`: a sentence or two, with what to do.

/// Told to this person alone.
void tell_person(db::Transaction& transaction, Instant now, UserId person, std::string_view type,
                 std::string const& text);
/// Told to administrators.
void tell_administrators(db::Transaction& transaction, Instant now, std::string_view type, std::string const& text);
/// Told to gerentes of the company and administrators.
void tell_gerentes(db::Transaction& transaction, Instant now, CompanyId company, std::string_view type,
                   std::string const& text);

/// Deletes what is not told any more.
void drop_old(db::Database& database, Instant now);

} // namespace balcao::security_notices
