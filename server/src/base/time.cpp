#include "base/time.hpp"

#include <date/date.h>

namespace balcao {

std::string Instant::to_iso() const {
    auto const at = date::sys_time<std::chrono::microseconds>{std::chrono::microseconds{microseconds_}};
    return date::format("%FT%TZ", at);
}

Instant SystemClock::now() const {
    auto const now = std::chrono::system_clock::now().time_since_epoch();
    return Instant{std::chrono::duration_cast<std::chrono::microseconds>(now).count()};
}

} // namespace balcao
