#pragma once
// Groups of threads for what may wait or works for long.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace balcao {

/// A group's name (at most 8 letters, shown in metrics and as the threads' names) and size.
struct WorkerGroup {
    std::string name;
    int threads = 1;
    std::size_t queue_limit = 1024;
    /// How far its threads stand back behind others of the process when the processors are busy, 0 to 19.
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

    /// False when the queue is full or the pool stopped; the job was not taken then. A job must not throw.
    bool try_post(std::function<void()> job);
    std::size_t queued() const;
    std::string const& name() const { return group_.name; }
    /// Runs what is queued, then joins. Called by one thread.
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
