#pragma once
// The database as the features see it: named statements, pooled connections, transactions with retry.
// Only db/ knows whether SQLite or PostgreSQL is behind it.

#include <chrono>
#include <concepts>
#include <cstdint>
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
    /// PostgreSQL plans it with the values of each call: for text searches, whose best plan depends on the text.
    bool plan_each_time = false;
};

enum class Dialect { sqlite, postgres };

/// Broken storage or a bug in a statement: the request answers 500.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};
/// The database did not do it now. The request answers 503. what() is for the log. Always one of the three below, which
/// say what became of the write.
class Unavailable : public Error {
protected:
    explicit Unavailable(std::string const& what) : Error(what) {}
};
/// Nothing was saved: no connection within the limit, locked, lost against other transactions, disk full.
class Busy final : public Unavailable {
public:
    explicit Busy(std::string const& what) : Unavailable(what) {}
};
/// Nothing was saved: the server or the file is out of reach, or went away before the commit was sent.
class Away final : public Unavailable {
public:
    explicit Away(std::string const& what) : Unavailable(what) {}
};
/// The commit was sent and its answer lost: nobody knows whether it was saved. Not to be repeated unasked.
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
/// The transaction lost against another one and may be run again; Database::write does so by itself.
class Conflict : public Error {
public:
    using Error::Error;
};

/// One connection, used by one thread at a time. A parameter without value throws std::logic_error, values without
/// parameter are ignored. On both engines `like` tells capitals apart and text stands in single quotes only.
class Connection {
public:
    virtual ~Connection() = default;
    virtual Dialect dialect() const = 0;

    /// Runs a statement; returns the number of rows it changed. Rows it returns are passed to `row` in order.
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

/// A connection inside a transaction that may write. Made only by Database::write. Once a statement has failed
/// (UniqueViolation included), no other one works and the work has to end with a Failure or an exception.
class Transaction : public Connection {
public:
    /// The way to write many rows: runs the statement with each of the parameters in order, on PostgreSQL without
    /// waiting for each answer. Returns the number of rows changed in all; rows that the statement returns are dropped.
    virtual std::int64_t execute_each(Query const& query, std::span<Params const> all) = 0;

    /// Runs once the transaction is committed and its connection free again, in order; never when it is rolled back.
    /// What it throws reaches the caller of Database::write.
    virtual void after_commit(std::function<void()> action) = 0;
};

struct Options {
    /// `sqlite:PATH` or a libpq address `postgresql://…`.
    std::string url;
    /// Read connections kept open (PostgreSQL: connections in all).
    int connections = 8;
    /// How long to wait for a free connection or for the turn to write, and to run a write again, before Busy.
    std::chrono::milliseconds wait{2000};
    /// PostgreSQL: how long to wait for an answer before the connection is dropped. The server breaks off a statement
    /// a fifth earlier, so what runs into this is a server that does not answer any more.
    std::chrono::milliseconds answer{10'000};
    /// False for transaction poolers (BALCAO_DATABASE_PREPARE=off).
    bool prepare = true;
};

template <class T>
struct IsResult : std::false_type {};
template <class T>
struct IsResult<std::expected<T, Failure>> : std::true_type {};

/// The pool. Thread-safe. A thread that is inside read() or write() must not call either again (std::logic_error): pass
/// the connection on.
class Database {
public:
    virtual ~Database() = default;

    /// Opens the database. Throws Error with a sentence for the operator when that is impossible.
    static std::unique_ptr<Database> open(Options options);

    virtual Dialect dialect() const = 0;

    /// Calls `work(Connection&)` with a connection for reading: all its statements see the state of one moment.
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

    /// Calls `work(Transaction&)` inside a transaction (SQLite: `begin immediate`; PostgreSQL: repeatable read)
    /// and commits, unless it throws or returns a Result that holds a Failure: then everything is rolled back.
    /// Run again on serialization failures and deadlocks (so `work` must have no effect outside the database) for at
    /// most about Options::wait, then Busy. On SQLite `work` runs on the writer's own thread, and the commit may be
    /// shared with other writes; PostgreSQL: on the caller's.
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

    /// The process wants to end: from now on whoever waits for an answer of the server, now or later, gets Away (or
    /// OutcomeUnknown). Thread-safe.
    virtual void stop_waiting() = 0;

protected:
    virtual void with_reader(std::function<void(Connection&)> const& work) = 0;
    /// `work` returns whether to commit.
    virtual void with_writer(std::function<bool(Transaction&)> const& work) = 0;
};

} // namespace balcao::db
