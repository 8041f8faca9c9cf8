#pragma once
// Threads beside the I/O threads, for handlers that write or hash.

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace balcao::http {

/// A fixed number of threads and a bounded queue. Thread-safe.
class WorkerPool {
public:
    /// `niceness`: how far its threads stand back behind others of the process when the processors are busy, 0 to 19.
    WorkerPool(int threads, std::size_t queue_limit, int niceness = 0);
    /// stop()
    ~WorkerPool();
    WorkerPool(WorkerPool const&) = delete;
    WorkerPool& operator=(WorkerPool const&) = delete;

    /// False when the queue is full or the pool stopped; the job was not taken then. A job must not throw.
    bool try_post(std::function<void()> job);
    std::size_t queued() const;
    /// Runs what is queued, then joins. Called by one thread.
    void stop();

private:
    void work(int niceness);

    std::size_t const queue_limit_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> queue_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

} // namespace balcao::http
