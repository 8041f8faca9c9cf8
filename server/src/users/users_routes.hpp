#pragma once

#include "auth/gate.hpp"
#include "db/database.hpp"
#include "users/users.hpp"

namespace balcao::users {

/// /api/users… and /api/roles, for administrators.
void add_users_routes(auth::Gate& gate, db::Database& database, Services services);

} // namespace balcao::users
