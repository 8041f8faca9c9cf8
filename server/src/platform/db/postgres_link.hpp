#pragma once
// Non-blocking connection to PostgreSQL with a limit per answer.

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

/// A connection that avoids libpq's blocking calls. Used by one thread at a time.
class PostgresLink {
public:
    /// `answer`: limit for each answer; none: unlimited.
    PostgresLink(PostgresHandle handle, std::optional<std::chrono::milliseconds> answer,
                 std::shared_ptr<Interruption const> interruption);

    PGconn* get() const { return handle_.get(); }
    PGTransactionStatusType transaction() const { return PQtransactionStatus(handle_.get()); }

    /// Flushes and returns the next result; null: no further result, or the connection broke. Throws Away on timeout;
    /// the connection is then broken.
    PostgresResult next();
    /// The last result of what was sent, as PQexec returns it; null if the connection broke.
    PostgresResult last();

    /// Sends a statement without waiting. False if it could not be sent completely.
    bool send_now(char const* sql) noexcept;
    /// Whether last() would return at once. Does not block.
    bool has_answer() noexcept;

    /// Whether the connection is usable: no round trip, no waiting; notices a close by the server.
    bool is_idle() noexcept;
    /// Marks it unusable.
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
