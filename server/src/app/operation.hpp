#pragma once
// What machines ask of this server: whether it lives, whether it is ready, its contract, its figures.

#include "app/health.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"
#include "platform/http/server.hpp"

namespace balcao::app {

/// /healthz, /readyz and /api/openapi.yaml, for anybody. `health` outlives the router.
void add_operation_routes(http::Router& router, Health const& health);

/// Adds the figures of /metrics that are no request's: health, the database's load, events. Both outlive the server.
void watch_operation(http::Server& server, Health const& health, db::Database const& database);

} // namespace balcao::app
