// The durable queue, on both engines: every job ends exactly once, whatever dies when.

#include <atomic>
#include <future>
#include <set>

#include "jobs_fixture.hpp"

namespace balcao::jobs {
namespace {

using testing::ElementsAre;

INSTANTIATE_TEST_SUITE_P(Engines, JobsTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

Handler two_steps_and_an_end() {
    return {.run = [](JobContext& job) -> Result<void> {
        job.step([](db::Transaction& t) { t.execute({"again", "delete from effects where job = 'a'"}); });
        job.step([](db::Transaction& t) { t.execute({"one", "insert into effects (job, step) values ('a', 1)"}); });
        job.finish([](db::Transaction& t) { t.execute({"two", "insert into effects (job, step) values ('a', 2)"}); });
        return {};
    }};
}

TEST_P(JobsTest, RunsWhatWasCommittedAndNothingElse) {
    Queue queue(*database, quick());
    queue.handle("teste", two_steps_and_an_end());
    auto const refused = database->write([&](db::Transaction& t) -> Result<void> {
        queue.enqueue(t, {.tipo = "teste", .chave = "refused"});
        return not_found();
    });
    EXPECT_FALSE(refused.has_value());
    EXPECT_TRUE(put(queue, "a"));
    queue.start();
    wait_for("a", "concluida");
    EXPECT_THAT(effects("a"), ElementsAre(1, 2));
    EXPECT_EQ(state("refused"), "");
}

TEST_P(JobsTest, WakesUpAtOnceForAJobOfThisProcess) {
    auto options = quick();
    options.poll = 1h;
    Queue queue(*database, options);
    queue.handle("teste", two_steps_and_an_end());
    queue.start();
    put(queue, "a");
    wait_for("a", "concluida");
}

TEST_P(JobsTest, FindsJobsOfOtherProcesses) {
    Queue here(*database, quick());
    here.handle("teste", two_steps_and_an_end());
    here.start();
    auto const elsewhere = db::Database::open(place.place.options);
    Queue there(*elsewhere, quick());
    there.handle("teste", two_steps_and_an_end());
    elsewhere->write([&](db::Transaction& t) { there.enqueue(t, {.tipo = "teste", .chave = "a"}); });
    wait_for("a", "concluida");
}

TEST_P(JobsTest, AKeyWaitsOnlyOnceAndMayComeBackAfterwards) {
    Queue queue(*database, quick());
    queue.handle("teste", two_steps_and_an_end());
    EXPECT_TRUE(put(queue, "a"));
    EXPECT_FALSE(put(queue, "a"));
    queue.start();
    wait_for("a", "concluida");
    EXPECT_TRUE(put(queue, "a"));
    wait_for("a", "concluida");
}

TEST_P(JobsTest, HandsOnWhatWasPutThere) {
    Queue queue(*database, quick());
    std::promise<Job> seen;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     EXPECT_THROW(static_cast<void>(job.company()), std::logic_error);
                     seen.set_value(job.job());
                     return {};
                 }});
    put(queue, "a");
    queue.start();
    auto const job = seen.get_future().get();
    EXPECT_EQ(job.tipo, "teste");
    EXPECT_EQ(job.dados, R"({"a":1})");
    EXPECT_EQ(job.attempt, 1);
    wait_for("a", "concluida"); // also without a finish of its own
}

TEST_P(JobsTest, NotBeforeItsTimeAndNotForAStranger) {
    Queue queue(*database, quick());
    queue.handle("teste", two_steps_and_an_end());
    put(queue, "later", "teste", 1h);
    EXPECT_THROW(put(queue, "unknown", "de_outra_versao"), std::logic_error);
    Queue newer(*database, quick());
    newer.handle("de_outra_versao", two_steps_and_an_end());
    put(newer, "unknown", "de_outra_versao");
    put(queue, "a");
    queue.start();
    wait_for("a", "concluida");
    EXPECT_EQ(state("later"), "pendente");
    EXPECT_EQ(state("unknown"), "pendente");
}

TEST_P(JobsTest, TriesAgainUntilItWorks) {
    Queue queue(*database, quick());
    std::atomic<int> attempts = 0;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     if (++attempts < 3) throw std::runtime_error("not yet");
                     EXPECT_EQ(job.job().attempt, 3);
                     return {};
                 }});
    put(queue, "a");
    queue.start();
    wait_for("a", "concluida");
    EXPECT_EQ(attempts, 3);
}

