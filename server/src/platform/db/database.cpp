#include "platform/db/database.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "platform/base/log.hpp"
#include "platform/db/engine.hpp"
#include "platform/db/load.hpp"
#include "platform/db/open_transaction.hpp"
#include "platform/db/pool.hpp"
#include "platform/db/standing.hpp"
#include "platform/db/write_queue.hpp"

namespace balcao::db {

namespace {

using SteadyClock = std::chrono::steady_clock;
using std::chrono::duration_cast;
using std::chrono::milliseconds;

constexpr milliseconds slow_statement{500};
constexpr std::string_view sqlite_prefix = "sqlite:";

// Refuses a second connection for the same thread: with few connections that would be a deadlock.
class OnePerThread {
public:
    explicit OnePerThread(Database const& database) : database_(&database) {
        if (std::ranges::find(in_use, database_) != in_use.end()) {
            throw std::logic_error(
                "Database::read or write called inside another one on the same thread: pass the connection on");
        }
        in_use.push_back(database_);
    }
    ~OnePerThread() { std::erase(in_use, database_); }
    OnePerThread(OnePerThread const&) = delete;
    OnePerThread& operator=(OnePerThread const&) = delete;

private:
    thread_local static std::vector<Database const*> in_use;
    Database const* database_;
};
thread_local std::vector<Database const*> OnePerThread::in_use;

milliseconds random_pause(int attempt) {
    thread_local std::minstd_rand generator{std::random_device{}()};
    auto const most = std::min(100, 2 << std::min(attempt, 6));
    return milliseconds(std::uniform_int_distribution(1, most)(generator));
}

// Names what is slow in the log.
template <class Work>
std::int64_t timed(Query const& query, std::size_t times, Work work) {
    auto const start = SteadyClock::now();
    auto const changed = work();
    auto const took = duration_cast<milliseconds>(SteadyClock::now() - start);
    if (took >= slow_statement * times) log::warning("slow_query", {{"query", query.name}, {"ms", took.count()}});
    return changed;
}

// Ends the snapshot whatever the work does.
class Snapshot {
public:
    explicit Snapshot(EngineConnection& connection) : connection_(connection) { connection_.begin_snapshot(); }
    ~Snapshot() { connection_.end_snapshot(); }
    Snapshot(Snapshot const&) = delete;
    Snapshot& operator=(Snapshot const&) = delete;

private:
    EngineConnection& connection_;
};

// What both engines do alike.
class PooledDatabase : public Database, public Counting {
public:
    void ping() override {
        read([](Connection& connection) { connection.scalar<std::int64_t>({"ping", "select 1"}); });
    }
    Load load() const override { return {.waits = pool_.waits(), .gave_up = pool_.gave_up(), .retries = retries_}; }

protected:
    using Work = WriteQueue::Work;
    using Actions = WriteQueue::Actions;

    PooledDatabase(int connections, milliseconds wait, Pool::Open open)
        : wait_(wait), pool_(connections, std::move(open)) {}

    // One attempt.
    virtual Actions write_once(Work const& work, SteadyClock::time_point deadline) = 0;

    milliseconds const wait_;
    Pool pool_; // SQLite: of readers

private:
    void with_reader(std::function<void(Connection&)> const& work) override {
        OnePerThread const only(*this);
        auto const lease = pool_.acquire(SteadyClock::now() + wait_);
        try {
            Snapshot const snapshot(*lease);
            work(*lease);
        } catch (Conflict const& conflict) { // only writes are run again
            throw Busy(conflict.what());
        }
    }

    void with_writer(Work const& work) override {
        for (auto const& action : write_with_retry(work)) action();
    }

    Actions write_with_retry(Work const& work) {
        OnePerThread const only(*this);
        auto const deadline = SteadyClock::now() + wait_;
        // Who lost once lines up with the others who did: one after the other they get through, where all at once would
        // lose again and again (a counter that everybody raises).
        std::unique_lock turn(turn_, std::defer_lock);
        for (int attempt = 0;; ++attempt) {
            auto const pause = random_pause(attempt);
            std::string reason;
            try {
                return write_once(work, deadline);
            } catch (Conflict const& conflict) {
                reason = conflict.what();
            }
            ++retries_;
            auto const has_turn = turn.owns_lock() || turn.try_lock_until(deadline);
            if (!has_turn || SteadyClock::now() + pause >= deadline)
                throw Busy(fmt::format("gave up after {} attempts: {}", attempt + 1, reason));
            if (attempt > 0) std::this_thread::sleep_for(pause);
        }
    }

    std::atomic<std::uint64_t> retries_{0};
    std::timed_mutex turn_; // held by the one transaction that is run again
};

// Readers of their own connections beside one writer.
class SqliteDatabase final : public PooledDatabase {
public:
    // The writer makes the file and its WAL mode; readers find both.
    explicit SqliteDatabase(Options const& options)
        : PooledDatabase(options.connections, options.wait, opener(options, true)), writes_(opener(options, false)) {}

