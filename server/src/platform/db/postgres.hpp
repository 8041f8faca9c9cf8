#pragma once
// A connection to PostgreSQL, and its address.

#include <memory>
#include <string>
#include <vector>

#include <libpq-fe.h>

namespace balcao::db {

struct ClosePostgres {
    void operator()(PGconn* connection) const;
};
using PostgresHandle = std::unique_ptr<PGconn, ClosePostgres>;

/// One of the servers that a URL names; what is empty there stays as libpq has it.
struct PostgresHost {
    std::string host, address, port;
};
/// In the order of the URL; one at least. Throws Error as parse_postgres.
std::vector<PostgresHost> postgres_hosts(std::string const& url);

/// Connects within 2 s unless the URL says otherwise. Throws Away with a sentence for the operator, and Error
/// for a PostgreSQL that is too old.
PostgresHandle connect_postgres(std::string const& url, PostgresHost const& host);

struct FreePostgresAddress {
    void operator()(PQconninfoOption* options) const;
};
using PostgresAddress = std::unique_ptr<PQconninfoOption, FreePostgresAddress>;

/// The parts of a URL, ended by one without keyword. Throws Error with a sentence that does not reveal the URL.
PostgresAddress parse_postgres(std::string const& url);

} // namespace balcao::db
