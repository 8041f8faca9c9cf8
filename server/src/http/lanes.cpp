#include "http/lanes.hpp"

#include <utility>

namespace balcao::http {

WorkerPool::WorkerPool(int threads, std::size_t queue_limit) : queue_limit_(queue_limit) {
    for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
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

void WorkerPool::work() {
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
