#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

namespace balcao::nfce {

inline constexpr std::int64_t seconds_a_day = 24 * 60 * 60;

/// A moment as the layout writes it (TDateTimeUTC): local wall time and a whole-hour offset,
/// "2026-11-20T10:15:30-03:00". Always a real date; the text round trips.
class DateTime {
public:
    DateTime() = default; ///< 2000-01-01T00:00:00+00:00

    /// nullopt for anything but `AAAA-MM-DDThh:mm:ss±hh:00` with a real date of 2000 to 2099 and
    /// an offset of -11 to +12 hours.
    static std::optional<DateTime> parse(std::string_view text);
    static DateTime from_epoch(std::int64_t seconds, int offset_hours);

    std::string to_string() const;
    /// Seconds since 1970-01-01T00:00:00Z: what two moments are compared by.
    std::int64_t epoch() const { return epoch_; }
    int offset_hours() const { return offset_hours_; }
    /// "2026-11-20" in its own offset.
    std::string date() const { return to_string().substr(0, 10); }
    /// "2611": year and month in its own offset, as in the access key.
    std::string aamm() const;
    /// "20": day in its own offset.
    std::string day() const { return to_string().substr(8, 2); }
    /// "20/11/2026 10:15:30", as printed.
    std::string printed() const;

    friend bool operator==(DateTime const&, DateTime const&) = default;

private:
    std::int64_t epoch_ = 946'684'800;
    int offset_hours_ = 0;
};

/// True for a real calendar date "AAAA-MM-DD" of 2000 to 2099.
bool is_date(std::string_view text);

} // namespace balcao::nfce
