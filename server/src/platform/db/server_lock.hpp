#pragma once
// One server for one SQLite file.

#include "platform/db/database.hpp"

namespace balcao::db {

/// Held by `balcao serve` and released with its process. Two servers on one SQLite file would have separate write
/// queues and events; commands (backup, audit verify, user …) need no lock. PostgreSQL allows any number of servers.
class ServerLock {
public:
    /// Throws Error with a sentence for the operator if another server holds it or the file was moved to PostgreSQL
    /// (platform/db/move.hpp), Away if the lock file cannot be
    /// created.
    explicit ServerLock(Options const& options);
    ~ServerLock();
    ServerLock(ServerLock const&) = delete;
    ServerLock& operator=(ServerLock const&) = delete;

private:
    int file_ = -1;
};

} // namespace balcao::db
