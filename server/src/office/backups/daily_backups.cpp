#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "office/backups/backups.hpp"
#include "office/backups/sheet.hpp"
#include "platform/base/log.hpp"
#include "platform/base/priority.hpp"

namespace balcao::backups {

namespace {

using namespace std::chrono_literals;

// Shops are closed then; a machine that is off at night makes it when it is turned on.
constexpr int hour_of_backup = 3;
constexpr std::string_view time_zone = "America/Sao_Paulo";
constexpr std::string_view prefix = "balcao-";
constexpr std::string_view suffix = ".backup";

constexpr std::size_t kept_daily = 7;
constexpr std::size_t kept_weekly = 5;
constexpr std::size_t kept_monthly = 12;

std::filesystem::path file_of(std::filesystem::path const& folder, std::string_view day) {
    return folder / fmt::format("{}{}{}", prefix, day, suffix);
}

// A claimed name is an empty file: whoever claimed it is not done, or was killed.
bool is_filled(std::filesystem::path const& file) {
    std::error_code missing;
    auto const size = std::filesystem::file_size(file, missing);
    return !missing && size > 0;
}

bool is_whole(std::filesystem::path const& file) { return is_filled(file) && is_filled(sheet_of(file)); }

// What a killed attempt left of this name; not what another server is making now.
void remove_half_made(std::filesystem::path const& file) {
    constexpr auto longest_try = 3h;
    for (auto const& path : {file, sheet_of(file)}) {
        std::error_code missing;
        auto const changed = std::filesystem::last_write_time(path, missing);
        if (missing || std::filesystem::file_time_type::clock::now() - changed < longest_try) continue;
        std::filesystem::remove(path);
        log::warning("backup_half_made_removed", {{"file", path.string()}});
    }
}

// `2026-11-23` of `balcao-2026-11-23.backup`; nothing when the name is another.
std::optional<std::string> day_of(std::filesystem::path const& file) {
    auto const name = file.filename().string();
    if (name.size() != prefix.size() + 10 + suffix.size() || !name.starts_with(prefix) || !name.ends_with(suffix))
        return std::nullopt;
    auto day = name.substr(prefix.size(), 10);
    if (!is_date(day)) return std::nullopt;
    return day;
}

std::vector<std::string> days_in(std::filesystem::path const& folder) {
    std::vector<std::string> days;
    for (auto const& entry : std::filesystem::directory_iterator(folder)) {
        auto const day = day_of(entry.path());
        if (day && is_whole(entry.path())) days.push_back(*day); // without its sheet it is not ours to remove
    }
    return days;
}

std::chrono::sys_days date_of(std::string const& day) {
    return std::chrono::sys_days{std::chrono::year{std::stoi(day.substr(0, 4))} / std::stoi(day.substr(5, 2)) /
                                 std::stoi(day.substr(8, 2))};
}

void remove_old(std::filesystem::path const& folder) {
    auto const days = days_in(folder);
    auto const kept = kept_days(days);
    for (auto const& day : days) {
        if (std::ranges::find(kept, day) != kept.end()) continue;
        auto const file = file_of(folder, day);
        std::filesystem::remove(sheet_of(file)); // first: what has none is no backup of ours
        std::filesystem::remove(file);
        log::info("backup_removed", {{"file", file.string()}});
    }
}

} // namespace

std::optional<Instant> last_made(std::filesystem::path const& folder) {
    auto const days = days_in(folder);
    if (days.empty()) return std::nullopt;
    auto const sheet = read_sheet(sheet_of(file_of(folder, *std::ranges::max_element(days))));
    if (!sheet) return std::nullopt;
    return sheet->made_at;
}

std::vector<std::string> kept_days(std::vector<std::string> days) {
    std::ranges::sort(days, std::greater{});
    std::set<std::int64_t> weeks;
    std::set<std::string> months;
    std::vector<std::string> kept;
    for (std::size_t i = 0; i < days.size(); ++i) {
        auto const date = date_of(days[i]);
        // Weeks begin on Monday; 1970-01-01 was a Thursday.
        auto const week = (date.time_since_epoch().count() + 3) / 7;
        auto const is_of_new_week = weeks.size() < kept_weekly && weeks.insert(week).second;
        auto const is_of_new_month = months.size() < kept_monthly && months.insert(days[i].substr(0, 7)).second;
        if (i < kept_daily || is_of_new_week || is_of_new_month) kept.push_back(days[i]);
    }
    return kept;
}

DailyBackups::DailyBackups(Settings settings) : settings_(std::move(settings)) {
    if (settings_.folder.empty()) return;
    status_.is_set = true;
    thread_ = std::jthread([this](std::stop_token const& stop) { work(stop); });
}

DailyBackups::Status DailyBackups::status() const {
    std::scoped_lock const lock(mutex_);
    return status_;
}

void DailyBackups::work(std::stop_token const& stop) {
    lower_priority();
    while (!stop.stop_requested()) {
        std::optional<std::string> error;
        std::optional<Instant> last;
        try {
            std::filesystem::create_directories(settings_.folder);
            make_due();
            last = backups::last_made(settings_.folder);
        } catch (std::exception const& failure) {
            error = failure.what();
            log::error("backup_failed", {{"error", failure.what()}});
        }
        std::unique_lock lock(mutex_);
        if (last) status_.last_made = last;
        if (error && !status_.error) status_.failing_since = SystemClock{}.now();
        status_.error = std::move(error);
        stopped_.wait_for(lock, stop, 10min, [] { return false; });
    }
}

// The first one at once, so that somebody who sets the folder sees that it works.
void DailyBackups::make_due() {
    auto const now = SystemClock{}.now();
    auto const day = local_date(now, time_zone);
    auto const days = days_in(settings_.folder);
    auto const file = file_of(settings_.folder, day);
    auto const begins = start_of_day(day, time_zone) + std::chrono::hours{hour_of_backup};
    if ((!days.empty() && now < begins) || is_whole(file)) return;
    remove_half_made(file);
    if (std::filesystem::exists(file) || std::filesystem::exists(sheet_of(file))) return; // another server makes it
    make(settings_, file, now);
    log::info("backup_made", {{"file", file.string()}});
    remove_old(settings_.folder);
}

} // namespace balcao::backups
