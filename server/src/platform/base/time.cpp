#include "platform/base/time.hpp"

#include <algorithm>
#include <ctime>

#include <date/date.h>
#include <date/tz.h>
#include <fmt/format.h>

#include "platform/base/calendar.hpp"

namespace balcao {

namespace {

using LocalTime = date::local_time<std::chrono::microseconds>;

LocalTime local_time(Instant at, std::string_view time_zone) {
    auto const utc = date::sys_time<std::chrono::microseconds>{std::chrono::microseconds{at.microseconds()}};
    return date::locate_zone(std::string(time_zone))->to_local(utc);
}

date::year_month_day read_date(std::string_view text) {
    auto const number = [&](std::size_t at, std::size_t size) {
        int value = 0;
        for (char const c : text.substr(at, size)) value = value * 10 + (c - '0');
        return value;
    };
    return date::year{number(0, 4)} / date::month{static_cast<unsigned>(number(5, 2))} /
           date::day{static_cast<unsigned>(number(8, 2))};
}

std::string write_date(date::year_month_day const& day) {
    return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()), static_cast<unsigned>(day.month()),
                       static_cast<unsigned>(day.day()));
}

} // namespace

std::string Instant::to_iso() const {
    // Not date::format: it goes through a stream and a locale, a fifth of the cost of a whole read.
    auto const at = date::sys_time<std::chrono::microseconds>{std::chrono::microseconds{microseconds_}};
    auto const day = date::floor<date::days>(at);
    date::year_month_day const ymd{day};
    date::hh_mm_ss const time{at - day};
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", static_cast<int>(ymd.year()),
                       static_cast<unsigned>(ymd.month()), static_cast<unsigned>(ymd.day()), time.hours().count(),
                       time.minutes().count(), time.seconds().count(), time.subseconds().count());
}

Instant SystemClock::now() const {
    auto const now = std::chrono::system_clock::now().time_since_epoch();
    return Instant{std::chrono::duration_cast<std::chrono::microseconds>(now).count()};
}

std::chrono::nanoseconds since_boot() {
    timespec now{};
    ::clock_gettime(CLOCK_BOOTTIME, &now);
    return std::chrono::seconds{now.tv_sec} + std::chrono::nanoseconds{now.tv_nsec};
}

bool is_date(std::string_view text) {
    constexpr std::string_view shape = "0000-00-00";
    auto const fits = [](char c, char wanted) { return wanted == '-' ? c == '-' : c >= '0' && c <= '9'; };
    if (!std::ranges::equal(text, shape, fits)) return false;
    auto const day = read_date(text);
    return day.ok() && day.year() >= date::year{1900} && day.year() <= date::year{2199};
}

std::string add_days(std::string_view date, std::int64_t days) {
    return write_date(date::sys_days{read_date(date)} + date::days{days});
}

std::int64_t days_between(std::string_view from, std::string_view to) {
    return (date::sys_days{read_date(to)} - date::sys_days{read_date(from)}).count();
}

int weekday_of(std::string_view date) {
    return static_cast<int>(date::weekday{date::sys_days{read_date(date)}}.iso_encoding());
}

std::string local_date(Instant at, std::string_view time_zone) {
    return write_date(date::year_month_day{date::floor<date::days>(local_time(at, time_zone))});
}

Instant start_of_day(std::string_view date, std::string_view time_zone) {
    date::local_time<std::chrono::microseconds> const midnight{date::local_days{read_date(date)}};
    auto const at = date::locate_zone(std::string(time_zone))->to_sys(midnight, date::choose::earliest);
    return Instant{at.time_since_epoch().count()};
}

int offset_hours(std::string_view time_zone, Instant at) {
    auto const utc = date::sys_time<std::chrono::microseconds>{std::chrono::microseconds{at.microseconds()}};
    auto const offset = date::locate_zone(std::string(time_zone))->get_info(utc).offset;
    return static_cast<int>(date::floor<std::chrono::hours>(offset).count());
}

std::string local_date_time_text(Instant at, std::string_view time_zone) {
    auto const time = local_time(at, time_zone);
    auto const midnight = date::floor<date::days>(time);
    date::year_month_day const day{midnight};
    date::hh_mm_ss const clock{time - midnight};
    return fmt::format("{:02}/{:02}/{:04} {:02}:{:02}", static_cast<unsigned>(day.day()),
                       static_cast<unsigned>(day.month()), static_cast<int>(day.year()), clock.hours().count(),
                       clock.minutes().count());
}

} // namespace balcao
