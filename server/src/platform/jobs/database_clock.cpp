#include "platform/jobs/database_clock.hpp"

#include <chrono>
#include <mutex>

#include "platform/base/log.hpp"
#include "platform/db/clock.hpp"

namespace balcao::jobs {

namespace {

using namespace std::chrono_literals;

// What is put off for longer than an hour's wait and its retry looks at its own time when it runs.
constexpr auto longest_delay = 65min;
// Of a slower look nobody knows when the database looked at its clock.
constexpr auto slowest_look = 500ms;

constexpr db::Query pull_in_row{"jobs_pull_in", R"sql(
    update tarefas set run_at = :now
    where estado in ('pendente', 'executando') and estado = 'pendente' and run_at > :longest)sql"};
constexpr db::Query find_moves{"jobs_clock_moves", "select passos from fila_relogio where id = 1"};
constexpr db::Query raise_moves{"jobs_raise_clock_moves", R"sql(
    update fila_relogio set passos = passos + 1 where id = 1 and passos = :seen)sql"};
constexpr db::Query move_due_and_leases{"jobs_move_due_and_leases", R"sql(
    update tarefas set run_at = run_at + :step, lease_until = lease_until + :step
    where estado in ('pendente', 'executando'))sql"};

} // namespace

void DatabaseClock::follow() {
    std::lock_guard const lock(mutex_);
    if (is_new_) pull_in();
    is_new_ = false;
    struct Seen {
        Instant now;
        std::int64_t moves = 0;
    };
    auto const before = since_boot();
    auto const seen = database_.read([](db::Connection& connection) {
        auto const moves = connection.scalar<std::int64_t>(find_moves).value();
        return Seen{.now = db::database_time(connection), .moves = moves};
    });
    auto const boot = since_boot();
    if (boot - before > slowest_look) return;
    auto moves = seen.moves;
    // Another process has moved since the last look: perhaps because of this very step.
    auto const step = moves_ == seen.moves ? steps_.look(seen.now, boot) : std::nullopt;
    if (step) {
        log::warning("clock_moved", {{"seconds", step->count() / 1'000'000}});
        database_.write([&](db::Transaction& transaction) {
            if (transaction.execute(raise_moves, {{"seen", seen.moves}}) == 0) return;
            transaction.execute(move_due_and_leases, {{"step", step->count()}});
        });
        ++moves; // by this process, or by the one that was first
    }
    moves_ = moves;
    steps_.keep(seen.now, boot);
}

bool DatabaseClock::was_set(Instant now) const {
    std::lock_guard const lock(mutex_);
    return steps_.look(now, since_boot()).has_value();
}

void DatabaseClock::pull_in() {
    database_.write([](db::Transaction& transaction) {
        auto const now = db::database_time(transaction);
        transaction.execute(pull_in_row, {{"now", now}, {"longest", now + longest_delay}});
    });
}

} // namespace balcao::jobs
