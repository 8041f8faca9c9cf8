#pragma once
// The durable queue (table `tarefas`): work that no request waits for and that must be done exactly once, whatever
// process dies when. Imports run here, and so will the sending of receipts.
//
// A job is put into the queue by the transaction that makes it necessary: it exists if and only if that transaction
// commits. Any process on the same database may take it. Taking it gives a lease that is prolonged while the
// handler runs; when the process dies, the lease runs out and another takes the job up from the beginning.
//
// How a handler ends exactly once:
//   - Everything it changes in the database it changes in `step` or `finish`. Both refuse (by an exception that the
//     handler lets pass) when the lease is no longer its own, so a handler that was thought dead changes nothing.
//   - `finish` commits its effects and the end of the job together. A process that dies before has not finished, one
//     that dies after has; nothing is in between.
//   - Steps before it must bear being repeated: a second run starts anew and finds what the first one left. So each
//     step leaves a state from which the handler, started again, goes on or begins afresh.
//   - What leaves the database (a request to SEFAZ) is announced in a step before and settled in one after; a second
//     run that finds it announced has to ask for its outcome instead of repeating it.
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
// whose process died counts. Every end that is not `finish` calls `failed` in the transaction that ends the job.
// Returning without `finish` ends the job without further effects.

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "auth/access.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "db/database.hpp"

namespace balcao::jobs {

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
};

/// One run of one job. Used by the handler's thread.
class JobContext {
public:
    JobContext(JobContext const&) = delete;
    JobContext& operator=(JobContext const&) = delete;

    Job const& job() const { return job_; }
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
            hold(transaction);
            return work(transaction);
        });
    }
    /// The last step: its effects and the end of the job, together or not at all. A Failure is returned and ends
    /// nothing.
    template <class Work>
    auto finish(Work work) {
        using Answer = std::invoke_result_t<Work, db::Transaction&>;
        auto const run = [&](db::Transaction& transaction) {
            hold(transaction);
            if constexpr (std::is_void_v<Answer>) {
                work(transaction);
                conclude(transaction);
            } else {
                auto answer = work(transaction);
                conclude(transaction); // rolled back with the rest when the answer is a Failure
                return answer;
            }
        };
        if constexpr (std::is_void_v<Answer>) {
            write(run);
            finished_ = true;
        } else {
            auto answer = write(run);
            if constexpr (db::IsResult<Answer>::value) finished_ = answer.has_value();
            else finished_ = true;
            return answer;
        }
    }

private:
    friend class Queue;
    JobContext(db::Database& database, Job job, std::string token, std::atomic<bool> const& stopping)
        : database_(database), job_(std::move(job)), token_(std::move(token)), stopping_(stopping) {}

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

    // Locks the job's row until the transaction ends: nobody takes or cancels it meanwhile, even when the lease runs
    // out.
    void hold(db::Transaction& transaction) const;
    void conclude(db::Transaction& transaction) const;

    db::Database& database_;
    Job const job_;
    std::string const token_;
    std::atomic<bool> const& stopping_;
    std::atomic<bool> lost_ = false; // set by the thread that prolongs leases
    bool finished_ = false;
};

/// What to do with one type of job.
struct Handler {
    std::function<Result<void>(JobContext&)> run;
    /// The job ended as 'falhou'; `why` is Portuguese and ready to show.
    std::function<void(db::Transaction&, JobContext const&, std::string const& why)> failed{};
    int attempts = 5;
};

struct Options {
    int threads = 2;
    std::chrono::milliseconds lease{30'000}; // prolonged four times in it
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
    void start();
    /// Lets running steps finish and gives back what is not done, so that it goes on at once elsewhere or after the
    /// next start. Also when never started.
    void stop();

    /// Adds a job to the caller's transaction; this process looks at it right after the commit. False when one with
    /// the same key waits or runs.
    bool enqueue(db::Transaction& transaction, NewJob const& job);
    /// Nothing more of it is committed once the caller's transaction is. False when none with the key waits or runs.
    bool cancel(db::Transaction& transaction, std::string_view chave);

    /// Forgets what ended more than 30 days ago.
    void clean_up();

private:
    struct Claimed {
        Job job;
        std::string token;
    };

    void work(int number);
    void prolong_leases();
    bool prolong(Uuid const& id, std::string_view token); // false: the lease is lost
    std::optional<Claimed> claim();
    void run(Claimed claimed);
    Result<void> run_handler(Handler const& handler, JobContext& context);
    void end_failed(JobContext const& context, Handler const& handler, std::string const& why,
                    std::string const& error);
    void give_back(JobContext const& context, std::optional<std::chrono::milliseconds> retry_in,
                   std::string const& error);

    db::Database& database_;
    Options const options_;
    std::map<std::string, Handler, std::less<>> handlers_;
    std::string types_; // SQL list of the handled types

    std::mutex mutex_;
    std::condition_variable changed_;
    std::uint64_t wakes_ = 0;          // guarded by mutex_
    std::vector<JobContext*> running_; // guarded by mutex_
    std::atomic<bool> stopping_ = false;
    std::vector<std::thread> threads_;
};

} // namespace balcao::jobs
