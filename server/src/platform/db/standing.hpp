#pragma once
// Whether a PostgreSQL is the one that has everything that was acknowledged: after a failover the old primary may come
// back, and what is written there is lost or given twice. What is known of it is kept in the database (`sonda_escrita`)
// and outside of it (`banco.marca` in the data folder), so that a database that is behind its mark shows.

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "platform/db/database.hpp"

namespace balcao::db {

/// A server and how far its data goes.
struct Standing {
    std::int64_t system = 0;     // the cluster's system identifier, which initdb gives
    std::int64_t timeline = 0;   // goes up with each promotion of a standby; 0 on a standby
    std::int64_t generation = 0; // µs of when somebody last said that this database is the right one; 0: never
    std::int64_t counter = 0;    // of writes that raise the mark: every ten seconds by each server
    bool is_standby = false;
    std::int64_t process = 0; // of the session

    /// Where the counter goes on.
    bool is_same_line(Standing const& other) const {
        return system == other.system && timeline == other.timeline && generation == other.generation;
    }
};

/// Its row is a Standing. `before_mark`: of a database whose migrations have no mark yet.
extern Query const standing_query;
extern Query const standing_before_mark_query;
Standing standing_of(Row const& row);

/// Thread-safe; several processes may share the file. A mark that lags behind is harmless.
class Fence {
public:
    /// Empty: nothing is known, and only standbys are refused.
    explicit Fence(std::filesystem::path file);

    bool is_kept() const { return !file_.empty(); }

    /// The server that last acknowledged; nullopt: none is known. Read it before asking a database for its standing.
    /// Throws Away with a sentence when the file is there and cannot be used.
    std::optional<Standing> mark() const;

    /// Why nothing may be written at `address`, a Portuguese sentence; nullopt: it may, and the mark goes there.
    std::optional<std::string> judge(Standing const& seen, std::optional<Standing> const& mark,
                                     std::string_view address) const;

    /// After a commit at `seen` that raised the counter to this.
    void raise(Standing const& seen);

    /// Whether the mark has left a server with this standing, as far as this process has seen. Cheap.
    bool has_left(Standing const& seen) const;

    /// What became of the last connection or write: why nothing may be written, or nothing.
    void set_refusal(std::optional<std::string> const& sentence);
    std::optional<std::string> refusal() const;

private:
    std::filesystem::path const file_;
    mutable std::mutex mutex_;
    // Guarded by mutex_:
    mutable std::optional<Standing> last_seen_; // of the file
    std::optional<std::string> refusal_;
};

} // namespace balcao::db
