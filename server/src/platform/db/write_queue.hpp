#pragma once
// SQLite's writes: one thread runs them in the order they came, and those that wait together are committed together.
// A commit waits for the disk, so 32 of them at once cost little more than one.

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

    /// Opens its connection at once, and another one after an error that spoils it. Throws what `open` throws.
    explicit WriteQueue(Open open);
    /// Runs what waits, then joins.
    ~WriteQueue();
    WriteQueue(WriteQueue const&) = delete;
    WriteQueue& operator=(WriteQueue const&) = delete;

    /// Runs `work` on the queue's thread in a savepoint of its own; returns after the commit with what after_commit()
    /// gathered, nothing when `work` was undone. Throws what `work` throws (only its own changes are undone then), what
    /// the commit throws, and Busy when its turn does not come until the deadline.
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
