#include "office/dashboard/dashboard.hpp"

#include <utility>

#include "platform/auth/gate.hpp"
#include "platform/http/problem.hpp"

namespace balcao::dashboard {

void add_dashboard_routes(auth::Gate& gate, Clock const& clock, BackupFailed backup_failed) {
    gate.route({.pattern = "/api/companies/{id}/dashboard", .who = auth::Who::operador},
               [&clock, backup_failed = std::move(backup_failed)](auth::ReadCall& call,
                                                                  auth::CompanyScope const& scope) -> auth::Answer {
                   auto const now = clock.now();
                   bool const failed = call.actor.is_admin() && backup_failed(now);
                   auto json = BALCAO_TRY(dashboard_json(call.db, scope, call.actor.user, failed, now));
                   return http::json(200, std::move(json));
               });
}

} // namespace balcao::dashboard
