#pragma once
// The durable queue (table `tarefas`): work that no request waits for and that must be done exactly once, whatever
// process dies when. Imports run here, and the sending of receipts.
//
// A job is put into the queue by the transaction that makes it necessary: it exists if and only if that transaction
// commits. Any process on the same database may take it. Taking it gives a lease that is prolonged while the
// handler runs; when the process dies, another takes the job up from the beginning: on PostgreSQL once the lease has
// run out; a SQLite file has one process, whose leases end with it.
//
// How a handler ends exactly once:
//   - Everything it changes in the database it changes in `step`, `finish`, `postpone` or `settle`. All refuse (by an
//     exception that the handler lets pass) when the lease is no longer its own, so a handler that was thought dead
//     changes nothing.
//   - The last three commit their effects and the end of the run together. A process that dies before has not
//     finished, one that dies after has; nothing is in between.
//   - Steps before it must bear being repeated: a second run starts anew and finds what the first one left. So each
//     step leaves a state from which the handler, started again, goes on or begins afresh.
//   - What leaves the database (a request to SEFAZ) is announced in a step before, with the run's token, and settled
//     in one after; a second run that finds it announced by another token has to ask for its outcome instead of
//     repeating it. Right before it leaves, `confirm_lease`.
//
//     queue.handle("importacao_ler", {.run = [&](jobs::JobContext& job) -> Result<void> {
//         auto const import = job.database().read(…);          // reading needs no lease
//         for (batch …) {
//             job.checkpoint();                                // leaves when the server stops or the job was cancelled
//             job.step([&](db::Transaction& t) { … });         // progress, kept where the feature's own screen reads
//             it
//         }
//         job.finish([&](db::Transaction& t) { … });           // the last effects
//         return {};
//     }, .failed = [](db::Transaction& t, jobs::JobContext const& job, std::string const& why) { … }});
//
// Outcomes: a returned Failure ends the job as 'falhou' at once (no other attempt would help; `detail` is kept). An
// exception is tried again after 1, 4, 16 … seconds, at most 10 minutes, until `attempts` are used up; an attempt
// whose process died counts, one that the database had no time for (db::Unavailable) does not. Every end as 'falhou'
// calls `failed` in the transaction that ends the job. Returning without `finish`, `postpone` or `settle` ends the job
// without further effects.
//
// Jobs stand in one of four groups (column `fila`), each with threads of its own, so that none waits for another kind.

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

/// The groups. nfce: one receipt each; nfce_atraso: what may wait for those (receipts of contingency, voiding, status);
/// impressao: printers; geral: the rest.
enum class Fila { geral, nfce, nfce_atraso, impressao };
inline constexpr std::size_t filas = 4;

/// What is put into the queue.
struct NewJob {
    std::string_view tipo;
    /// JSON for the handler. Names what is to be done (ids), never secrets.
    std::string dados = "{}";
    /// At most one job with the same key waits or runs; a second one is not taken. Also the name to cancel it by.
    std::optional<std::string> chave{};
    /// Work on a company's data needs the proof that who asked for it may do so; the handler gets it back.
    std::optional<auth::CompanyScope> company{};
    /// Not before this time has passed.
    std::chrono::milliseconds delay{0};
};

/// A job as its handler sees it.
struct Job {
    Uuid id;
    std::string tipo;
    std::string dados;
    std::optional<CompanyId> company;
    std::int64_t attempt = 1; // from 1
    std::optional<std::string> chave{};
};

/// What becomes of a job with its last step: it has ended, or runs again after this time.
struct Next {
    std::optional<std::chrono::milliseconds> again_in{};
};

/// One run of one job. Used by the handler's thread.
class JobContext {
public:
    JobContext(JobContext const&) = delete;
    JobContext& operator=(JobContext const&) = delete;

    Job const& job() const { return job_; }
    /// Of this run alone.
    std::string const& token() const;
    /// Throws std::logic_error when the job was put there without a company.
    auth::CompanyScope company() const;
    db::Database& database() const { return database_; }

    /// Leaves the handler (by an exception it lets pass) when the server stops, the job was cancelled or its lease is
    /// lost. Costs nothing; call it often.
    void checkpoint() const;

    /// As Database::write, for as long as the job is this run's. A Failure rolls the step back and is returned.
    template <class Work>
    auto step(Work work) {
        return write([&](db::Transaction& transaction) {
            static_cast<void>(hold(transaction));
            return work(transaction);
        });
    }
    /// To be called right before something leaves this machine: leaves the handler (as checkpoint) when nobody could
    /// say lately that the job is still this run's and the database, asked now, denies it.
    void confirm_lease();

