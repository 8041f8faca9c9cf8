#include "app/health.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/replication.hpp"
#include "app/service_manager.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time_scale.hpp"
#include "platform/db/clock.hpp"
#include "platform/db/fence.hpp"
#include "platform/db/full_disk.hpp"
#include "platform/db/migrations.hpp"

namespace balcao::app {

namespace {

using namespace std::chrono_literals;
using std::chrono::duration;
using std::chrono::milliseconds;

constexpr auto between_looks = 10s;
// A look waits for the database as long as a request does; one that is this late will not come.
constexpr auto longest_silence = 45s;
constexpr auto shortest_silence = std::chrono::seconds{15};
constexpr double little_space = 512.0 * 1024 * 1024;
constexpr double much_drift = 5;     // seconds
constexpr double clear_jump = 2;     // seconds: a clock that is corrected bit by bit moves by far less
constexpr auto jump_is_news = 10min; // for so long people are told
constexpr double long_wait = 600;    // seconds

// Both conditions: the first is the index's own, so that neither engine reads the jobs that are done.
constexpr db::Query oldest_job{"health_oldest_job", R"sql(
    select run_at from tarefas where fila = :fila and estado in ('pendente', 'executando') and estado = 'pendente'
    order by run_at, id limit 1)sql"};
constexpr db::Query first_end{"health_certificates", "select min(valid_to) from digital_certificates"};
constexpr std::array<std::string_view, 4> queues{"geral", "nfce", "nfce_atraso", "impressao"};

double seconds(std::chrono::nanoseconds time) { return duration<double>(time).count(); }

} // namespace

Health::State Health::Report::overall() const {
    if (database == State::failing || disk == State::failing) return State::failing;
    return std::max({database, disk, clock, jobs}) == State::ok ? State::ok : State::attention;
}

Health::Health(db::Database& database, Clock const& clock, std::filesystem::path data_folder)
    : database_(database), clock_(clock), data_folder_(std::move(data_folder)) {
    look();
    thread_ = std::jthread([this](std::stop_token const& stop) { work(stop); });
}

Health::Report Health::report() const {
    Report seen;
    {
        std::lock_guard const lock(mutex_);
        seen = report_;
    }
    auto const silence = std::max(shortened<milliseconds>(longest_silence), milliseconds{shortest_silence});
    if (since_boot() - seen.at > silence) seen.database = State::failing;
    return seen;
}

void Health::work(std::stop_token const& stop) {
    auto const pause = shortened<milliseconds>(between_looks);
    while (!stop.stop_requested()) {
        {
            std::unique_lock lock(mutex_);
            ended_.wait_for(lock, stop, pause, [] { return false; });
        }
        if (!stop.stop_requested()) look();
        notify_alive(); // whatever it saw: to start again would not bring a database back
    }
}

void Health::look() {
    Report next;
    {
        std::lock_guard const lock(mutex_);
        next = report_; // what cannot be seen now stays as it was
    }
    auto const before = next.overall();
    next.database = next.disk = State::ok;
    look_at_disk(next);
    bool const was_served = try_write(next) && read_figures(next);
    look_at_clock(next);
    next.refusal = database_.refusal();
    if (!next.refusal) next.refused_since.reset();
    else if (!next.refused_since) next.refused_since = clock_.now();
    if (!next.async_risk) next.async_since.reset();
    else if (!next.async_since) next.async_since = clock_.now();
    // Busy with others is ready, but not for ever: a database that hangs looks busy, too.
    if (was_served || next.database == State::failing) next.at = since_boot();
    if (next.overall() != before)
        log::warning("health", {{"was", text(before)}, {"is", text(next.overall())}, {"checks", to_json(next)}});
    std::lock_guard const lock(mutex_);
    report_ = next;
}

bool Health::try_write(Report& report) const {
    try {
        db::touch(database_, clock_.now());
    } catch (db::Busy const&) {
        return false;
    } catch (db::Refused const&) { // it is logged where it is judged
        report.database = State::failing;
    } catch (db::FullDisk const& error) {
        report.disk = State::failing;
        log::warning("health_write_failed", {{"error", error.what()}});
    } catch (std::exception const& error) {
        report.database = State::failing;
        log::warning("health_write_failed", {{"error", error.what()}});
    }
    return true;
}

bool Health::read_figures(Report& report) const {
    try {
        if (!db::is_current(database_)) report.database = State::failing;
        database_.read([&](db::Connection& connection) {
            auto const before = clock_.now();
            auto const there = db::database_time(connection);
            auto const here = before + (clock_.now() - before) / 2;
            if (database_.dialect() == db::Dialect::postgres) report.clock_drift_seconds = seconds(there - here);
            report.async_risk = async_risk(connection);
            report.oldest_job_seconds = 0;
            for (auto const fila : queues) {
                auto const due = connection.scalar<Instant>(oldest_job, {{"fila", fila}});
                if (due) report.oldest_job_seconds = std::max(*report.oldest_job_seconds, seconds(here - *due));
            }
            auto const end = connection.scalar<std::optional<Instant>>(first_end).value();
            report.certificate_days = end.transform([&](Instant at) { return seconds(at - here) / 86'400; });
        });
        report.jobs = report.oldest_job_seconds > long_wait ? State::attention : State::ok;
    } catch (db::Busy const&) {
        return false;
    } catch (std::exception const& error) {
        report.database = State::failing;
        log::warning("health_read_failed", {{"error", error.what()}});
    }
    return true;
}

void Health::look_at_disk(Report& report) const {
    std::error_code error;
    auto const space = std::filesystem::space(data_folder_, error);
    if (error) return;
    report.free_bytes = static_cast<double>(space.available);
    if (*report.free_bytes < little_space) report.disk = State::attention;
}

void Health::look_at_clock(Report& report) {
    auto const now = clock_.now();
    auto const boot = since_boot();
    if (last_time_) {
        auto const jump = seconds(now - *last_time_) - seconds(boot - last_boot_);
        if (std::abs(jump) >= clear_jump) {
            report.clock_jump_seconds = jump;
            jumped_at_ = boot;
            log::warning("clock_jumped", {{"seconds", static_cast<std::int64_t>(jump)}});
        }
    }
    last_time_ = now;
    last_boot_ = boot;
    bool const jumped = report.clock_jump_seconds && boot - jumped_at_ < jump_is_news;
    bool const drifts = report.clock_drift_seconds && std::abs(*report.clock_drift_seconds) > much_drift;
    report.clock = jumped || drifts ? State::attention : State::ok;
}

std::string_view text(Health::State state) {
    switch (state) {
    case Health::State::ok: return "ok";
    case Health::State::attention: return "attention";
    case Health::State::failing: return "failing";
    }
    std::unreachable();
}

std::string to_json(Health::Report const& report) {
    json::ObjectWriter checks;
    checks.text("database", text(report.database));
    checks.text("disk", text(report.disk));
    checks.text("clock", text(report.clock));
    checks.text("jobs", text(report.jobs));
    json::ObjectWriter writer;
    writer.text("status", text(report.overall()));
    writer.raw("checks", checks.take());
    return writer.take();
}

} // namespace balcao::app
