#pragma once
// Which jobs this process has, and for how long nobody else may take them.

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

/// Of one run. Shared by the thread that runs and the one that prolongs.
struct Lease {
    Lease(Uuid const& of, std::string its_token, std::optional<std::string> key, std::chrono::nanoseconds at)
        : job(of), token(std::move(its_token)), chave(std::move(key)), confirmed_at(at) {}

    Uuid const job;
    std::string const token;
    std::optional<std::string> const chave;
    std::atomic<bool> is_lost = false;
    /// When the database last said that it is held (since_boot, from before it was asked).
    std::atomic<std::chrono::nanoseconds> confirmed_at;
};

/// A job that is this process's to run.
struct Claimed {
    Job job;
    std::shared_ptr<Lease> lease;
};

/// Four times in a lease: PostgreSQL: prolongs what is held, all by one statement. A SQLite file has one process, so
/// what nobody here holds is what a dead one left, or a thread that could not write how its job ended: it waits again.
/// Thread-safe.
class Leases {
public:
    Leases(db::Database& database, std::chrono::milliseconds length) : database_(database), length_(length) {}
    ~Leases() { stop(); }
    Leases(Leases const&) = delete;
    Leases& operator=(Leases const&) = delete;

    /// On SQLite, what a dead process left waits again when this returns.
    void start();
    /// When nothing runs any more.
    void stop();

    /// Before its row says so. Held for as long as somebody else keeps the pointer.
    void add(std::shared_ptr<Lease> const& lease);
    /// Whoever runs the job with this key here leaves it at its next checkpoint.
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
