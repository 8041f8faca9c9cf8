#pragma once
// What SQLite and PostgreSQL each implement; database.cpp makes pools, transactions and retries of it.

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "platform/db/database.hpp"
#include "platform/db/interruption.hpp"

namespace balcao::db {

/// A connection with its transaction commands. Errors are those of database.hpp.
class EngineConnection : public Connection {
public:
    /// Runs the statement, names it in the log when it is slow, and refuses one that forgets the
    /// company filter.
    std::int64_t run(Query const& query, Params const& params, std::function<void(Row const&)> const& row) final;

    /// As Transaction::execute_each, with what run() adds.
    std::int64_t run_each(Query const& query, std::span<Params const> all);

    /// False when the connection is of no more use; it is then closed instead of pooled. Cheap.
    virtual bool usable() noexcept = 0;
    /// Begins a transaction that may write, waiting for another process's lock at most `limit`.
    virtual void begin(std::chrono::milliseconds limit) = 0;
    /// Begins a transaction that reads the state of one moment; end_snapshot() or rollback() ends it.
    virtual void begin_snapshot() = 0;
    virtual void end_snapshot() noexcept = 0;
    /// When it throws, nothing is committed; OutcomeUnknown: nobody knows.
    virtual void commit() = 0;
    /// Ends the transaction if one is open. A connection that cannot do that is not usable any more.
    virtual void rollback() noexcept = 0;

    /// Runs one statement that belongs to no feature (migrations, settings): no parameters, no answer, no company
    /// filter, not cached.
    virtual void command(std::string_view sql) = 0;

protected:
    virtual std::int64_t run_statement(Query const& query, Params const& params,
                                       std::function<void(Row const&)> const& row) = 0;
    /// One by one, where an engine knows nothing better.
    virtual std::int64_t run_statements(Query const& query, std::span<Params const> all);
};

struct SqliteOptions {
    std::string path;
    bool read_only = false;
    bool create = true;
    bool foreign_keys = true;
    std::chrono::milliseconds wait{2000};
};
/// Opens a SQLite file in WAL mode. Throws Error with a sentence for the operator.
std::unique_ptr<EngineConnection> open_sqlite(SqliteOptions const& options);

struct PostgresOptions {
    std::string url;
    bool prepare = true;
    /// How long to wait for an answer; none for work that may take as long as it needs (migrations, backup).
    std::optional<std::chrono::milliseconds> answer{};
    /// Breaks off all waiting when it is raised.
    std::shared_ptr<Interruption const> interruption{};
};
/// Connects. Throws Away with a sentence for the operator.
std::unique_ptr<EngineConnection> open_postgres(PostgresOptions const& options);

Dialect dialect_of(std::string_view url);
/// The PATH of `sqlite:PATH`.
std::string sqlite_path(std::string_view url);

/// The value of a parameter; throws std::logic_error naming the query when it was not given.
Param const& find_param(Query const& query, Params const& params, std::string_view name, std::size_t hint);

} // namespace balcao::db
