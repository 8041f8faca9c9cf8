#pragma once
// Threads of one group of the queue: some look for work, others get it handed over.

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "platform/jobs/leases.hpp"

namespace balcao::jobs {

/// Thread-safe.
class Crew {
public:
    struct Work {
        /// The next due job of the group. Throws without database.
        std::function<std::optional<Claimed>()> claim;
        /// Must not throw.
        std::function<void(Claimed)> run;
    };
    /// A free thread reserved for one job.
    class Seat {
    public:
        explicit Seat(Crew& crew) : crew_(crew) {}
        /// Releases the thread unless hand_over was called.
        ~Seat();
        Seat(Seat const&) = delete;
        Seat& operator=(Seat const&) = delete;

        /// Call once.
        void hand_over(Claimed claimed);

    private:
        Crew& crew_;
        bool is_used_ = false;
    };

    Crew(std::string name, int threads, std::chrono::milliseconds poll, Work work)
        : name_(std::move(name)), size_(threads), poll_(poll), work_(std::move(work)) {}
    Crew(Crew const&) = delete;
    Crew& operator=(Crew const&) = delete;

    void start();
    /// Waits for running jobs. Returns handed-over jobs that have not begun.
    std::deque<Claimed> stop();

    /// There may be work now, or after this time.
    void look();
    void look_in(std::chrono::milliseconds delay);
    /// Nullptr without a free thread. The crew must outlive it.
    std::shared_ptr<Seat> reserve();

private:
    using SteadyClock = std::chrono::steady_clock;
    using Lock = std::unique_lock<std::mutex>;

    void work();
    void take_handed(Lock& lock);
    void look_for_work(Lock& lock);
    void wait(Lock& lock);

    std::string const name_;
    int const size_;
    std::chrono::milliseconds const poll_;
    Work const work_;

    std::mutex mutex_;
    std::condition_variable changed_;
    // All guarded by mutex_.
    bool stopping_ = false;
    int free_ = 0; // neither running nor looking
    int kept_ = 0; // of those, reserved
    std::deque<Claimed> handed_;
    bool is_to_look_ = true;
    bool has_scout_ = false; // a waiting thread that knows when to look again; the others wait for it
    SteadyClock::time_point next_poll_{};
    std::multiset<SteadyClock::time_point> due_;
    std::vector<std::thread> threads_;
};

} // namespace balcao::jobs
