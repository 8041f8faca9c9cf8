#pragma once
// The database for modules: named statements, pooled connections, transactions with retry. Only db/ knows the engine.

#include <chrono>
#include <concepts>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "platform/base/result.hpp"
#include "platform/db/value.hpp"

namespace balcao::db {

/// A statement with its name. `:name` marks a parameter. The name appears in logs of slow and failed statements.
struct Query {
    std::string_view name;
    std::string_view sql;
    /// PostgreSQL plans each call with its values: for text searches, whose best plan depends on the text.
    bool plan_each_time = false;
};

enum class Dialect { sqlite, postgres };

struct Standing; // platform/db/standing.hpp

/// Broken storage or a bug in a statement: the request answers 500.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};
/// The database could not do it now: 503. what() is for the log. Always one of the three subclasses, which say what
/// became of the write.
class Unavailable : public Error {
protected:
    explicit Unavailable(std::string const& what) : Error(what) {}
};
/// Nothing was saved: no connection in time, locked, conflicts, disk full.
class Busy final : public Unavailable {
public:
    explicit Busy(std::string const& what) : Unavailable(what) {}
};
/// Nothing was saved: server or file unreachable, or lost before the commit was sent.
class Away : public Unavailable {
public:
    explicit Away(std::string const& what) : Unavailable(what) {}
};
/// Nothing was saved: it is a standby, or behind what was acknowledged already (platform/db/standing.hpp). what() is a
/// sentence for the operator.
class Refused final : public Away {
public:
    explicit Refused(std::string const& what) : Away(what) {}
};
/// The commit was sent and its answer lost: the outcome is unknown. Do not retry blindly.
class OutcomeUnknown final : public Unavailable {
public:
    explicit OutcomeUnknown(std::string const& what) : Unavailable(what) {}
};
/// A unique index refused the row. constraint() is the index's name, the same on both engines
/// (primary keys: `<table>_pkey`).
class UniqueViolation : public Error {
public:
    UniqueViolation(std::string constraint, std::string const& what)
        : Error(what), constraint_(std::move(constraint)) {}
    std::string const& constraint() const { return constraint_; }

private:
    std::string constraint_;
};
/// A foreign key refused the change.
class ForeignKeyViolation : public Error {
public:
    using Error::Error;
};
/// The transaction lost a conflict; Database::write retries it.
class Conflict : public Error {
public:
    using Error::Error;
};

/// A connection, used by one thread at a time. A parameter without value throws std::logic_error; values without
/// parameter are ignored. On both engines `like` is case-sensitive and only single quotes delimit text.
class Connection {
public:
    virtual ~Connection() = default;
    virtual Dialect dialect() const = 0;

    /// Runs a statement and returns the number of changed rows. Calls `row` for each returned row in order.
    virtual std::int64_t run(Query const& query, Params const& params, std::function<void(Row const&)> const& row) = 0;

    std::int64_t execute(Query const& query, Params const& params = {}) { return run(query, params, {}); }

    /// Maps every row to a value.
    template <class Map>
    auto all(Query const& query, Params const& params, Map map) {
        std::vector<std::invoke_result_t<Map, Row const&>> rows;
        run(query, params, [&](Row const& row) { rows.push_back(map(row)); });
        return rows;
    }
    /// Maps the first row, if any.
    template <class Map>
    auto first(Query const& query, Params const& params, Map map) {
        std::optional<std::invoke_result_t<Map, Row const&>> found;
        run(query, params, [&](Row const& row) {
            if (!found) found.emplace(map(row));
        });
        return found;
    }
    /// First column of the first row, if any.
    template <class T>
    std::optional<T> scalar(Query const& query, Params const& params = {}) {
        return first(query, params, [](Row const& row) { return row.get<T>(0); });
    }
};

/// A connection in a writing transaction. Made only by Database::write. After a failed statement (UniqueViolation
/// included) all others fail; the work must end with a Failure or an exception.
class Transaction : public Connection {
public:
    /// Runs the statement with each set of parameters in order, on PostgreSQL without waiting for each answer: for many
    /// rows. Returns the total of changed rows; returned rows are dropped.
    virtual std::int64_t execute_each(Query const& query, std::span<Params const> all) = 0;

