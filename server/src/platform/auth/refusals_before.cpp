#include "platform/auth/refusals_before.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "platform/auth/recent_password.hpp"
#include "platform/auth/second_factor.hpp"
#include "platform/auth/session_cookie.hpp"
#include "platform/http/problem.hpp"

namespace balcao::auth {

namespace {

using http::Method;

struct Open {
    Method method;
    std::string_view route;
};
// What an administrator needs who has to set up a second factor.
constexpr std::array open_before_second_factor{
    Open{Method::get, "/api/session"},
    Open{Method::put, "/api/session/password"},
    Open{Method::get, "/api/events"},
    Open{Method::get, "/api/account"},
    Open{Method::get, "/api/account/second-factor"},
    Open{Method::post, "/api/account/second-factor"},
    Open{Method::put, "/api/account/second-factor"},
    Open{Method::del, "/api/account/second-factor"},
    Open{Method::post, "/api/account/second-factor/recovery-codes"},
};

// Routes that know who asks.
bool needs_session(http::Request const& request) {
    return request.route.starts_with("/api/") && !request.route.starts_with("/api/auth/");
}

bool is_open_before_second_factor(http::Request const& request) {
    return std::ranges::any_of(open_before_second_factor, [&](Open const& open) {
        return open.method == request.method && open.route == request.route;
    });
}

} // namespace

http::Router behind(Refusal const& refusal, http::Router const& router) {
    http::Router guarded;
    for (auto route : router.routes()) {
        route.handler = [refusal, handler = std::move(route.handler)](http::Request const& request) {
            if (auto refused = refusal(request)) return *std::move(refused);
            return handler(request);
        };
        if (route.admission) {
            route.admission = [refusal, admission = std::move(route.admission)](
                                  http::Request const& request) -> std::optional<http::Response> {
                if (auto refused = refusal(request)) return refused;
                return admission(request);
            };
        }
        guarded.add(std::move(route));
    }
    return guarded;
}

bool lacks_second_factor(db::Connection& connection, Actor const& actor) {
    return actor.is_admin() && !has_second_factor(connection, actor.user);
}

Refusal second_factor_refusal(db::Database& database, Sessions& sessions) {
    return [&database, &sessions](http::Request const& request) -> std::optional<http::Response> {
        auto const given = given_token(request);
        if (!given || !needs_session(request) || is_open_before_second_factor(request)) return std::nullopt;
        auto const is_refused = database.read([&](db::Connection& connection) {
            auto const caller = sessions.find(connection, given->token);
            return caller && lacks_second_factor(connection, caller->actor);
        });
        if (!is_refused) return std::nullopt;
        return http::problem(403, "segundo_fator_necessario", "Falta a verificação em duas etapas",
                             "Neste servidor, administradores entram também com um código do celular. Configure a "
                             "verificação em duas etapas em Minha conta.",
                             request.id);
    };
}

Refusal plain_cookie_refusal(db::Database& database, Sessions& sessions) {
    return [&database, &sessions](http::Request const& request) -> std::optional<http::Response> {
        auto const given = given_token(request);
        if (!given || !given->by_plain_name || !needs_session(request)) return std::nullopt;
        auto const is_of_now = database.read([&](db::Connection& connection) {
            auto const caller = sessions.find(connection, given->token);
            return caller && password_given_at(connection, caller->actor.session);
        });
        if (!is_of_now) return std::nullopt;
        return http::problem(401, "unauthenticated", "Sessão encerrada", "Entre de novo para continuar.", request.id);
    };
}

} // namespace balcao::auth