TEST_P(JobsTest, GivesUpAfterTheLastAttemptAndSaysSo) {
    Queue queue(*database, quick());
    std::atomic<int> attempts = 0;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                               ++attempts;
                               job.step([](db::Transaction& t) -> void {
                                   effect(t, "rolled back", 1);
                                   throw std::runtime_error("broken");
                               });
                               return {};
                           },
                           .failed =
                               [](db::Transaction& t, JobContext const&, std::string const& why) {
                                   EXPECT_FALSE(why.empty());
                                   effect(t, "gave up", 1);
                               },
                           .attempts = 3});
    put(queue, "a");
    queue.start();
    wait_for("a", "falhou");
    EXPECT_EQ(attempts, 3);
    EXPECT_EQ(error_of("a"), "broken");
    EXPECT_THAT(effects("rolled back"), ElementsAre());
    EXPECT_THAT(effects("gave up"), ElementsAre(1));
}

TEST_P(JobsTest, AFailureIsFinalAtOnce) {
    Queue queue(*database, quick());
    std::atomic<int> attempts = 0;
    queue.handle("teste",
                 {.run = [&](JobContext& job) -> Result<void> {
                      ++attempts;
                      return job.finish([](db::Transaction& t) -> Result<void> {
                          effect(t, "rolled back", 1);
                          return invalid("O arquivo não serve.");
                      });
                  },
                  .failed = [](db::Transaction& t, JobContext const&, std::string const& why) { effect(t, why, 1); }});
    put(queue, "a");
    queue.start();
    wait_for("a", "falhou");
    EXPECT_EQ(attempts, 1);
    EXPECT_THAT(effects("rolled back"), ElementsAre());
    EXPECT_THAT(effects("O arquivo não serve."), ElementsAre(1));
}

// A process that is gone leaves a lease behind; every point at which it may have gone leads to the same end.
TEST_P(JobsTest, EndsExactlyOnceWhereverAProcessDied) {
    for (int const died_after : {0, 1, 2}) {
        database->write([](db::Transaction& t) {
            t.execute({"no_effects", "delete from effects"});
            t.execute({"no_jobs", "delete from tarefas"});
            t.execute(
                {"dead",
                 R"(insert into tarefas (id, tipo, chave, estado, dados, run_at, tentativas, lease_until, lease_token, created_at)
                                  values (:id, 'teste', 'a', 'executando', '{}', :until, 1, :until, 'of the dead', 0))"},
                {{"id", Uuid::make()}, {"until", db::database_time(t) + 100ms}});
        });
        database->write([&](db::Transaction& t) {
            for (int step = 1; step <= died_after; ++step) effect(t, "a", 1); // what its steps left
        });
        Queue queue(*database, quick());
        queue.handle("teste", two_steps_and_an_end());
        queue.start();
        // Nobody else can have a SQLite file; on PostgreSQL not before the lease has run out.
        if (GetParam() == db::Dialect::postgres) {
            EXPECT_EQ(state("a"), "executando");
        }
        wait_for("a", "concluida");
        EXPECT_THAT(effects("a"), ElementsAre(1, 2)) << "died after step " << died_after;
    }
}

TEST_P(JobsTest, AProcessThatOnlySeemedDeadCommitsNothing) {
    Queue first(*database, {.threads = {.geral = 1}, .lease = 1h, .poll = 20ms});
    std::promise<void> is_inside;
    std::promise<void> go_on;
    first.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     is_inside.set_value();
                     go_on.get_future().wait();
                     job.finish([](db::Transaction& t) { effect(t, "first", 1); });
                     return {};
                 }});
    put(first, "a");
    first.start();
    is_inside.get_future().wait();
    database->write(
        [](db::Transaction& t) { t.execute({"run_out", "update tarefas set lease_until = 1, run_at = 1"}); });

    auto const elsewhere = db::Database::open(place.place.options);
    Queue second(*elsewhere, quick());
    second.handle("teste", {.run = [](JobContext& job) -> Result<void> {
                      job.finish([](db::Transaction& t) { effect(t, "second", 1); });
                      return {};
                  }});
    second.start();
    wait_for("a", "concluida");
    go_on.set_value();
    first.stop();
    EXPECT_THAT(effects("first"), ElementsAre());
    EXPECT_THAT(effects("second"), ElementsAre(1));
}

TEST_P(JobsTest, KeepsItsLeaseAsLongAsItRuns) {
    Queue queue(*database, {.threads = {.geral = 2}, .lease = 1s, .poll = 10ms});
    std::atomic<int> runs = 0;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     ++runs;
                     std::this_thread::sleep_for(2500ms);
                     job.finish([](db::Transaction& t) { effect(t, "a", 1); });
                     return {};
                 }});
    put(queue, "a");
    queue.start();
    wait_for("a", "concluida");
    EXPECT_EQ(runs, 1);
    EXPECT_THAT(effects("a"), ElementsAre(1));
}

