#pragma once
// Rules of the whole installation, checked before each route.

#include <functional>
#include <optional>

#include "platform/auth/access.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

/// The refusal; none: the route's access check decides.
using Refusal = std::function<std::optional<http::Response>(http::Request const&)>;

/// The same routes behind `refusal`, checked before a body is read and again before the handler.
http::Router behind(Refusal const& refusal, http::Router const& router);

/// An administrator without second factor reaches only set-up of one and sign-out (403 `segundo_fator_necessario`).
Refusal second_factor_refusal(db::Database& database, Sessions& sessions);
bool lacks_second_factor(db::Connection& connection, Actor const& actor);

/// Under TLS: refuses (401) a session of this version whose cookie has the old name, which other servers of the domain
/// can set.
Refusal plain_cookie_refusal(db::Database& database, Sessions& sessions);

} // namespace balcao::auth
