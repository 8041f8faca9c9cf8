#pragma once
// Whether this server can do its work, looked at every ten seconds whatever asks: /readyz and /metrics tell what was
// seen.

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::app {

/// Thread-safe.
class Health {
public:
    /// `attention`: it serves, but somebody should look. `failing`: it does not, and gets no requests from a balancer.
    enum class State { ok, attention, failing };

    struct Report {
        State database = State::ok;    // its tables are those of this version, and a write is taken; a busy one is fine
        State disk = State::ok;        // of the data folder
        State clock = State::ok;       // somebody set it lately, or it is not the database's
        State jobs = State::ok;        // the oldest that could run and does not
        std::chrono::nanoseconds at{}; // since_boot
        std::optional<double> free_bytes{};          // of the data folder
        std::optional<double> clock_drift_seconds{}; // the database's time less this machine's
        std::optional<double> clock_jump_seconds{};  // the last one
        std::optional<double> oldest_job_seconds{};  // 0: none waits
        std::optional<double> certificate_days{};    // until the first certificate of any company ends
        std::optional<std::string> refusal{};        // why nothing is written to the database (Database::refusal)
        std::optional<Instant> refused_since{};
        std::optional<std::string> async_risk{}; // why it may lose what was acknowledged (app/replication.hpp)
        std::optional<Instant> async_since{};

        State overall() const;
    };

    /// Looks once before it returns.
    Health(db::Database& database, Clock const& clock, std::filesystem::path data_folder);
    Health(Health const&) = delete;
    Health& operator=(Health const&) = delete;

    /// What the last look saw; a database that has not answered for long counts as failing.
    Report report() const;

private:
    void work(std::stop_token const& stop);
    void look();
    // False when the database served others only.
    bool try_write(Report& report) const;
    bool read_figures(Report& report) const;
    void look_at_disk(Report& report) const;
    void look_at_clock(Report& report);

    db::Database& database_;
    Clock const& clock_;
    std::filesystem::path const data_folder_;

    // Of the looking thread alone:
    std::optional<Instant> last_time_{};
    std::chrono::nanoseconds last_boot_{};
    std::chrono::nanoseconds jumped_at_{};

    mutable std::mutex mutex_;
    std::condition_variable_any ended_;
    Report report_;       // guarded by mutex_
    std::jthread thread_; // last: it uses the others, and its end wakes it
};

std::string_view text(Health::State state);
/// The contract's schema ServerReadiness.
std::string to_json(Health::Report const& report);

} // namespace balcao::app
