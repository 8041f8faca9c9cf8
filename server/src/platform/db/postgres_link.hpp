#pragma once
// The wire to PostgreSQL: answers that are waited for no longer than allowed.

#include <chrono>
#include <memory>
#include <optional>

#include <libpq-fe.h>

#include "platform/db/interruption.hpp"
#include "platform/db/postgres.hpp"

namespace balcao::db {

struct ClearPostgresResult {
    void operator()(PGresult* result) const { PQclear(result); }
};
using PostgresResult = std::unique_ptr<PGresult, ClearPostgresResult>;

/// One connection, without libpq's calls that may wait for ever. Used by one thread at a time.
class PostgresLink {
public:
    /// `answer`: how long to wait for each answer; none: as long as it takes.
    PostgresLink(PostgresHandle handle, std::optional<std::chrono::milliseconds> answer,
                 std::shared_ptr<Interruption const> interruption);

    PGconn* get() const { return handle_.get(); }
    PGTransactionStatusType transaction() const { return PQtransactionStatus(handle_.get()); }

    /// Sends what is queued and returns the next answer; null: no further answers to the statement, or the connection
    /// broke. Throws Away when none comes in time; the connection is then broken.
    PostgresResult next();
    /// The last answer to what was sent before, as PQexec gives it; null when the connection broke.
    PostgresResult last();

    /// Sends a statement without waiting. False when it could not be sent as a whole.
    bool send_now(char const* sql) noexcept;
    /// Whether last() would return at once. Waits for nothing.
    bool has_answer() noexcept;

    /// Whether the connection can take a statement. Asks no server, waits for nothing; one that was closed from the
    /// other side is noticed.
    bool is_idle() noexcept;
    /// It is of no more use.
    void give_up() { broken_ = true; }
    bool is_broken() const { return broken_ || PQstatus(handle_.get()) != CONNECTION_OK; }

private:
    void await_answer();
    bool is_readable() const noexcept;

    PostgresHandle handle_;
    std::optional<std::chrono::milliseconds> answer_;
    std::shared_ptr<Interruption const> interruption_;
    bool broken_ = false;
};

} // namespace balcao::db
