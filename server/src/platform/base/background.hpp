#pragma once
// Small tasks outside of requests: last-use times, refusals for the audit log, clean-up.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace balcao {

/// One thread that runs posted tasks in order, and periodic ones when due. Exceptions of a task are logged. The
/// destructor runs what was posted, then joins. Thread-safe.
class Background {
public:
    Background();
    ~Background();
    Background(Background const&) = delete;
    Background& operator=(Background const&) = delete;

    /// Drops and logs the task if 10,000 are waiting.
    void post(std::string name, std::function<void()> task);
    /// Runs `task` every `interval`, first after one interval.
    void every(std::string name, std::chrono::milliseconds interval, std::function<void()> task);

private:
    using SteadyClock = std::chrono::steady_clock;
    struct Task {
        std::string name;
        std::function<void()> run;
    };
    struct Periodic {
        Task task;
        std::chrono::milliseconds interval;
        SteadyClock::time_point due;
    };

    void work();
    static void run_logged(Task const& task);

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Task> posted_;
    std::vector<Periodic> periodic_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace balcao
