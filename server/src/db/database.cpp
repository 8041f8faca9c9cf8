#include "db/database.hpp"

#include <algorithm>
#include <mutex>
#include <random>
#include <thread>

#include <fmt/format.h>

#include "base/log.hpp"
#include "db/engine.hpp"
#include "db/pool.hpp"

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

// After a failed statement PostgreSQL refuses all others of the transaction, so SQLite has to behave the same.
class OpenTransaction final : public Transaction {
public:
    explicit OpenTransaction(EngineConnection& connection) : connection_(connection) {}

    Dialect dialect() const override { return connection_.dialect(); }

    std::int64_t run(Query const& query, Params const& params, std::function<void(Row const&)> const& row) override {
        return unless_failed(query, [&] { return connection_.run(query, params, row); });
    }
    std::int64_t execute_each(Query const& query, std::span<Params const> all) override {
        return unless_failed(query, [&] { return connection_.run_each(query, all); });
    }

    void after_commit(std::function<void()> action) override { actions_.push_back(std::move(action)); }

    bool failed() const { return failed_; }
    std::vector<std::function<void()>> take_actions() { return std::move(actions_); }

private:
    template <class Work>
    std::int64_t unless_failed(Query const& query, Work work) {
        if (failed_)
            throw Error(fmt::format("query '{}': an earlier statement of the transaction has failed", query.name));
        try {
            return work();
        } catch (...) {
            failed_ = true;
            throw;
        }
    }

    EngineConnection& connection_;
    std::vector<std::function<void()>> actions_;
    bool failed_ = false;
};

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

class PooledDatabase final : public Database {
public:
    PooledDatabase(Dialect dialect, milliseconds wait, std::shared_ptr<Pool> readers, std::shared_ptr<Pool> writers)
        : dialect_(dialect), wait_(wait), readers_(std::move(readers)), writers_(std::move(writers)) {}

    Dialect dialect() const override { return dialect_; }

    void ping() override {
        read([](Connection& connection) { connection.scalar<std::int64_t>({"ping", "select 1"}); });
    }

private:
    void with_reader(std::function<void(Connection&)> const& work) override {
        OnePerThread const only(*this);
        auto const lease = readers_->acquire(SteadyClock::now() + wait_);
        try {
            work(*lease);
        } catch (Conflict const& conflict) { // only writes are run again
            throw Unavailable(conflict.what());
        }
    }

    void with_writer(std::function<bool(Transaction&)> const& work) override {
        for (auto const& action : write_with_retry(work)) action();
    }

    std::vector<std::function<void()>> write_with_retry(std::function<bool(Transaction&)> const& work) {
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
            auto const has_turn = turn.owns_lock() || turn.try_lock_until(deadline);
            if (!has_turn || SteadyClock::now() + pause >= deadline)
                throw Unavailable(fmt::format("gave up after {} attempts: {}", attempt + 1, reason));
            if (attempt > 0) std::this_thread::sleep_for(pause);
        }
    }

    std::vector<std::function<void()>> write_once(std::function<bool(Transaction&)> const& work,
                                                  SteadyClock::time_point deadline) {
        auto const lease = writers_->acquire(deadline);
        auto const left = duration_cast<milliseconds>(deadline - SteadyClock::now());
        try {
            lease->begin(std::max(left, milliseconds{1}));
            OpenTransaction transaction(*lease);
            if (!work(transaction)) {
                lease->rollback();
                return {};
            }
            if (transaction.failed())
                throw std::logic_error("a transaction with a failed statement cannot be committed");
            lease->commit();
            return transaction.take_actions();
        } catch (...) {
            lease->rollback();
            throw;
        }
    }

    std::timed_mutex turn_; // held by the one transaction that is run again
    Dialect const dialect_;
    milliseconds const wait_;
    std::shared_ptr<Pool> const readers_;
    std::shared_ptr<Pool> const writers_;
};

} // namespace

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
    auto const dialect = dialect_of(options.url);
    if (dialect == Dialect::postgres) {
        auto const pool = std::make_shared<Pool>(options.connections, [url = options.url, prepare = options.prepare] {
            return open_postgres({.url = url, .prepare = prepare});
        });
        pool->acquire(SteadyClock::now() + options.wait);
        return std::make_unique<PooledDatabase>(dialect, options.wait, pool, pool);
    }
    // The one writer makes the file and its WAL mode; readers find both.
    auto const open = [path = sqlite_path(options.url), wait = options.wait](bool read_only) {
        return open_sqlite({.path = path, .read_only = read_only, .create = !read_only, .wait = wait});
    };
    auto writer = std::make_shared<Pool>(1, [open] { return open(false); });
    auto readers = std::make_shared<Pool>(options.connections, [open] { return open(true); });
    writer->acquire(SteadyClock::now() + options.wait);
    return std::make_unique<PooledDatabase>(dialect, options.wait, std::move(readers), std::move(writer));
}

} // namespace balcao::db