    // Each of these is the last step: its effects and what becomes of the job, together or not at all. A Failure is
    // returned and changes nothing. A job that was woken meanwhile runs again at once.

    /// The job has ended.
    template <class Work>
    auto finish(Work work) {
        return conclude_with(std::move(work), [](auto const&) { return Next{}; });
    }
    /// The job runs again after this time, its attempts counted from 1.
    template <class Work>
    auto postpone(std::chrono::milliseconds delay, Work work) {
        return conclude_with(std::move(work), [delay](auto const&) { return Next{delay}; });
    }
    /// `work` answers Next, or Result<Next>.
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

    // As Database::write, but waits longer for its turn: a job has time, and starting anew costs more. When nobody
    // knows whether the commit was done, only the whole job is tried again.
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

    // Locks the job's row until the transaction ends: nobody takes or cancels it meanwhile, even when the lease runs
    // out. Whether it was woken since this run began.
    bool hold(db::Transaction& transaction) const;
    void conclude(db::Transaction& transaction, Next const& next, bool is_woken);

    db::Database& database_;
    Job const job_;
    std::shared_ptr<Lease> const lease_;
    std::atomic<bool> const& stopping_;
    std::chrono::milliseconds const lease_length_;
    bool is_settled_ = false;
    std::function<void(std::chrono::milliseconds)> look_in_{}; // its crew looks for it again by then
};

inline constexpr int unlimited = std::numeric_limits<int>::max();

/// What to do with one type of job.
struct Handler {
    std::function<Result<void>(JobContext&)> run;
    /// The job ended as 'falhou'; `why` is Portuguese and ready to show.
    std::function<void(db::Transaction&, JobContext const&, std::string const& why)> failed{};
    /// `unlimited`: never ends as 'falhou' (so without `failed`); a Failure is tried again like an exception.
    int attempts = 5;
    Fila fila = Fila::geral;
};

struct Threads {
    int geral = 2;
    int nfce = 24; // these and the next wait for sockets most of the time
    int nfce_atraso = 4;
    int impressao = 2;
};

struct Options {
    Threads threads{};
    std::chrono::milliseconds lease{60'000}; // prolonged four times in it
    std::chrono::milliseconds poll{1'000};   // how often other processes' jobs and due ones are looked for
    std::chrono::milliseconds retry{1'000};  // before the second attempt; four times as long before each further one
};

/// Thread-safe after start().
class Queue {
public:
    explicit Queue(db::Database& database, Options options = {});
    /// stop()
    ~Queue();
    Queue(Queue const&) = delete;
    Queue& operator=(Queue const&) = delete;

    /// Before start(). Jobs of types that this process does not know are left to others.
    void handle(std::string tipo, Handler handler);
    /// On SQLite, what a process left that is gone is taken up at once.
    void start();
    /// Lets running steps finish and gives back what is not done, so that it goes on at once elsewhere or after the
    /// next start. Also when never started.
    void stop();

    // The types of jobs that are put here have a handler here (else std::logic_error).

    /// Adds a job to the caller's transaction; this process looks at it right after the commit. False when one with
    /// the same key waits or runs.
    bool enqueue(db::Transaction& transaction, NewJob const& job);
    /// The same for a job without delay that shall run here and at once: the token of its run, which begins when the
    /// caller's transaction is committed, so that what it is going to do may be announced in that transaction.
    /// Nullopt: no thread of its group is free here, so that it waits like any other; or one with the same key waits
    /// or runs, which is woken.
    std::optional<std::string> enqueue_here(db::Transaction& transaction, NewJob const& job);
    /// The job with this key runs as soon as may be; one that runs now once more after this run. False when there is
    /// none.
    bool wake(db::Transaction& transaction, std::string_view chave);
    /// The same for all of a group.
    void wake_all(db::Transaction& transaction, Fila fila);
    /// Nothing more of it is committed once the caller's transaction is. False when none with the key waits or runs.
    bool cancel(db::Transaction& transaction, std::string_view chave);

    /// Forgets what ended more than 30 days ago.
    void clean_up();
    /// Every second (platform/jobs/database_clock.hpp).
    void follow_clock() { clock_.follow(); }

private:
    Handler const& handler_of(std::string_view tipo) const;
    /// Nullptr before start(), and of a group without handlers.
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
