#include "platform/base/background.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include "platform/base/log.hpp"

namespace balcao {

Background::Background() : thread_([this] { work(); }) {}

Background::~Background() {
    {
        std::lock_guard const lock(mutex_);
        stopping_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Background::post(std::string name, std::function<void()> task) {
    constexpr std::size_t most_waiting = 10'000;
    {
        std::lock_guard const lock(mutex_);
        if (posted_.size() >= most_waiting) {
            log::warning("background_task_dropped", {{"task", name}});
            return;
        }
        posted_.push_back({std::move(name), std::move(task)});
    }
    changed_.notify_all();
}

void Background::every(std::string name, std::chrono::milliseconds interval, std::function<void()> task) {
    {
        std::lock_guard const lock(mutex_);
        periodic_.push_back({{std::move(name), std::move(task)}, interval, SteadyClock::now() + interval});
    }
    changed_.notify_all();
}

void Background::run_logged(Task const& task) {
    try {
        task.run();
    } catch (std::exception const& error) {
        log::error("background_task_failed", {{"task", task.name}, {"error", error.what()}});
    }
}

void Background::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        if (!posted_.empty()) {
            auto const task = std::move(posted_.front());
            posted_.pop_front();
            lock.unlock();
            run_logged(task);
            lock.lock();
            continue;
        }
        if (stopping_) return;
        auto const next = std::ranges::min_element(periodic_, {}, &Periodic::due);
        if (next == periodic_.end()) {
            changed_.wait(lock);
        } else if (next->due > SteadyClock::now()) {
            changed_.wait_until(lock, next->due);
        } else {
            next->due = SteadyClock::now() + next->interval;
            auto const task = next->task;
            lock.unlock();
            run_logged(task);
            lock.lock();
        }
    }
}

} // namespace balcao
