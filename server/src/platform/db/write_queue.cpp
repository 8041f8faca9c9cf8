#include "platform/db/write_queue.hpp"

#include <algorithm>
#include <utility>

#include <pthread.h>

#include "platform/base/crash_point.hpp"
#include "platform/db/open_transaction.hpp"

namespace balcao::db {

namespace {

using std::chrono::duration_cast;
using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t most_together = 32;
// Who comes after a long write does not keep those before it waiting for their commit.
constexpr milliseconds longest_gathering{20};

} // namespace

WriteQueue::WriteQueue(Open open) : open_(std::move(open)), connection_(open_()), thread_([this] { run(); }) {}

WriteQueue::~WriteQueue() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

WriteQueue::Actions WriteQueue::write(Work const& work, Deadline deadline) {
    Pending pending{.work = work, .deadline = deadline};
    std::unique_lock lock(mutex_);
    waiting_.push_back(&pending);
    changed_.notify_one();
    auto const is_done = [&] { return pending.is_done; };
    if (!pending.done.wait_until(lock, deadline, is_done)) {
        if (std::erase(waiting_, &pending) == 1) throw Busy("the turn to write did not come in time");
        pending.done.wait(lock, is_done); // it has begun
    }
    if (pending.failure) std::rethrow_exception(pending.failure);
    return std::move(pending.actions);
}

void WriteQueue::run() {
    pthread_setname_np(pthread_self(), "balcao-writer");
    for (;;) {
        Pending* first = nullptr;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return stopping_ || !waiting_.empty(); });
            if (waiting_.empty()) return;
            first = waiting_.front();
            waiting_.pop_front();
        }
        run_batch(*first);
    }
}

void WriteQueue::run_batch(Pending& first) {
    Batch batch{&first};
    try {
        if (!connection_) connection_ = open_();
        auto const now = SteadyClock::now();
        connection_->begin(std::max(duration_cast<milliseconds>(first.deadline - now), milliseconds{1}));
        run_one(first);
        while (auto* const next = next_of_batch(batch.size(), now + longest_gathering)) {
            batch.push_back(next);
            run_one(*next);
        }
        crash_point("batch.before_commit");
        connection_->commit();
        finish(batch, nullptr);
    } catch (...) {
        if (connection_) connection_->rollback();
        if (connection_ && !connection_->usable()) connection_.reset();
        finish(batch, std::current_exception());
    }
}

WriteQueue::Pending* WriteQueue::next_of_batch(std::size_t size, Deadline until) {
    if (size >= most_together || SteadyClock::now() >= until) return nullptr;
    std::lock_guard const lock(mutex_);
    if (waiting_.empty()) return nullptr;
    auto* const next = waiting_.front();
    waiting_.pop_front();
    return next;
}

// Throws only what ends the whole batch.
void WriteQueue::run_one(Pending& pending) {
    connection_->command("savepoint one");
    bool keeps = false;
    try {
        OpenTransaction transaction(*connection_);
        keeps = pending.work(transaction);
        if (keeps) transaction.check();
        if (keeps) pending.actions = transaction.take_actions();
    } catch (...) {
        keeps = false;
        pending.failure = std::current_exception();
    }
    if (connection_->usable()) { // some errors (a full disk) end the transaction with all that came before
        if (pending.failure) std::rethrow_exception(pending.failure);
        throw Busy("the transaction ended before its commit");
    }
    if (!keeps) connection_->command("rollback to one");
    connection_->command("release one");
}

// `failure`: of the whole batch; what one of it was refused for may never have been either.
void WriteQueue::finish(Batch const& batch, std::exception_ptr const& failure) {
    std::lock_guard const lock(mutex_);
    for (auto* const pending : batch) {
        if (failure) pending->failure = failure;
        pending->is_done = true;
        pending->done.notify_one(); // under the lock: afterwards it may be gone
    }
}

} // namespace balcao::db
