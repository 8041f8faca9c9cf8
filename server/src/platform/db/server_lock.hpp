#pragma once
// One server for one SQLite file.

#include "platform/db/database.hpp"

namespace balcao::db {

/// Held by `balcao serve` as long as it runs, and gone with its process. Two servers on one file would each keep their
/// own queue of writes and their own hints; commands (backup, audit verify, user …) need no lock. PostgreSQL takes any
/// number of servers.
class ServerLock {
public:
    /// Throws Error with a sentence for the operator when another server holds it, Away when the lock's file cannot be
    /// made.
    explicit ServerLock(Options const& options);
    ~ServerLock();
    ServerLock(ServerLock const&) = delete;
    ServerLock& operator=(ServerLock const&) = delete;

private:
    int file_ = -1;
};

} // namespace balcao::db
