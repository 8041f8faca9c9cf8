#include "app/serve.hpp"

#include <memory>
#include <string>
#include <utility>

#include <fmt/core.h>

#include "auth/auth_routes.hpp"
#include "auth/gate.hpp"
#include "auth/idempotency.hpp"
#include "auth/sessions.hpp"
#include "base/background.hpp"
#include "base/embedded.hpp"
#include "base/log.hpp"
#include "base/time.hpp"
#include "budgets/budgets.hpp"
#include "budgets/budgets_routes.hpp"
#include "companies/companies_routes.hpp"
#include "db/migrations.hpp"
#include "events/events.hpp"
#include "http/problem.hpp"
#include "imports/imports_routes.hpp"
#include "jobs/jobs.hpp"
#include "people/people.hpp"
#include "people/people_routes.hpp"
#include "products/products.hpp"
#include "products/products_routes.hpp"
#include "reference/reference_routes.hpp"
#include "users/accounts.hpp"
#include "versions/versions.hpp"

BALCAO_EMBEDDED(contract)

namespace balcao::app {

namespace {

http::Response unavailable(http::Request const& request) {
    auto response = http::problem({.kind = FailureKind::unavailable,
                                   .title = "Sistema ocupado",
                                   .detail = "Não foi possível acessar os dados agora. Nada foi salvo; tente de novo em instantes.",
                                   .retry_after = 2},
                                  request.id);
    return response;
}

void add_operation_routes(http::Router& router, db::Database& database) {
    router.add({.method = http::Method::get, .pattern = "/healthz", .lane = http::Lane::read, .handler = [](http::Request const&) {
                    return http::json(200, R"({"status":"ok"})");
                }});
    router.add({.method = http::Method::get,
                .pattern = "/readyz",
                .lane = http::Lane::write,
                .handler = [&database](http::Request const& request) {
                    database.ping();
                    if (!db::is_current(database)) return unavailable(request);
                    return http::json(200, R"({"status":"ok"})");
                }});
    router.add({.method = http::Method::get, .pattern = "/api/openapi.yaml", .lane = http::Lane::read, .handler = [](http::Request const&) {
                    return http::Response{.content_type = "application/yaml", .body = std::string(contract())};
                }});
}

void add_clean_up(Background& background, db::Database& database, auth::Sessions& sessions, events::Events& events, jobs::Queue& queue,
                  Clock const& clock) {
    using namespace std::chrono_literals;
    background.every("write_last_use", 1min, [&] { sessions.write_last_use(database); });
    background.every("clean_up", 10min, [&] {
        sessions.clean_up(database);
        events.clean_up();
        auth::forget_old_answers(database, clock.now());
        queue.clean_up();
        imports::clean_up(database, clock.now());
    });
    // Budgets first: they hold on to their people and products.
    background.every("empty_bins", 10min, [&] {
        budgets::empty_bin(database, clock.now());
        people::empty_bin(database, clock.now());
        products::empty_bin(database, clock.now());
    });
}

} // namespace

void serve(Config config) {
    log::start();
    SystemClock const clock;
    auto const database = db::Database::open(config.database);
    for (auto const number : db::migrate(*database, config.database)) log::info("migration_applied", {{"number", std::to_string(number)}});
    database->write([&](db::Transaction& transaction) {
        users::ensure_roles(transaction);
        versions::note_running_version(transaction, clock.now(), BALCAO_VERSION, BALCAO_COMMIT);
    });

    // Everything that handlers use outlives the server, which is therefore made last; what background tasks use outlives
    // the background.
    events::Events events(*database, clock);
    auth::Sessions sessions(clock);
    jobs::Queue queue(*database);
    imports::ImportServices const importing{queue, {events, clock}};
    imports::add_import_jobs(importing);
    Background background;
    auth::AuthServices const services{*database, sessions, events, background, clock};

    http::Router router;
    auth::Gate gate(router, *database, sessions, background, clock);
    add_operation_routes(router, *database);
    auth::add_auth_routes(router, services,
                          {.registration_open = config.registration_open, .secure_cookie = http::is_secure(config.server)});
    auth::add_session_routes(gate, services);
    companies::add_companies_routes(gate, router, *database, {events, clock});
    products::add_products_routes(gate, {events, clock});
    people::add_people_routes(gate, {events, clock});
    budgets::add_budgets_routes(gate, {events, clock});
    imports::add_imports_routes(gate, importing);
    reference::add_reference_routes(gate);
    versions::add_versions_routes(gate);
    add_clean_up(background, *database, sessions, events, queue, clock);

    auto const files = std::make_shared<http::StaticFiles const>(config.web_folder);
    auto const address = config.server.public_url;
    http::Server server(std::move(config.server), std::move(router), files);
    server.map_exceptions([](std::exception const& error, http::Request const& request) -> std::optional<http::Response> {
        if (dynamic_cast<db::Unavailable const*>(&error) == nullptr) return std::nullopt;
        log::warning("database_unavailable", {{"request_id", request.id}, {"error", error.what()}});
        return unavailable(request);
    });
    server.bind();
    fmt::print(stderr, "Balcão {} em {}\n", BALCAO_VERSION, address.empty() ? fmt::format("http://localhost:{}", server.port()) : address);
    queue.start();
    server.run();
    queue.stop();
    sessions.write_last_use(*database);
    log::stop();
}

} // namespace balcao::app
