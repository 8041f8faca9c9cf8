#include "http/lanes.hpp"

#include <utility>

#include <sys/resource.h>
#include <unistd.h>

namespace balcao::http {

WorkerPool::WorkerPool(int threads, std::size_t queue_limit, int niceness) : queue_limit_(queue_limit) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this, niceness] { work(niceness); });
}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::try_post(std::function<void()> job) {
    {
        std::lock_guard const lock(mutex_);
        if (stopping_ || queue_.size() >= queue_limit_) return false;
        queue_.push_back(std::move(job));
    }
    changed_.notify_one();
    return true;
}

std::size_t WorkerPool::queued() const {
    std::lock_guard const lock(mutex_);
    return queue_.size();
}

void WorkerPool::stop() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

void WorkerPool::work(int niceness) {
    // On Linux a thread has a niceness of its own. Where it may not be set the thread works as the others do.
    if (niceness > 0) ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), niceness);
    for (;;) {
        std::function<void()> job;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
            if (queue_.empty()) return;
            job = std::move(queue_.front());
            queue_.pop_front();
        }
        job();
    }
}

} // namespace balcao::http
