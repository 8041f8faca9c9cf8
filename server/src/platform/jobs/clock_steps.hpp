#pragma once
// Whether somebody put the clock forward or back. Pure.

#include <chrono>
#include <optional>

#include "platform/base/time.hpp"

namespace balcao::jobs {

class ClockSteps {
public:
    /// What the clock was moved by since the last look that was kept; nothing for less than two seconds, as when it is
    /// brought slowly to the right time. `boot`: since_boot() at the same moment.
    std::optional<std::chrono::microseconds> look(Instant wall, std::chrono::nanoseconds boot) const {
        if (!began_) return std::nullopt;
        auto const step = start_of(wall, boot) - *began_;
        if (std::chrono::abs(step) < std::chrono::seconds{2}) return std::nullopt;
        return step;
    }
    /// From now on steps count from this moment.
    void keep(Instant wall, std::chrono::nanoseconds boot) { began_ = start_of(wall, boot); }

private:
    // By the clock, when the machine was started.
    static Instant start_of(Instant wall, std::chrono::nanoseconds boot) {
        return wall - std::chrono::duration_cast<std::chrono::microseconds>(boot);
    }
    std::optional<Instant> began_;
};

} // namespace balcao::jobs
