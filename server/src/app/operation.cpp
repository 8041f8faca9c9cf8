#include "app/operation.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "app/outage_answers.hpp"
#include "platform/base/embedded.hpp"
#include "platform/db/load.hpp"
#include "platform/events/lag.hpp"
#include "platform/http/problem.hpp"

BALCAO_EMBEDDED(contract)

namespace balcao::app {

void add_operation_routes(http::Router& router, Health const& health) {
    router.add({.method = http::Method::get,
                .pattern = "/healthz",
                .lane = http::Lane::io,
                .handler = [](http::Request const&) { return http::json(200, R"({"status":"ok"})"); }});
    router.add({.method = http::Method::get,
                .pattern = "/readyz",
                .lane = http::Lane::io,
                .handler = [&health](http::Request const& request) {
                    auto const report = health.report();
                    if (report.disk == Health::State::failing) return disk_full(request);
                    if (report.overall() != Health::State::failing) return http::json(200, to_json(report));
                    if (report.refusal) return refused(request, *report.refusal);
                    return away(request);
                }});
    router.add({.method = http::Method::get,
                .pattern = "/api/openapi.yaml",
                .lane = http::Lane::io,
                .handler = [](http::Request const&) {
                    return http::Response{.content_type = "application/yaml", .body = std::string(contract())};
                }});
}

void watch_operation(http::Server& server, Health const& health, db::Database const& database) {
    auto const seen = [&](char const* name, char const* help, std::optional<double> Health::Report::* figure) {
        server.watch(name, help, [&health, figure] { return health.report().*figure; });
    };
    seen("disk_free_bytes", "Free space where the data folder is.", &Health::Report::free_bytes);
    seen("clock_drift_seconds", "The database's clock less this machine's; NaN on SQLite.",
         &Health::Report::clock_drift_seconds);
    seen("clock_jump_seconds", "How far the clock was last set; NaN when it was not.",
         &Health::Report::clock_jump_seconds);
    seen("jobs_oldest_waiting_seconds", "How long the oldest job that could run has waited.",
         &Health::Report::oldest_job_seconds);
    seen("certificate_days", "Until the first certificate of any company ends; NaN when there is none.",
         &Health::Report::certificate_days);
    server.watch("ready", "1 when /readyz answers 200.", [&health]() -> std::optional<double> {
        return health.report().overall() == Health::State::failing ? 0 : 1;
    });
    server.watch("database_refused",
                 "1 while nothing is written to the database: a standby, or behind what was acknowledged.",
                 [&database]() -> std::optional<double> { return database.refusal() ? 1 : 0; });
    auto const pressed = [&](char const* name, char const* help, std::uint64_t db::Load::* figure) {
        server.watch(name, help, [&database, figure]() -> std::optional<double> {
            return static_cast<double>(db::load_of(database).*figure);
        });
    };
    pressed("database_waits", "Requests that had to wait for a connection to the database.", &db::Load::waits);
    pressed("database_waits_given_up", "Of these, those that got none in time.", &db::Load::gave_up);
    pressed("database_retries", "Writes that lost against others and were run again.", &db::Load::retries);
    server.watch("events_lag_seconds", "Since changes were last told to open browsers; 0 when there are none.",
                 []() -> std::optional<double> { return std::chrono::duration<double>(events::lag()).count(); });
}

} // namespace balcao::app
