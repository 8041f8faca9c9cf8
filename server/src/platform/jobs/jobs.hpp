#pragma once
// The durable queue (table `tarefas`): work outside of requests that must be done exactly once, whatever process dies
// when: imports, sending of receipts, printing.
//
// The transaction that makes a job necessary adds it: it exists if and only if that transaction commits. Any process
// on the database may take it. A lease is renewed while the handler runs. If the process dies, another one starts the
// job from the beginning: on PostgreSQL once the lease has expired, on SQLite (one process) at its next start.
//
// Rules for handlers:
//   - All changes of the database happen in `step`, `finish`, `postpone` or `settle`, which throw if the lease is lost
//     (let that exception pass). So a handler that was presumed dead changes nothing.
//   - `finish`, `postpone` and `settle` commit their effects and the end of the run together.
//   - Earlier steps must be repeatable: a second run starts again and finds what the first one left.
//   - A request to another system (SEFAZ) is announced in a step before it, with the run's token, and settled in one
//     after. A second run that finds another token's announcement queries the outcome instead of repeating the request.
//     Call `confirm_lease` right before sending.
//
//     queue.handle("importacao_ler", {.run = [&](jobs::JobContext& job) -> Result<void> {
//         auto const import = job.database().read(…);          // reading needs no lease
//         for (batch …) {
//             job.checkpoint();                                // leaves if the server stops or the job was cancelled
//             job.step([&](db::Transaction& t) { … });         // progress, stored for the module's own screen
//         }
//         job.finish([&](db::Transaction& t) { … });           // the last effects
//         return {};
//     }, .failed = [](db::Transaction& t, jobs::JobContext const& job, std::string const& why) { … }});
//
// Outcomes: a returned Failure ends the job as 'falhou' (`detail` is stored). An exception is retried after 1, 4, 16 …
// seconds, at most 10 minutes, until `attempts` are used up; an attempt whose process died counts, one that failed with
// db::Unavailable does not. Every 'falhou' calls `failed` in the transaction that ends the job. Returning without
// `finish`, `postpone` or `settle` ends the job without further effects.
//
// There are four groups (column `fila`), each with threads of its own, so that none waits for another kind.

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/jobs/database_clock.hpp"

namespace balcao::jobs {

class Crew;
class Leases;
struct Again;
struct Claimed;
struct Lease;

/// The groups. nfce: one receipt each; nfce_atraso: lower priority (offline receipts, voiding, status); impressao:
/// printers; geral: the rest.
enum class Fila { geral, nfce, nfce_atraso, impressao };
inline constexpr std::size_t filas = 4;

/// A new job.
struct NewJob {
    std::string_view tipo;
    /// JSON for the handler: ids, never secrets.
    std::string dados = "{}";
    /// At most one job with this key waits or runs; a second one is not added. Also the key to cancel it.
    std::optional<std::string> chave{};
    /// Scope for company data; the handler gets it back.
    std::optional<auth::CompanyScope> company{};
    /// Delay of the first run.
    std::chrono::milliseconds delay{0};
};

/// A job for its handler.
struct Job {
    Uuid id;
    std::string tipo;
    std::string dados;
    std::optional<CompanyId> company;
    std::int64_t attempt = 1; // from 1
    std::optional<std::string> chave{};
};

/// What happens after the last step: ended, or run again after this time.
struct Next {
    std::optional<std::chrono::milliseconds> again_in{};
};

/// One run of a job. Used by the handler's thread.
class JobContext {
public:
    JobContext(JobContext const&) = delete;
    JobContext& operator=(JobContext const&) = delete;

    Job const& job() const { return job_; }
    /// Unique per run.
    std::string const& token() const;
    /// Throws std::logic_error for a job without company.
    auth::CompanyScope company() const;
    db::Database& database() const { return database_; }

    /// Throws (let it pass) if the server stops, the job was cancelled or its lease is lost. Cheap; call it often.
    void checkpoint() const;

    /// Like Database::write, while the lease holds. A Failure rolls back and is returned.
    template <class Work>
    auto step(Work work) {
        return write([&](db::Transaction& transaction) {
            static_cast<void>(hold(transaction));
            return work(transaction);
        });
    }
    /// Call right before sending something to another system. If the lease was not confirmed recently and the database
    /// denies it now, throws like checkpoint().
    void confirm_lease();

    // Each of these is the last step: effects and outcome commit together. A Failure is returned and changes nothing. A
    // job that was woken meanwhile runs again at once.

    /// Ends the job.
    template <class Work>
    auto finish(Work work) {
        return conclude_with(std::move(work), [](auto const&) { return Next{}; });
    }
    /// Runs the job again after this time, attempts counted from 1.
    template <class Work>
    auto postpone(std::chrono::milliseconds delay, Work work) {
        return conclude_with(std::move(work), [delay](auto const&) { return Next{delay}; });
    }
    /// `work` returns Next or Result<Next>.
    template <class Work>
    auto settle(Work work) {
        return conclude_with(std::move(work), [](Next const& next) { return next; });
    }

private:
    friend class Queue;
    JobContext(db::Database& database, Job job, std::shared_ptr<Lease> lease, std::atomic<bool> const& stopping,
               std::chrono::milliseconds lease_length)
        : database_(database), job_(std::move(job)), lease_(std::move(lease)), stopping_(stopping),
          lease_length_(lease_length) {}

    // Like Database::write with a longer wait for its turn, since restarting a job costs more. An unknown outcome
    // restarts the whole job.
    template <class Work>
    auto write(Work work) {
        for (auto const deadline = std::chrono::steady_clock::now() + patience;;) {
            checkpoint();
            try {
                return database_.write(work);
            } catch (db::OutcomeUnknown const&) {
                throw;
            } catch (db::Unavailable const&) { // nothing was saved
                if (std::chrono::steady_clock::now() > deadline) throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds{50}); // a server that is away refuses at once
        }
    }
    static constexpr std::chrono::seconds patience{30};