    /// Runs after the commit, in order, once the connection is released; never after a rollback. Its exceptions reach
    /// the caller of Database::write.
    virtual void after_commit(std::function<void()> action) = 0;
};

struct Options {
    /// `sqlite:PATH` or a libpq address `postgresql://…`.
    std::string url;
    /// Read connections kept open (PostgreSQL: connections in all).
    int connections = 8;
    /// Limit for a free connection, for the turn to write and for retries; then Busy.
    std::chrono::milliseconds wait{2000};
    /// PostgreSQL: limit for an answer, then the connection is dropped. The server cancels a statement a fifth earlier,
    /// so only a server that no longer answers reaches this limit.
    std::chrono::milliseconds answer{10'000};
    /// Prepared statements; never behind a pooler.
    bool prepare = true;
    /// What is known of the PostgreSQL that may be written to (platform/db/standing.hpp); empty: nothing.
    std::filesystem::path mark_file{};
};

template <class T>
struct IsResult : std::false_type {};
template <class T>
struct IsResult<std::expected<T, Failure>> : std::true_type {};

/// The pool. Thread-safe. A thread inside read() or write() must not call either again (std::logic_error): pass the
/// connection on.
class Database {
public:
    virtual ~Database() = default;

    /// Opens the database. Throws Error with a sentence for the operator.
    static std::unique_ptr<Database> open(Options options);

    virtual Dialect dialect() const = 0;

    /// Calls `work(Connection&)` with a reading connection; all its statements see one snapshot.
    template <class Work>
    auto read(Work work) -> std::invoke_result_t<Work, Connection&> {
        using Answer = std::invoke_result_t<Work, Connection&>;
        if constexpr (std::is_void_v<Answer>) {
            with_reader([&](Connection& connection) { work(connection); });
        } else {
            std::optional<Answer> answer;
            with_reader([&](Connection& connection) { answer.emplace(work(connection)); });
            return std::move(*answer);
        }
    }

    /// Calls `work(Transaction&)` in a transaction (SQLite: `begin immediate`; PostgreSQL: repeatable read) and
    /// commits; rolls back if it throws or returns a failed Result. Retries serialization failures and deadlocks for
    /// about Options::wait, then throws Busy, so `work` must have no effect outside the database. On SQLite `work` runs
    /// on the writer's thread, and the commit may be shared with other writes; on PostgreSQL it runs on the caller's.
    template <class Work>
    auto write(Work work) -> std::invoke_result_t<Work, Transaction&> {
        using Answer = std::invoke_result_t<Work, Transaction&>;
        if constexpr (std::is_void_v<Answer>) {
            with_writer([&](Transaction& transaction) {
                work(transaction);
                return true;
            });
        } else {
            std::optional<Answer> answer;
            with_writer([&](Transaction& transaction) {
                answer.reset();
                answer.emplace(work(transaction));
                if constexpr (IsResult<Answer>::value) return answer->has_value();
                else return true;
            });
            return std::move(*answer);
        }
    }

    /// Throws Unavailable when the database does not answer.
    virtual void ping() = 0;

    /// Why nothing is written now: the PostgreSQL is a standby, or behind what was acknowledged. A Portuguese sentence
    /// for the operator. Reading goes on.
    virtual std::optional<std::string> refusal() const { return std::nullopt; }
    /// After a commit that raised the mark (platform/db/fence.hpp).
    virtual void raise_mark(Standing const&) {}

    /// Shutdown: threads that wait for the server, now or later, get Away or OutcomeUnknown. Thread-safe.
    virtual void stop_waiting() = 0;

protected:
    virtual void with_reader(std::function<void(Connection&)> const& work) = 0;
    /// `work` returns true to commit.
    virtual void with_writer(std::function<bool(Transaction&)> const& work) = 0;
};

} // namespace balcao::db
