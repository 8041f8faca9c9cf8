#include "platform/base/worker_pool.hpp"

#include <utility>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace balcao {

WorkerPool::WorkerPool(WorkerGroup group) : group_(std::move(group)) {
    for (int i = 1; i <= group_.threads; ++i) threads_.emplace_back([this, i] { work(i); });
}

WorkerPool::~WorkerPool() { stop(); }

bool WorkerPool::try_post(std::function<void()> job) {
    {
        std::lock_guard const lock(mutex_);
        if (stopping_ || queue_.size() >= group_.queue_limit) return false;
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

void WorkerPool::work(int number) {
    ::pthread_setname_np(::pthread_self(), ("b-" + group_.name + '-' + std::to_string(number)).c_str());
    // On Linux a thread has a niceness of its own. Where it may not be set the thread works as the others do.
    if (group_.niceness > 0) ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), group_.niceness);
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

} // namespace balcao
