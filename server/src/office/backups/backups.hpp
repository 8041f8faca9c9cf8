#pragma once
// Backups with their sheets, by command and by the day.

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::numbers {
class Marks;
}

namespace balcao::backups {

struct Settings {
    db::Options database;
    std::string version;          // of the program
    std::string audit_key{};      // BALCAO_AUDIT_KEY; empty: sheets are not signed
    std::filesystem::path folder; // of the daily ones (BALCAO_BACKUP_DIR); empty: none are made
};

/// Writes a checked copy of the database to `file`, also while it is in use, and its sheet beside it. Never overwrites:
/// throws db::Error with a sentence when either is there or anything fails, and leaves nothing half.
void make(Settings const& settings, std::filesystem::path const& file, Instant now);

/// Puts a backup in the place of the database (platform/db/backup.hpp), brought up to this version, ends all sessions
/// of it and stops the series of every company, whose numbers may be behind SEFAZ (fiscal/numbers/stopped_series.hpp);
/// budgets' numbers go on above what `marks` or a safe distance say (selling/budgets/budgets.hpp). Throws db::Error
/// with a sentence, and changes nothing, when a server runs on the file, and when the backup is not the one its sheet
/// tells of. `without_sheet`: for backups of before there were sheets.
void restore(Settings const& settings, std::filesystem::path const& file, bool without_sheet, numbers::Marks& marks);

/// Which of these days' backups are kept, newest first: of 7 days, 5 weeks and 12 months the newest each. `days`:
/// `2026-11-23`, in any order.
std::vector<std::string> kept_days(std::vector<std::string> days);

/// Makes a backup a day in `settings.folder`, `balcao-2026-11-23.backup`, and removes what kept_days leaves out.
/// Thread-safe. Several servers on one PostgreSQL may share the folder: who comes first makes it.
class DailyBackups {
public:
    /// How long the last one may be ago before people are told.
    static constexpr std::chrono::hours overdue{50};

    explicit DailyBackups(Settings settings);
    DailyBackups(DailyBackups const&) = delete;
    DailyBackups& operator=(DailyBackups const&) = delete;

    struct Status {
        bool is_set = false;                // somebody wants them
        std::optional<Instant> last_made{}; // by the sheets in the folder
        std::optional<std::string> error{}; // why the last try failed; a sentence
        Instant failing_since{};            // of the first such try
    };
    Status status() const;

private:
    void work(std::stop_token const& stop);
    void make_due();

    Settings const settings_;
    mutable std::mutex mutex_;
    std::condition_variable_any stopped_;
    Status status_; // guarded by mutex_
    std::jthread thread_;
};

} // namespace balcao::backups
