#include "registry/products/judging.hpp"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "nfce/composition.hpp"
#include "nfce/tables.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "registry/products/fiscal_pendencies.hpp"

namespace balcao::products {

namespace {

constexpr std::string_view job_type = "produtos_julgar";
constexpr std::int64_t in_a_step = 100; // a sale waits no longer than for a few others

constexpr db::Query judged_by{"products_judged_by", R"sql(
    select e.id, e.crt, e.uf, j.regras from emitente e left join produtos_julgamento j on j.emitente_id = e.id)sql"};
constexpr db::Query company_judged_by{"products_company_judged_by", R"sql(
    select regras from produtos_julgamento where emitente_id = :emitente_id)sql"};
constexpr db::Query keep_judged_by{"products_keep_judged_by", R"sql(
    insert into produtos_julgamento (emitente_id, regras, julgado_em) values (:emitente_id, :regras, :now)
    on conflict (emitente_id) do update set regras = excluded.regras, julgado_em = excluded.julgado_em)sql"};

// Those that the rules now judge otherwise. They refer to the slice.
std::vector<JudgedProduct> changed_in(std::span<Product const> slice, Taxation const& taxation, std::string_view date) {
    std::vector<JudgedProduct> changed;
    for (auto const& product : slice) {
        auto judgement = balcao::products::judge(product, taxation, date);
        if (judgement.pendencies != product.fiscal_pendencies || judgement.warnings != product.fiscal_warnings)
            changed.push_back({.product = product, .judgement = std::move(judgement)});
    }
    return changed;
}

} // namespace

Judging::Judging(db::Database& database, jobs::Queue& queue, records::Services services, ScopeOf scope_of,
                 std::string release)
    : database_(database), queue_(queue), services_(services), scope_of_(scope_of), release_(std::move(release)) {}

void Judging::add_job() {
    queue_.handle(std::string(job_type),
                  {.run = [this](jobs::JobContext& job) { return judge(job); }, .attempts = jobs::unlimited});
}

void Judging::look() {
    auto const stale = database_.read([&](db::Connection& connection) {
        std::vector<CompanyId> found;
        auto const tables = reference::fiscal_tables();
        connection.run(judged_by, {}, [&](db::Row const& row) {
            Taxation const taxation{.crt = row.get<std::int64_t>(1), .uf = row.get<std::string>(2), .tables = tables};
            if (row.get<std::optional<std::string>>(3) != rules_of(taxation)) found.push_back(row.get<CompanyId>(0));
        });
        return found;
    });
    if (stale.empty()) return;
    database_.write([&](db::Transaction& transaction) {
        for (auto const company : stale) {
            queue_.enqueue(transaction, {.tipo = job_type,
                                         .chave = fmt::format("{}:{}", job_type, company.to_string()),
                                         .company = scope_of_(company)});
        }
    });
}

bool Judging::is_done(db::Connection& connection, auth::CompanyScope const& scope) const {
    auto const taxation = taxation_of(connection, scope);
    return taxation &&
           connection.scalar<std::string>(company_judged_by, {{"emitente_id", scope.id()}}) == rules_of(*taxation);
}

std::string Judging::rules_of(Taxation const& taxation) const {
    auto const date = judging_date(services_.clock.now());
    auto const soon = add_days(date, nfce::rules_notice_days);
    return fmt::format("{}{}, CRT {}, {}, {}, {}", release_, taxation.tables->id(), taxation.crt, taxation.uf,
                       taxation.tables->last_change(date), taxation.tables->last_change(soon));
}

Result<void> Judging::judge(jobs::JobContext& job) const {
    auto const scope = job.company();
    Products const products(scope);
    auto const date = judging_date(services_.clock.now());
    auto const taxation =
        job.database().read([&](db::Connection& connection) { return taxation_of(connection, scope); });
    if (!taxation) return {}; // the company is gone
    bool has_changed = false;
    Place place;
    for (;;) {
        job.checkpoint();
        auto const from = place;
        // Most slices stay as they are: reading them makes no sale wait.
        std::vector<Product> slice;
        job.database().read([&](db::Connection& connection) {
            place = from; // may run again
            slice = products.next(connection, place, in_a_step);
        });
        if (slice.empty()) break;
        if (changed_in(slice, *taxation, date).empty()) continue;
        job.step([&](db::Transaction& transaction) {
            place = from;
            slice = products.next(transaction, place, in_a_step);
            auto const changed = changed_in(slice, *taxation, date);
            if (!changed.empty()) products.keep_pendencies(transaction, changed);
            has_changed = has_changed || !changed.empty();
        });
    }
    job.finish([&](db::Transaction& transaction) {
        transaction.execute(
            keep_judged_by,
            {{"emitente_id", scope.id()}, {"regras", rules_of(*taxation)}, {"now", services_.clock.now()}});
        if (has_changed) services_.events.publish(transaction, {.topic = Products::words.topic, .company = scope.id()});
    });
    return {};
}

} // namespace balcao::products
