#pragma once
// Leases of this process on jobs.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "platform/base/ids.hpp"
#include "platform/db/database.hpp"
#include "platform/jobs/jobs.hpp"

namespace balcao::jobs {

/// The lease of one run, shared by the running and the renewing thread.
struct Lease {
    Lease(Uuid const& of, std::string its_token, std::optional<std::string> key, std::chrono::nanoseconds at)
        : job(of), token(std::move(its_token)), chave(std::move(key)), confirmed_at(at) {}

    Uuid const job;
    std::string const token;
    std::optional<std::string> const chave;
    std::atomic<bool> is_lost = false;
    /// Last confirmation by the database (since_boot, taken before the query).
    std::atomic<std::chrono::nanoseconds> confirmed_at;
};

/// A job leased by this process.
struct Claimed {
    Job job;
    std::shared_ptr<Lease> lease;
};

/// Runs four times per lease. PostgreSQL: one statement renews all. SQLite has one process: a leased job that nobody
/// here runs belongs to a dead process or to a thread that could not store its end, and waits again. Thread-safe.
class Leases {
public:
    Leases(db::Database& database, std::chrono::milliseconds length) : database_(database), length_(length) {}
    ~Leases() { stop(); }
    Leases(Leases const&) = delete;
    Leases& operator=(Leases const&) = delete;

    /// On SQLite, releases jobs of a dead process before it returns.
    void start();
    /// Call when nothing runs any more.
    void stop();

    /// Call before the row is updated. The lease lives as long as the returned pointer.
    void add(std::shared_ptr<Lease> const& lease);
    /// The thread that runs the job with this key leaves at its next checkpoint.
    void lose(std::string_view chave);

private:
    std::vector<std::shared_ptr<Lease>> held();
    void run();
    void prolong();
    void free_unheld();

    db::Database& database_;
    std::chrono::milliseconds const length_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::weak_ptr<Lease>> leases_; // guarded by mutex_
    bool stopping_ = false;                    // guarded by mutex_
    std::thread thread_;
};

} // namespace balcao::jobs
