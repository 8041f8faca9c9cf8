#include "nfce/datetime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace balcao::nfce {

namespace {

std::optional<int> digits(std::string_view text) {
    int value = 0;
    for (char const c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

std::optional<std::chrono::sys_days> calendar_day(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    auto const year = digits(text.substr(0, 4));
    auto const month = digits(text.substr(5, 2));
    auto const day = digits(text.substr(8, 2));
    if (!year || !month || !day) return std::nullopt;
    auto const date = std::chrono::year(*year) / *month / *day;
    if (!date.ok() || *year < 2000 || *year > 2099) return std::nullopt;
    return std::chrono::sys_days(date);
}

} // namespace

bool is_date(std::string_view text) { return calendar_day(text).has_value(); }

std::optional<DateTime> DateTime::parse(std::string_view text) {
    if (text.size() != 25 || text[10] != 'T' || text[13] != ':' || text[16] != ':' || !text.ends_with(":00"))
        return std::nullopt;
    char const sign = text[19];
    auto const date = calendar_day(text.substr(0, 10));
    auto const hour = digits(text.substr(11, 2));
    auto const minute = digits(text.substr(14, 2));
    auto const second = digits(text.substr(17, 2));
    auto const offset = digits(text.substr(20, 2));
    if (!date || !hour || !minute || !second || !offset || (sign != '+' && sign != '-')) return std::nullopt;
    if (*hour > 23 || *minute > 59 || *second > 59 || (*offset == 0 && sign == '-')) return std::nullopt;
    if (*offset > (sign == '-' ? 11 : 12)) return std::nullopt;
    DateTime moment;
    moment.offset_hours_ = sign == '-' ? -*offset : *offset;
    moment.epoch_ = std::int64_t{date->time_since_epoch().count()} * seconds_a_day + *hour * 3'600 + *minute * 60 +
                    *second - std::int64_t{moment.offset_hours_} * 3'600;
    return moment;
}

DateTime DateTime::from_epoch(std::int64_t seconds, int offset_hours) {
    DateTime moment;
    moment.epoch_ = seconds;
    moment.offset_hours_ = offset_hours;
    return moment;
}

std::string DateTime::to_string() const {
    using namespace std::chrono;
    sys_seconds const local{seconds(epoch_ + std::int64_t{offset_hours_} * 3'600)};
    auto const day = floor<days>(local);
    year_month_day const date(day);
    hh_mm_ss const time(local - day);
    return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{}{:02}:00", static_cast<int>(date.year()),
                       static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), time.hours().count(),
                       time.minutes().count(), time.seconds().count(), offset_hours_ < 0 ? '-' : '+',
                       offset_hours_ < 0 ? -offset_hours_ : offset_hours_);
}

std::string DateTime::aamm() const {
    auto const text = to_string();
    return text.substr(2, 2) + text.substr(5, 2);
}

std::string DateTime::printed() const {
    auto const text = to_string();
    return fmt::format("{}/{}/{} {}", text.substr(8, 2), text.substr(5, 2), text.substr(0, 4), text.substr(11, 8));
}

} // namespace balcao::nfce
