#include <fmt/format.h>

#include "office/reports/exports.hpp"
#include "office/reports/reconcile.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/http/problem.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"

namespace balcao::reports {

namespace {

using auth::Answer;
using auth::Who;

constexpr std::string_view exports_path = "/api/companies/{id}/reports/exports";
constexpr std::string_view reconcile_job = "figuras";
constexpr std::int64_t days_compared_again = 3; // a process of the version before may have written them meanwhile

Parameters parameters_of(http::Request const& request) {
    return [&request](std::string_view name) {
        return request.query(name).transform([](std::string_view text) { return std::string(text); });
    };
}

template <class Make>
void add_report(auth::Gate& gate, std::string_view name, Clock const& clock, Make make) {
    gate.route({.pattern = fmt::format("/api/companies/{{id}}/reports/{}", name), .who = Who::gerente},
               [&clock, make](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const question =
                       BALCAO_TRY(read_question(call.db, scope, parameters_of(call.request), clock.now()));
                   return http::json(200, make(call.db, scope, question));
               });
}

Result<Export> export_in_path(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = ExportId::parse(call.request.param("xid"));
    auto found = id ? find_export(call.db, scope, *id) : std::nullopt;
    if (!found) return not_found();
    return *std::move(found);
}

Answer get_file(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const one = BALCAO_TRY(export_in_path(call, scope));
    auto file = find_export_file(call.db, scope, one.id);
    if (!file) return not_found();
    auto const type = one.nome.ends_with(".pdf") ? "application/pdf"
                      : one.nome.ends_with(".csv")
                          ? "text/csv; charset=utf-8"
                          : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    http::Response response{.content_type = type, .body = *std::move(file)};
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + one.nome + "\"");
    return response;
}

constexpr db::Query compared_until{"reports_compared_until", R"sql(
    select conferido_ate from figura_conferencia where emitente_id = :emitente_id)sql"};
constexpr db::Query save_compared{"reports_save_compared", R"sql(
    update figura_conferencia set conferido_ate = :dia where emitente_id = :emitente_id)sql"};

// Once after an upgrade all days of all companies, then each night the last ones.
Result<void> compare_all(Services const& services, jobs::JobContext& job) {
    auto const now = services.records.clock.now();
    auto const today = local_date(now, "UTC");
    for (auto const& company : job.database().read(all_companies)) {
        auto const scope = receipts::Upkeep::scope_of(company);
        auto const before = job.database().read([&](db::Connection& connection) {
            return connection.scalar<std::optional<std::string>>(compared_until, {{"emitente_id", scope.id()}})
                .value_or(std::nullopt);
        });
        auto const first = before.transform([](std::string const& day) { return add_days(day, -days_compared_again); });
        auto const differences = reconcile(
            job.database(), company, first, now, true, [](Difference const&) {}, [&job] { job.checkpoint(); });
        if (before && differences > 0)
            log::warning("sums_repaired", {{"company", company.to_string()}, {"differences", differences}});
        job.step([&](db::Transaction& transaction) {
            transaction.execute(save_compared, {{"emitente_id", scope.id()}, {"dia", today}});
        });
    }
    job.postpone(std::chrono::hours{24}, [](db::Transaction&) {});
    return {};
}

} // namespace

void add_reports_routes(auth::Gate& gate, Services const& services) {
    auto const& clock = services.records.clock;
    add_report(gate, "sales", clock, sales_json);
    add_report(gate, "fiscal", clock, fiscal_json);
    add_report(gate, "clients", clock, clients_json);
    gate.route({.pattern = "/api/companies/{id}/reports/closing", .who = Who::gerente},
               [&clock](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto sheet = BALCAO_TRY(closing_json(call.db, scope, parameters_of(call.request), clock.now()));
                   return http::json(200, std::move(sheet));
               });
    gate.route({.method = http::Method::post, .pattern = std::string(exports_path), .who = Who::gerente},
               [&services](auth::WriteCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const body = BALCAO_TRY(json::parse_object(call.request.body));
                   auto const made = BALCAO_TRY(ask_for_export(call, scope, services, body));
                   return http::json(202, to_json(made));
               });
    gate.route({.pattern = std::string(exports_path) + "/{xid}", .who = Who::gerente},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const one = BALCAO_TRY(export_in_path(call, scope));
                   return http::json(200, to_json(one));
               });
    gate.route({.pattern = std::string(exports_path) + "/{xid}/file", .who = Who::gerente, .lane = http::Lane::slow},
               get_file);
}

void add_reports_jobs(jobs::Queue& queue, Services const& services) {
    add_export_job(queue, services);
    queue.handle(std::string(reconcile_job),
                 {.run = [&services](jobs::JobContext& job) { return compare_all(services, job); },
                  .attempts = jobs::unlimited});
}

void ensure_comparison(db::Transaction& transaction, jobs::Queue& queue) {
    std::string const chave(reconcile_job);
    if (!queue.wake(transaction, chave)) queue.enqueue(transaction, {.tipo = reconcile_job, .chave = chave});
}

} // namespace balcao::reports
