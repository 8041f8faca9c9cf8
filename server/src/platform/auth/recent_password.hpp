#pragma once
// Operations that need a recent password, so that a stolen or unattended session is not enough: certificates, the
// switch to produção, roles, the second factor.

#include <chrono>
#include <optional>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

/// Validity of a password, from sign-in or re-authentication, in its session.
inline constexpr std::chrono::minutes password_counts{10};

/// None: unknown (earlier versions did not store it), or no such session.
std::optional<Instant> password_given_at(db::Connection& connection, SessionId session);
bool is_password_recent(db::Connection& connection, Actor const& actor, Instant now);
void note_password_given(db::Transaction& transaction, SessionId session, Instant now);

/// 403 `senha_necessaria`; nothing was done.
http::Response password_needed(http::Request const& request);

} // namespace balcao::auth
