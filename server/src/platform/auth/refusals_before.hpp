#pragma once
// What holds for a whole installation and is looked at before the access check of each route.

#include <functional>
#include <optional>

#include "platform/auth/access.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

/// Why a request is not heard; none: the access check has the word.
using Refusal = std::function<std::optional<http::Response>(http::Request const&)>;

/// The same routes, each behind `refusal`, before a body is read and again before the handler.
http::Router behind(Refusal const& refusal, http::Router const& router);

/// An administrator without a second factor reaches what it takes to set one up and to leave, and nothing else
/// (403 `segundo_fator_necessario`).
Refusal second_factor_refusal(db::Database& database, Sessions& sessions);
bool lacks_second_factor(db::Connection& connection, Actor const& actor);

/// Under TLS: a session that this version began does not come by a name that other servers of the domain can set (401).
Refusal plain_cookie_refusal(db::Database& database, Sessions& sessions);

} // namespace balcao::auth
