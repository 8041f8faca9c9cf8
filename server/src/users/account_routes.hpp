#pragma once

#include "auth/gate.hpp"
#include "auth/own_password.hpp"
#include "db/database.hpp"
#include "users/users.hpp"

namespace balcao::users {

/// /api/account…: one's own name, password and sessions.
void add_account_routes(auth::Gate& gate, db::Database& database, Services services, auth::OwnPassword& own_password);

} // namespace balcao::users
