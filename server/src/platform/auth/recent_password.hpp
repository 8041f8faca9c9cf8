#pragma once
// What the password is asked for once more, so that an unattended or stolen session is not enough for it: certificates,
// the switch to produção, roles, the second factor.

#include <chrono>
#include <optional>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

/// The password counts as just given for so long in its session, signing in included.
inline constexpr std::chrono::minutes password_counts{10};

/// None: not since this is noted, which earlier versions did not do; or there is no such session.
std::optional<Instant> password_given_at(db::Connection& connection, SessionId session);
bool is_password_recent(db::Connection& connection, Actor const& actor, Instant now);
void note_password_given(db::Transaction& transaction, SessionId session, Instant now);

/// The answer to who gave it longer ago: 403 `senha_necessaria`. Nothing was done.
http::Response password_needed(http::Request const& request);

} // namespace balcao::auth
