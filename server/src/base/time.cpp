#include "base/time.hpp"

#include <date/date.h>
#include <fmt/format.h>

namespace balcao {

std::string Instant::to_iso() const {
    // Not date::format: it goes through a stream and a locale, a fifth of the cost of a whole read.
    auto const at = date::sys_time<std::chrono::microseconds>{std::chrono::microseconds{microseconds_}};
    auto const day = date::floor<date::days>(at);
    date::year_month_day const ymd{day};
    date::hh_mm_ss const time{at - day};
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", static_cast<int>(ymd.year()), static_cast<unsigned>(ymd.month()),
                       static_cast<unsigned>(ymd.day()), time.hours().count(), time.minutes().count(), time.seconds().count(),
                       time.subseconds().count());
}

Instant SystemClock::now() const {
    auto const now = std::chrono::system_clock::now().time_since_epoch();
    return Instant{std::chrono::duration_cast<std::chrono::microseconds>(now).count()};
}

} // namespace balcao