    template <class Work, class NextOf>
    auto conclude_with(Work work, NextOf next_of) {
        using Answer = std::invoke_result_t<Work, db::Transaction&>;
        auto const run = [&](db::Transaction& transaction) {
            auto const is_woken = hold(transaction);
            if constexpr (std::is_void_v<Answer>) {
                work(transaction);
                conclude(transaction, next_of(0), is_woken);
            } else if constexpr (db::IsResult<Answer>::value) {
                auto answer = work(transaction);
                if constexpr (std::is_void_v<typename Answer::value_type>) {
                    if (answer) conclude(transaction, next_of(0), is_woken);
                } else {
                    if (answer) conclude(transaction, next_of(*answer), is_woken);
                }
                return answer;
            } else {
                auto answer = work(transaction);
                conclude(transaction, next_of(answer), is_woken);
                return answer;
            }
        };
        if constexpr (std::is_void_v<Answer>) {
            write(run);
            is_settled_ = true;
        } else {
            auto answer = write(run);
            if constexpr (db::IsResult<Answer>::value) is_settled_ = answer.has_value();
            else is_settled_ = true;
            return answer;
        }
    }

    // Locks the job's row until the transaction ends: nobody takes or cancels it, even if the lease expires. Returns
    // whether it was woken since this run began.
    bool hold(db::Transaction& transaction) const;
    void conclude(db::Transaction& transaction, Next const& next, bool is_woken);

    db::Database& database_;
    Job const job_;
    std::shared_ptr<Lease> const lease_;
    std::atomic<bool> const& stopping_;
    std::chrono::milliseconds const lease_length_;
    bool is_settled_ = false;
    std::function<void(std::chrono::milliseconds)> look_in_{}; // makes its crew poll by then
};

inline constexpr int unlimited = std::numeric_limits<int>::max();

/// Handler of one type of job.
struct Handler {
    std::function<Result<void>(JobContext&)> run;
    /// Called for 'falhou'; `why` is Portuguese, ready to show.
    std::function<void(db::Transaction&, JobContext const&, std::string const& why)> failed{};
    /// `unlimited`: never 'falhou' (so no `failed`); a Failure is retried like an exception.
    int attempts = 5;
    Fila fila = Fila::geral;
};

struct Threads {
    int geral = 2;
    int nfce = 24; // these and the next mostly wait for sockets
    int nfce_atraso = 4;
    int impressao = 2;
};

struct Options {
    Threads threads{};
    std::chrono::milliseconds lease{60'000}; // renewed four times in it
    std::chrono::milliseconds poll{1'000};   // interval for due jobs and those of other processes
    std::chrono::milliseconds retry{1'000};  // before the second attempt; each further wait is four times as long
};

/// Thread-safe after start().
class Queue {
public:
    explicit Queue(db::Database& database, Options options = {});
    /// stop()
    ~Queue();
    Queue(Queue const&) = delete;
    Queue& operator=(Queue const&) = delete;

    /// Before start(). Other processes run types unknown here.
    void handle(std::string tipo, Handler handler);
    /// On SQLite, takes over jobs of a dead process at once.
    void start();
    /// Waits for running steps and releases unfinished jobs, so that they continue elsewhere or after restart. Also if
    /// never started.
    void stop();

    // Types added here need a handler here (else std::logic_error).

    /// Adds a job to the caller's transaction; this process looks at it right after the commit. False if one with the
    /// same key waits or runs.
    bool enqueue(db::Transaction& transaction, NewJob const& job);
    /// The same for a job to run here and at once: returns the token of its run, which begins after the caller's
    /// commit, so that the transaction may announce an exchange. Nullopt: no free thread in its group, so it waits; or
    /// one with the same key exists, which is woken.
    std::optional<std::string> enqueue_here(db::Transaction& transaction, NewJob const& job);
    /// Runs the job with this key as soon as possible; a running one once more afterwards. False if there is none.
    bool wake(db::Transaction& transaction, std::string_view chave);
    /// The same for all jobs of a group.
    void wake_all(db::Transaction& transaction, Fila fila);
    /// Cancels: after the caller's commit the job commits nothing more. False if none waits or runs.
    bool cancel(db::Transaction& transaction, std::string_view chave);

    /// Deletes jobs that ended more than 30 days ago.
    void clean_up();
    /// Call every second (platform/jobs/database_clock.hpp).
    void follow_clock() { clock_.follow(); }

private:
    Handler const& handler_of(std::string_view tipo) const;
    /// Nullptr before start(), and for a group without handlers.
    Crew* crew(Fila fila) const { return crews_[static_cast<std::size_t>(fila)].get(); }
    bool insert(db::Transaction& transaction, NewJob const& job, Lease const* lease);
    std::optional<Claimed> claim(Fila fila, std::string const& types);
    void run(Claimed claimed);
    Result<void> run_handler(Handler const& handler, JobContext& context);
    void end_failed(JobContext const& context, Handler const& handler, std::string const& why,
                    std::string const& error);
    void give_back(Job const& job, std::string const& token, Again const& again);

    db::Database& database_;
    Options const options_;
    std::map<std::string, Handler, std::less<>> handlers_;
    std::atomic<bool> stopping_ = false;
    std::unique_ptr<Leases> const leases_;
    DatabaseClock clock_;
    std::array<std::unique_ptr<Crew>, filas> crews_;
};

} // namespace balcao::jobs
