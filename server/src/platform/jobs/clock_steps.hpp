#pragma once
// Detects a clock that was set. Pure.

#include <chrono>
#include <optional>

#include "platform/base/time.hpp"

namespace balcao::jobs {

class ClockSteps {
public:
    /// The step of the clock since the last accepted call; nothing below two seconds, such as slewing. `boot`:
    /// since_boot() at the same moment.
    std::optional<std::chrono::microseconds> look(Instant wall, std::chrono::nanoseconds boot) const {
        if (!began_) return std::nullopt;
        auto const step = start_of(wall, boot) - *began_;
        if (std::chrono::abs(step) < std::chrono::seconds{2}) return std::nullopt;
        return step;
    }
    /// Steps count from this moment.
    void keep(Instant wall, std::chrono::nanoseconds boot) { began_ = start_of(wall, boot); }

private:
    // Boot time by the clock.
    static Instant start_of(Instant wall, std::chrono::nanoseconds boot) {
        return wall - std::chrono::duration_cast<std::chrono::microseconds>(boot);
    }
    std::optional<Instant> began_;
};

} // namespace balcao::jobs
