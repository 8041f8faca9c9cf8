#pragma once
// SQLite's writes: one thread runs them in order and commits those that wait together, since a commit waits for the
// disk. At most 32 per commit.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "platform/db/engine.hpp"

namespace balcao::db {

/// Thread-safe.
class WriteQueue {
public:
    using Work = std::function<bool(Transaction&)>; // returns whether to keep what it did
    using Actions = std::vector<std::function<void()>>;
    using Deadline = std::chrono::steady_clock::time_point;

    using Open = std::function<std::unique_ptr<EngineConnection>()>;

    /// Opens its connection, and a new one after an error that breaks it. Throws what `open` throws.
    explicit WriteQueue(Open open);
    /// Runs what is queued, then joins.
    ~WriteQueue();
    WriteQueue(WriteQueue const&) = delete;
    WriteQueue& operator=(WriteQueue const&) = delete;

    /// Runs `work` on the queue's thread in a savepoint; returns after the commit with what after_commit() gathered, or
    /// nothing if `work` was rolled back. Throws what `work` throws (only its changes are rolled back), what the commit
    /// throws, and Busy if its turn does not come by the deadline.
    Actions write(Work const& work, Deadline deadline);

private:
    struct Pending {
        Work const& work;
        Deadline deadline;
        Actions actions{};
        std::exception_ptr failure{};
        bool is_done = false;
        std::condition_variable done{};
    };
    using Batch = std::vector<Pending*>;

    void run();
    void run_batch(Pending& first);
    void run_one(Pending& pending);
    Pending* next_of_batch(std::size_t size, Deadline until);
    void finish(Batch const& batch, std::exception_ptr const& failure);

    Open const open_;
    std::unique_ptr<EngineConnection> connection_; // of the thread
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Pending*> waiting_; // guarded by mutex_
    bool stopping_ = false;        // guarded by mutex_
    std::thread thread_;           // last: it uses the others
};

} // namespace balcao::db
