#pragma once
// Backups with their sheets, by command and daily.

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

/// Writes a verified copy of the database to `file`, also while it is in use, and its sheet beside it. Never
/// overwrites: throws db::Error with a sentence if either exists or anything fails, and leaves no partial file.
void make(Settings const& settings, std::filesystem::path const& file, Instant now);

/// Replaces the database by a backup (platform/db/backup.hpp), migrates it, ends all its sessions and stops every
/// company's series, whose numbers may be behind SEFAZ (fiscal/numbers/stopped_series.hpp); budget numbers continue
/// above `marks` or a safe distance (selling/budgets/budgets.hpp). Throws db::Error with a sentence, and changes
/// nothing, if a server runs on the file or the backup does not match its sheet. `without_sheet`: for backups from
/// before sheets existed.
void restore(Settings const& settings, std::filesystem::path const& file, bool without_sheet, numbers::Marks& marks);

/// Puts the backup that was made before an update in the place of the database, exactly as it was: sessions and series
/// go on. Throws db::Error with a sentence, and changes nothing, as restore does, and when anything was recorded since
/// that backup: then `restore` is the way. A series whose number is behind its mark stops when the server starts, as
/// always.
void undo_update(Settings const& settings, std::filesystem::path const& file);

/// When the newest daily backup of a folder was made, by its sheet; nullopt: there is none. Throws
/// std::filesystem::filesystem_error when the folder cannot be read.
std::optional<Instant> last_made(std::filesystem::path const& folder);

/// Backups to keep, newest first: the newest of each of 7 days, 5 weeks and 12 months. `days`: `2026-11-23`, in any
/// order.
std::vector<std::string> kept_days(std::vector<std::string> days);

/// Makes a daily backup in `settings.folder`, `balcao-2026-11-23.backup`, and removes what kept_days leaves out.
/// Thread-safe. Servers on one PostgreSQL may share the folder: the first one makes it.
class DailyBackups {
public:
    /// Age of the last backup after which people are notified.
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
