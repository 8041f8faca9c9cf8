#include "office/dashboard/dashboard.hpp"

#include "platform/auth/gate.hpp"
#include "platform/http/problem.hpp"

namespace balcao::dashboard {

void add_dashboard_routes(auth::Gate& gate, Clock const& clock) {
    gate.route({.pattern = "/api/companies/{id}/dashboard", .who = auth::Who::operador},
               [&clock](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   return http::json(200, BALCAO_TRY(dashboard_json(call.db, scope, call.actor.user, clock.now())));
               });
}

} // namespace balcao::dashboard
