#include "platform/jobs/crew.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <pthread.h>

#include "platform/base/log.hpp"

namespace balcao::jobs {

namespace {

// What is due later is found by polling.
constexpr std::chrono::minutes longest_known{1};
constexpr std::size_t most_known = 10'000;

} // namespace

Crew::Seat::~Seat() {
    if (is_used_) return;
    {
        std::lock_guard const lock(crew_.mutex_);
        --crew_.kept_;
    }
    crew_.changed_.notify_one();
}

void Crew::Seat::hand_over(Claimed claimed) {
    is_used_ = true;
    {
        std::lock_guard const lock(crew_.mutex_);
        crew_.handed_.push_back(std::move(claimed));
    }
    crew_.changed_.notify_one();
}

void Crew::start() {
    for (int i = 1; i <= size_; ++i) {
        threads_.emplace_back([this, i] {
            pthread_setname_np(pthread_self(), fmt::format("{:.11}-{}", name_, i).c_str());
            work();
        });
    }
}

std::deque<Claimed> Crew::stop() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    for (auto& thread : threads_) thread.join();
    threads_.clear();
    std::lock_guard const lock(mutex_);
    return std::exchange(handed_, {});
}

void Crew::look() {
    {
        std::lock_guard const lock(mutex_);
        is_to_look_ = true;
    }
    changed_.notify_one();
}

void Crew::look_in(std::chrono::milliseconds delay) {
    if (delay <= std::chrono::milliseconds{0}) return look();
    if (delay > longest_known) return;
    {
        std::lock_guard const lock(mutex_);
        if (due_.size() >= most_known) return;
        due_.insert(SteadyClock::now() + delay);
    }
    changed_.notify_all(); // the scout waits for less, perhaps
}

std::shared_ptr<Crew::Seat> Crew::reserve() {
    {
        std::lock_guard const lock(mutex_);
        if (stopping_ || free_ <= kept_) return nullptr;
        ++kept_;
    }
    return std::make_shared<Seat>(*this);
}

void Crew::work() {
    Lock lock(mutex_);
    ++free_;
    while (!stopping_) {
        if (!handed_.empty()) take_handed(lock);
        else if (is_to_look_ && free_ > kept_) look_for_work(lock);
        else wait(lock);
    }
    --free_;
}

void Crew::take_handed(Lock& lock) {
    auto claimed = std::move(handed_.front());
    handed_.pop_front();
    --kept_;
    --free_;
    lock.unlock();
    work_.run(std::move(claimed));
    lock.lock();
    ++free_;
    if (!has_scout_) is_to_look_ = true; // nobody did meanwhile
}

void Crew::look_for_work(Lock& lock) {
    is_to_look_ = false;
    next_poll_ = SteadyClock::now() + poll_;
    --free_;
    lock.unlock();
    std::optional<Claimed> claimed;
    try {
        claimed = work_.claim();
    } catch (std::exception const& error) {
        log::warning("jobs_not_read", {{"error", error.what()}}); // looked for again after the next wait
    }
    bool const has_worked = claimed.has_value();
    if (has_worked) {
        look(); // there may be more than one
        work_.run(*std::move(claimed));
    }
    lock.lock();
    ++free_;
    if (has_worked && !has_scout_) is_to_look_ = true;
}

void Crew::wait(Lock& lock) {
    if (has_scout_ || is_to_look_) { // is_to_look_: but every free thread is kept
        changed_.wait(lock);
        return;
    }
    has_scout_ = true;
    auto const until = due_.empty() ? next_poll_ : std::min(next_poll_, *due_.begin());
    changed_.wait_until(lock, until);
    has_scout_ = false;
    auto const now = SteadyClock::now();
    auto const past = due_.upper_bound(now);
    if (now >= until || past != due_.begin()) is_to_look_ = true;
    due_.erase(due_.begin(), past);
    changed_.notify_one(); // somebody else scouts while this one works
}

} // namespace balcao::jobs
