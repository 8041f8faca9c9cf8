#pragma once
// Places where the crash test ends the process as a power cut would (SIGKILL), to prove that nothing is lost there.
// Costs one relaxed load while none is armed, and nothing in a package, which has none.

#include <array>
#include <atomic>
#include <string_view>

#include "platform/base/test_switches.hpp"

namespace balcao {

/// A place by its name; only those that are known compile.
class CrashPoint {
public:
    consteval CrashPoint(char const* name) : name_(name) { // NOLINT(google-explicit-constructor): a literal
        if (!is_known(name_)) throw "no such crash point";
    }
    std::string_view name() const { return name_; }

    static constexpr bool is_known(std::string_view name) {
        for (auto const known : names)
            if (known == name) return true;
        return false;
    }

private:
    static constexpr auto names = std::to_array<std::string_view>({
        "issue.before_commit",
        "issue.after_commit",
        "issue.before_mark", // a sale's transaction
        "send.before_socket",
        "send.after_bytes",
        "send.answer_read", // any call to SEFAZ
        "answer.before_commit",
        "answer.after_commit",      // what its answer changes
        "contingency.after_commit", // a sale that went offline
        "resend.planned",
        "query.answered", // a nota
        "event.after_commit",
        "event.answer_read", // an event that was announced
        "void.after_commit",
        "void.answer_read",    // numbers whose voiding was announced
        "cash.after_commit",   //
        "batch.before_commit", // SQLite's group of commits
        "queue.claimed",
        "queue.postponed", // a job
    });

    std::string_view name_;
};

namespace detail {
inline std::atomic<bool> crash_points_armed = false;
void reached(CrashPoint point);
} // namespace detail

/// Whether any place is armed: what costs more than a load to notice may be left out otherwise.
inline bool crash_points_are_armed() {
    if constexpr (!has_test_switches) return false;
    return detail::crash_points_armed.load(std::memory_order_relaxed);
}

/// Thread-safe.
inline void crash_point([[maybe_unused]] CrashPoint point) {
    if constexpr (has_test_switches) {
        if (crash_points_are_armed()) [[unlikely]]
            detail::reached(point);
    }
}

/// From `name:probability:seed`, several separated by commas; probability from 0 to 1 for each time the place is
/// reached. `name:hold:FILE`: a thread waits there while that file exists, and the process goes on. Either writes
/// `crash_point NAME` to standard error. Call before any thread starts. Throws std::runtime_error with a sentence.
void arm_crash_points(std::string_view specification);

} // namespace balcao
