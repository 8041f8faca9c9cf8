#pragma once
// What the jobs of an import share. For imports/ alone.

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "platform/audit/audit.hpp"
#include "platform/jobs/jobs.hpp"
#include "registry/imports/imports.hpp"
#include "registry/imports/imports_store.hpp"
#include "registry/imports/target.hpp"

namespace balcao::imports {

/// One transaction's worth: what a till waits for at most when it is behind an import.
inline constexpr std::size_t rows_in_a_step = 500;

Owner owner_of(jobs::JobContext const& job);
Uuid import_of(jobs::Job const& job);
/// In whose name the job works.
UserId user_of(jobs::Job const& job);
std::unique_ptr<Target> target_of(db::Connection& connection, Owner const& owner, Instant now);
void publish(db::Transaction& transaction, Owner const& owner, ImportServices const& services, Uuid const& id);
Situation situation_named(std::string_view name);
void count(Import& import, Situation situation, std::int64_t by);
/// For the audit log, when records were written or put back.
void note(db::Transaction& transaction, UserId user, Owner const& owner, ImportServices const& services,
          Import const& import, std::string_view action, std::string_view what,
          audit::Outcome outcome = audit::Outcome::success);

/// Tells open browsers how far it is, but not after each step. Used by one run of a job.
class Pace {
public:
    bool is_due();

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// What goes through an import's rows by transactions of rows_in_a_step.
struct SlicedWork {
    std::string_view during; // its state meanwhile; another one: it was cancelled
    std::string_view after;
    /// Does the next rows and counts them in the import. False when none is left.
    bool (*slice)(db::Transaction& transaction, Owner const& owner, Import& import, Instant now);
    // For the audit log.
    std::string_view action;
    std::string_view what;
};
/// A second run goes on where the first one was.
void run_in_slices(jobs::JobContext& job, ImportServices const& services, SlicedWork const& work);

/// `lendo` → `pronta`
Result<void> read_file(jobs::JobContext& job, ImportServices const& services);
/// `aplicando` → `aplicada`
Result<void> apply_rows(jobs::JobContext& job, ImportServices const& services);
/// `desfazendo` → `desfeita`
Result<void> undo_rows(jobs::JobContext& job, ImportServices const& services);

} // namespace balcao::imports