    Dialect dialect() const override { return Dialect::sqlite; }
    void stop_waiting() override {} // there is no server: every wait has its end

private:
    static Pool::Open opener(Options const& options, bool read_only) {
        return [path = sqlite_path(options.url), wait = options.wait, read_only] {
            return open_sqlite({.path = path,
                                .read_only = read_only,
                                .create = !read_only,
                                .is_undo_in_memory = !read_only,
                                .wait = wait});
        };
    }

    Actions write_once(Work const& work, SteadyClock::time_point deadline) override {
        auto const on_writer = [&](Transaction& transaction) {
            OnePerThread const only(*this);
            return work(transaction);
        };
        return writes_.write(on_writer, deadline);
    }

    WriteQueue writes_;
};

class PostgresDatabase final : public PooledDatabase {
public:
    explicit PostgresDatabase(Options const& options)
        : PostgresDatabase(options, std::make_shared<Interruption>(), std::make_shared<Fence>(options.mark_file)) {}

    Dialect dialect() const override { return Dialect::postgres; }
    void stop_waiting() override { interruption_->raise(); }
    std::optional<std::string> refusal() const override { return fence_->refusal(); }
    void raise_mark(Standing const& standing) override {
        fence_->raise(standing);
        look_at_all_hosts(postgres_); // another server may have gone over to a new primary
    }

private:
    PostgresDatabase(Options const& options, std::shared_ptr<Interruption> interruption, std::shared_ptr<Fence> fence)
        : PooledDatabase(options.connections, options.wait, [this] { return open_postgres(postgres_); }),
          interruption_(std::move(interruption)), fence_(std::move(fence)), postgres_{.url = options.url,
                                                                                      .prepare = options.prepare,
                                                                                      .fence = fence_,
                                                                                      .answer = options.answer,
                                                                                      .interruption = interruption_} {
        look_at_all_hosts(postgres_);
        pool_.acquire(SteadyClock::now() + wait_); // tells at once when the server is out of reach
    }

    Actions write_once(Work const& work, SteadyClock::time_point deadline) override {
        auto const lease = pool_.acquire(deadline);
        auto const left = duration_cast<milliseconds>(deadline - SteadyClock::now());
        try {
            lease->begin(std::max(left, milliseconds{1}));
            OpenTransaction transaction(*lease);
            if (!work(transaction)) {
                lease->rollback();
                return {};
            }
            transaction.check();
            lease->commit();
            return transaction.take_actions();
        } catch (...) {
            lease->rollback();
            throw;
        }
    }

    std::shared_ptr<Interruption> const interruption_;
    std::shared_ptr<Fence> const fence_;
    PostgresOptions const postgres_;
};

} // namespace

Load load_of(Database const& database) {
    auto const* const counting = dynamic_cast<Counting const*>(&database);
    return counting == nullptr ? Load{} : counting->load();
}

std::int64_t EngineConnection::run(Query const& query, Params const& params,
                                   std::function<void(Row const&)> const& row) {
    return timed(query, 1, [&] { return run_statement(query, params, row); });
}

std::int64_t EngineConnection::run_each(Query const& query, std::span<Params const> all) {
    if (all.empty()) return 0;
    if (all.size() == 1) return run(query, all.front(), {});
    return timed(query, all.size(), [&] { return run_statements(query, all); });
}

std::int64_t EngineConnection::run_statements(Query const& query, std::span<Params const> all) {
    std::int64_t changed = 0;
    for (auto const& params : all) changed += run_statement(query, params, {});
    return changed;
}

Dialect dialect_of(std::string_view url) {
    if (url.starts_with(sqlite_prefix) && url.size() > sqlite_prefix.size()) return Dialect::sqlite;
    if (url.starts_with("postgresql://") || url.starts_with("postgres://")) return Dialect::postgres;
    throw Error("O endereço do banco de dados deve começar com sqlite: ou postgresql://");
}

std::string sqlite_path(std::string_view url) { return std::string(url.substr(sqlite_prefix.size())); }

Param const& find_param(Query const& query, Params const& params, std::string_view name, std::size_t hint) {
    if (hint < params.size() && params[hint].name == name) return params[hint];
    auto const found = std::ranges::find(params, name, &Param::name);
    if (found == params.end()) throw std::logic_error(fmt::format("query '{}': no value for :{}", query.name, name));
    return *found;
}

std::unique_ptr<Database> Database::open(Options options) {
    if (dialect_of(options.url) == Dialect::sqlite) return std::make_unique<SqliteDatabase>(options);
    return std::make_unique<PostgresDatabase>(options);
}

} // namespace balcao::db
