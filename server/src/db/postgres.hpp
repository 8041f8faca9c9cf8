#pragma once
// A connection to PostgreSQL.

#include <memory>
#include <string>

struct pg_conn;

namespace balcao::db {

struct ClosePostgres {
    void operator()(pg_conn* connection) const;
};
using PostgresHandle = std::unique_ptr<pg_conn, ClosePostgres>;

/// Connects within 2 s unless the address says otherwise. Throws Unavailable with a sentence for the operator.
PostgresHandle connect_postgres(std::string const& url);

} // namespace balcao::db
