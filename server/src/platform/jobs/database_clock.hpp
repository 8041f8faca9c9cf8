#pragma once
// Waiting jobs follow the database's clock when it is set.

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

    /// Call every second. If the database's clock was set, due times and leases move by the same step, so that nothing
    /// waits an hour for a receipt due in a second. Every process notices, one of them moves (`fila_relogio`). On the
    /// first call, jobs further ahead than any delay (65 minutes) become due: the clock was set back while nothing ran.
    void follow();

    /// Whether the database's clock was set and follow() has not noticed. `now`: its current time.
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
