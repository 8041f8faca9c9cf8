#pragma once
// Interface that SQLite and PostgreSQL implement; database.cpp builds pools, transactions and retries on it.

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
    /// Runs the statement, logs it if slow, and refuses it without the company filter.
    std::int64_t run(Query const& query, Params const& params, std::function<void(Row const&)> const& row) final;

    /// See Transaction::execute_each; with the checks of run().
    std::int64_t run_each(Query const& query, std::span<Params const> all);

    /// False: close the connection instead of pooling it. Cheap.
    virtual bool usable() noexcept = 0;
    /// Begins a writing transaction; waits at most `limit` for another process's lock.
    virtual void begin(std::chrono::milliseconds limit) = 0;
    /// Begins a reading transaction on one snapshot; end_snapshot() or rollback() ends it.
    virtual void begin_snapshot() = 0;
    virtual void end_snapshot() noexcept = 0;
    /// If it throws, nothing is committed, except OutcomeUnknown: unknown.
    virtual void commit() = 0;
    /// Ends an open transaction. If that fails, the connection is unusable.
    virtual void rollback() noexcept = 0;

    /// Runs a statement of no module (migrations, settings): no parameters, no rows, no company filter, no cache.
    virtual void command(std::string_view sql) = 0;

protected:
    virtual std::int64_t run_statement(Query const& query, Params const& params,
                                       std::function<void(Row const&)> const& row) = 0;
    /// Default: one by one.
    virtual std::int64_t run_statements(Query const& query, std::span<Params const> all);
};

struct SqliteOptions {
    std::string path;
    bool read_only = false;
    bool create = true;
    bool foreign_keys = true;
    /// What a statement may have to undo stays in memory, however much a transaction changes: for short ones.
    bool is_undo_in_memory = false;
    std::chrono::milliseconds wait{2000};
};
/// Opens a SQLite file in WAL mode. Throws Error with a sentence for the operator.
std::unique_ptr<EngineConnection> open_sqlite(SqliteOptions const& options);

class Fence;
struct PostgresOptions {
    /// Of several hosts, each connection goes to the first that may be written to, else to the first that answers.
    std::string url;
    bool prepare = true;
    /// Says which server may be written to; none: all but standbys.
    std::shared_ptr<Fence> fence{};
    /// Refused is thrown by open_postgres already, not by begin().
    bool must_write = false;
    /// Limit for an answer; none: unlimited (migrations, backup).
    std::optional<std::chrono::milliseconds> answer{};
    /// Interrupts all waiting when raised.
    std::shared_ptr<Interruption const> interruption{};
};
/// Connects. Throws Away or Refused with a sentence for the operator.
std::unique_ptr<EngineConnection> open_postgres(PostgresOptions const& options);
/// Of several hosts, the mark goes to the one that is furthest, of those that answer.
void look_at_all_hosts(PostgresOptions const& options);

Dialect dialect_of(std::string_view url);
/// The PATH of `sqlite:PATH`.
std::string sqlite_path(std::string_view url);

/// The value of a parameter. Throws std::logic_error with the query's name if it is missing.
Param const& find_param(Query const& query, Params const& params, std::string_view name, std::size_t hint);

} // namespace balcao::db
