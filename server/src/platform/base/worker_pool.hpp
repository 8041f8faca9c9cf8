#pragma once
// Groups of threads for work that waits or takes long.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace balcao {

/// Name (at most 8 letters, shown in metrics and as thread names) and size.
struct WorkerGroup {
    std::string name;
    int threads = 1;
    std::size_t queue_limit = 1024;
    /// Niceness of its threads, 0 to 19.
    int niceness = 0;
};

/// The threads of one group and their bounded queue. Thread-safe.
class WorkerPool {
public:
    explicit WorkerPool(WorkerGroup group);
    /// stop()
    ~WorkerPool();
    WorkerPool(WorkerPool const&) = delete;
    WorkerPool& operator=(WorkerPool const&) = delete;

    /// False, without taking the job, if the queue is full or the pool stopped. A job must not throw.
    bool try_post(std::function<void()> job);
    std::size_t queued() const;
    std::string const& name() const { return group_.name; }
    /// Runs all queued jobs, then joins. Call from one thread.
    void stop();

private:
    void work(int number);

    WorkerGroup const group_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> queue_;
    bool stopping_ = false;
    std::vector<std::thread> threads_;
};

} // namespace balcao
