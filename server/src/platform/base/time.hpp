#pragma once
// Instants and the clock, injected so that deadlines can be tested.

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace balcao {

/// A point in time, microseconds since 1970 UTC, as stored in the database.
class Instant {
public:
    constexpr Instant() = default;
    constexpr explicit Instant(std::int64_t microseconds) : microseconds_(microseconds) {}

    constexpr std::int64_t microseconds() const { return microseconds_; }
    /// `2026-11-21T14:03:05.123456Z`.
    std::string to_iso() const;

    friend constexpr auto operator<=>(Instant, Instant) = default;
    friend constexpr Instant operator+(Instant at, std::chrono::microseconds delta) {
        return Instant{at.microseconds_ + delta.count()};
    }
    friend constexpr Instant operator-(Instant at, std::chrono::microseconds delta) {
        return Instant{at.microseconds_ - delta.count()};
    }
    friend constexpr std::chrono::microseconds operator-(Instant a, Instant b) {
        return std::chrono::microseconds{a.microseconds_ - b.microseconds_};
    }

private:
    std::int64_t microseconds_ = 0;
};

/// The current time. Thread-safe.
class Clock {
public:
    virtual ~Clock() = default;
    virtual Instant now() const = 0;
};

class SystemClock final : public Clock {
public:
    Instant now() const override;
};

/// Uptime of the machine, sleep included. Unaffected by changes of the clock.
std::chrono::nanoseconds since_boot();

// Calendar dates travel as `YYYY-MM-DD`: they sort and compare as text.

/// A calendar date in that form, years 1900 to 2199.
bool is_date(std::string_view text);
/// The date `days` later. `date` must be valid.
std::string add_days(std::string_view date, std::int64_t days);
/// The local date at `at` in a time zone such as `America/Sao_Paulo`. Throws std::runtime_error for an unknown zone.
std::string local_date(Instant at, std::string_view time_zone);
/// The first instant of a day in a time zone, also where daylight saving skips midnight.
Instant start_of_day(std::string_view date, std::string_view time_zone);
/// Offset from UTC in hours at that instant: -3 in São Paulo, -2 in its summers until 2019. Throws std::runtime_error
/// for an unknown zone.
int offset_hours(std::string_view time_zone, Instant at);
/// `21/11/2026 11:03`, local time.
std::string local_date_time_text(Instant at, std::string_view time_zone);

} // namespace balcao