TEST_P(JobsTest, AttemptsWhoseProcessDiedCountToo) {
    database->write([](db::Transaction& t) {
        t.execute(
            {"dead",
             R"(insert into tarefas (id, tipo, chave, estado, dados, run_at, tentativas, lease_until, lease_token, created_at)
                              values (:id, 'teste', 'a', 'executando', '{}', 1, 5, 1, 'of the dead', 0))"},
            {{"id", Uuid::make()}});
    });
    Queue queue(*database, quick());
    std::atomic<int> runs = 0;
    queue.handle("teste", {.run = [&](JobContext&) -> Result<void> {
                     ++runs;
                     return {};
                 }});
    queue.start();
    wait_for("a", "falhou");
    EXPECT_EQ(runs, 0);
}

TEST_P(JobsTest, ACancelledJobCommitsNothingMore) {
    Queue queue(*database, quick());
    std::promise<void> is_inside;
    std::promise<void> go_on;
    queue.handle("teste",
                 {.run = [&](JobContext& job) -> Result<void> {
                      job.step([](db::Transaction& t) { effect(t, "a", 1); });
                      is_inside.set_value();
                      go_on.get_future().wait();
                      job.step([](db::Transaction& t) { effect(t, "a", 2); });
                      return {};
                  },
                  .failed = [](db::Transaction& t, JobContext const&, std::string const&) { effect(t, "a", 3); }});
    put(queue, "a");
    queue.start();
    is_inside.get_future().wait();
    EXPECT_TRUE(database->write([&](db::Transaction& t) { return queue.cancel(t, "a"); }));
    EXPECT_FALSE(database->write([&](db::Transaction& t) { return queue.cancel(t, "a"); }));
    go_on.set_value();
    queue.stop();
    EXPECT_EQ(state("a"), "cancelada");
    EXPECT_THAT(effects("a"), ElementsAre(1));
}

TEST_P(JobsTest, AStopLetsTheStepFinishAndGivesTheJobBack) {
    std::promise<void> is_inside;
    {
        Queue queue(*database, quick());
        std::atomic<bool> was_told = false;
        queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                         job.step([&](db::Transaction& t) {
                             effect(t, "a", 1);
                             if (!was_told.exchange(true)) is_inside.set_value();
                             std::this_thread::sleep_for(50ms);
                         });
                         for (;;) {
                             job.checkpoint();
                             std::this_thread::sleep_for(1ms);
                         }
                     }});
        put(queue, "a");
        queue.start();
        is_inside.get_future().wait();
        queue.stop();
    }
    EXPECT_EQ(state("a"), "pendente");
    EXPECT_THAT(effects("a"), ElementsAre(1));
    Queue next(*database, {.threads = {.geral = 1}, .lease = 1h, .poll = 20ms});
    next.handle("teste", {.run = [](JobContext& job) -> Result<void> {
                    EXPECT_EQ(job.job().attempt, 1); // being stopped is no attempt
                    return {};
                }});
    next.start();
    wait_for("a", "concluida");
}

TEST_P(JobsTest, SeveralProcessesShareTheWorkWithoutDoublingIt) {
    constexpr int jobs = 40;
    auto const elsewhere = db::Database::open(place.place.options);
    Queue here(*database, quick());
    Queue there(*elsewhere, quick());
    Handler const handler{.run = [](JobContext& job) -> Result<void> {
        job.finish([&](db::Transaction& t) { effect(t, job.job().id.to_string(), 1); });
        return {};
    }};
    here.handle("teste", handler);
    there.handle("teste", handler);
    for (int i = 0; i < jobs; ++i) put(here, "k" + std::to_string(i));
    here.start();
    there.start();
    for (int i = 0; i < jobs; ++i) wait_for("k" + std::to_string(i), "concluida");
    auto const done = database->read([](db::Connection& c) {
        return c.all({"all", "select job from effects"}, {},
                     [](db::Row const& row) { return row.get<std::string>(0); });
    });
    EXPECT_EQ(done.size(), jobs);
    EXPECT_EQ(std::set<std::string>(done.begin(), done.end()).size(), jobs);
}

TEST_P(JobsTest, ForgetsWhatEndedLongAgo) {
    Queue queue(*database, quick());
    queue.handle("teste", two_steps_and_an_end());
    put(queue, "a");
    put(queue, "b", "teste", 1h);
    queue.start();
    wait_for("a", "concluida");
    queue.clean_up();
    EXPECT_EQ(state("a"), "concluida");
    database->write([](db::Transaction& t) {
        t.execute({"age", "update tarefas set created_at = 1, finished_at = 1 where finished_at is not null"});
    });
    queue.clean_up();
    EXPECT_EQ(state("a"), "");
    EXPECT_EQ(state("b"), "pendente");
}

} // namespace
} // namespace balcao::jobs
