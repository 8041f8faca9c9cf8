#pragma once
// PostgreSQL: what waits in the queue follows the database's clock when somebody sets it.

#include <cstdint>
#include <optional>

#include "db/database.hpp"
#include "jobs/clock_steps.hpp"

namespace balcao::jobs {

/// Used by one thread.
class DatabaseClock {
public:
    explicit DatabaseClock(db::Database& database) : database_(database) {}

    /// Every second. When the database's clock was put forward or back, what waits is due, and what runs is leased, as
    /// much earlier or later. Every process sees the step, one of them moves (`fila_relogio`). The first time, on both
    /// engines, what lies further ahead than anything is put off (65 minutes) is due at once: the clock was put back
    /// while nothing ran.
    void follow();

private:
    void pull_in();

    db::Database& database_;
    ClockSteps steps_;
    bool is_new_ = true;
    std::optional<std::int64_t> moves_; // as last seen
};

} // namespace balcao::jobs
