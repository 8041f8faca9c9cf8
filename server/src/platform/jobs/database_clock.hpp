#pragma once
// What waits in the queue follows the database's clock when somebody sets it.

#include <cstdint>
#include <mutex>
#include <optional>

#include "platform/db/database.hpp"
#include "platform/jobs/clock_steps.hpp"

namespace balcao::jobs {

/// Thread-safe.
class DatabaseClock {
public:
    explicit DatabaseClock(db::Database& database) : database_(database) {}

    /// Every second. When the database's clock was put forward or back, what waits is due, and what runs is leased, as
    /// much earlier or later, so that nobody waits an hour for a receipt that was due in a second. Every process sees
    /// the step, one of them moves (`fila_relogio`). The first time, what lies further ahead than anything is put off
    /// (65 minutes) is due at once: the clock was put back while nothing ran.
    void follow();

    /// Whether the database's clock was set and follow() has not seen it yet. `now`: what it says at this moment.
    bool was_set(Instant now) const;

private:
    void pull_in();

    db::Database& database_;
    std::mutex mutable mutex_; // of all below; one follows at a time
    ClockSteps steps_;
    bool is_new_ = true;
    std::optional<std::int64_t> moves_; // as last seen
};

} // namespace balcao::jobs
