#pragma once
// The threads of one group of the queue: who looks for work, and who takes what is handed over.

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
        /// The next due job of the group. Throws when the database has no time.
        std::function<std::optional<Claimed>()> claim;
        /// Throws nothing.
        std::function<void(Claimed)> run;
    };
    /// A free thread that is kept for one job.
    class Seat {
    public:
        explicit Seat(Crew& crew) : crew_(crew) {}
        /// The thread is free for others again, unless hand_over came before.
        ~Seat();
        Seat(Seat const&) = delete;
        Seat& operator=(Seat const&) = delete;

        /// Once.
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
    /// Ends when what runs has ended. Answers what was handed over and is not begun.
    std::deque<Claimed> stop();

    /// There may be work now, or when this time has passed.
    void look();
    void look_in(std::chrono::milliseconds delay);
    /// Nullptr when no thread is free. The crew outlives it.
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
    int kept_ = 0; // of those, for seats
    std::deque<Claimed> handed_;
    bool is_to_look_ = true;
    bool has_scout_ = false; // a waiting thread that knows when to look again; the others wait for it
    SteadyClock::time_point next_poll_{};
    std::multiset<SteadyClock::time_point> due_;
    std::vector<std::thread> threads_;
};

} // namespace balcao::jobs
