// Jobs that are born running here, put off, or woken, and the groups they stand in.

#include <atomic>
#include <future>

#include "jobs_fixture.hpp"

namespace balcao::jobs {
namespace {

using testing::ElementsAre;

class HandoverTest : public JobsTest {
protected:
    std::optional<std::string> put_here(Queue& queue, std::string const& chave, std::string_view tipo = "teste") {
        return database->write(
            [&](db::Transaction& t) { return queue.enqueue_here(t, {.tipo = tipo, .chave = chave}); });
    }
    std::optional<std::string> token_of(std::string_view chave) {
        return database
            ->read([&](db::Connection& c) {
                return c.first({"token", "select lease_token from tarefas where chave = :chave"}, {{"chave", chave}},
                               [](db::Row const& row) { return row.get<std::optional<std::string>>(0); });
            })
            .value_or(std::nullopt);
    }
    // A crew's threads need a moment before they are free.
    std::optional<std::string> put_here_once_free(Queue& queue, std::string const& chave) {
        for (int i = 0;; ++i) {
            auto token = database->write([&](db::Transaction& t) -> Result<std::string> {
                auto here = queue.enqueue_here(t, {.tipo = "teste", .chave = chave});
                if (!here) return not_found();
                return *std::move(here);
            });
            if (token) return *std::move(token);
            if (i == 500) return std::nullopt;
            std::this_thread::sleep_for(10ms);
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, HandoverTest, testing::Values(db::Dialect::sqlite, db::Dialect::postgres),
                         [](auto const& info) { return test::engine_name(info.param); });

TEST_P(HandoverTest, RunsWithTheTokenItWasBornWith) {
    auto options = quick();
    options.poll = 1h; // nobody claims it
    Queue queue(*database, options);
    std::promise<std::string> seen;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     EXPECT_EQ(job.job().attempt, 1);
                     EXPECT_EQ(job.job().chave, "a");
                     job.finish([](db::Transaction& t) { effect(t, "a", 1); });
                     seen.set_value(job.token());
                     return {};
                 }});
    queue.start();
    auto const token = put_here_once_free(queue, "a");
    ASSERT_TRUE(token);
    EXPECT_EQ(seen.get_future().get(), *token);
    wait_for("a", "concluida");
    EXPECT_THAT(effects("a"), ElementsAre(1));
}

TEST_P(HandoverTest, WaitsLikeAnyOtherWhenNoThreadIsFree) {
    Queue queue(*database, {.threads = {.geral = 1}, .lease = 1h, .poll = 20ms});
    std::promise<void> go_on;
    auto const told = go_on.get_future().share();
    queue.handle("teste", {.run = [told](JobContext&) -> Result<void> {
                     told.wait();
                     return {};
                 }});
    EXPECT_EQ(put_here(queue, "before the start"), std::nullopt);
    EXPECT_EQ(state("before the start"), "pendente");
    queue.start();
    wait_for("before the start", "executando");
    EXPECT_EQ(put_here(queue, "a"), std::nullopt);
    EXPECT_EQ(state("a"), "pendente");
    go_on.set_value();
    wait_for("a", "concluida");
}

TEST_P(HandoverTest, ATransactionThatIsRolledBackKeepsNoThread) {
    Queue queue(*database, {.threads = {.geral = 1}, .lease = 1h, .poll = 1h});
    queue.handle("teste", {.run = [](JobContext& job) -> Result<void> {
                     job.finish([&](db::Transaction& t) { effect(t, *job.job().chave, 1); });
                     return {};
                 }});
    queue.start();
    for (int i = 0; i < 5; ++i) {
        EXPECT_FALSE(database->write([&](db::Transaction& t) -> Result<void> {
            queue.enqueue_here(t, {.tipo = "teste", .chave = "refused"});
            return not_found();
        }));
        EXPECT_THROW(database->write([&](db::Transaction& t) {
            queue.enqueue_here(t, {.tipo = "teste", .chave = "refused"});
            throw std::runtime_error("broken");
        }),
                     std::runtime_error);
    }
    EXPECT_TRUE(put_here_once_free(queue, "a"));
    wait_for("a", "concluida");
    EXPECT_EQ(state("refused"), "");
}

TEST_P(HandoverTest, OneThreadIsPromisedOnce) {
    Queue queue(*database, {.threads = {.geral = 1}, .lease = 1h, .poll = 20ms});
    queue.handle("teste", {.run = [](JobContext&) -> Result<void> { return {}; }});
    queue.start();
    ASSERT_TRUE(put_here_once_free(queue, "before")); // so the thread stands ready
    wait_for("before", "concluida");
    auto const tokens = database->write([&](db::Transaction& t) {
        for (int i = 0; i < 500; ++i) { // its thread may still be on its way back
            if (auto first = queue.enqueue_here(t, {.tipo = "teste", .chave = "k" + std::to_string(i)})) {
                auto second = queue.enqueue_here(t, {.tipo = "teste", .chave = "b"});
                return std::pair{std::move(first), std::move(second)};
            }
            std::this_thread::sleep_for(1ms);
        }
        return std::pair<std::optional<std::string>, std::optional<std::string>>{};
    });
    EXPECT_TRUE(tokens.first);
    EXPECT_FALSE(tokens.second);
    wait_for("b", "concluida");
}

TEST_P(HandoverTest, WakesTheOneThatHasTheKey) {
    Queue queue(*database, quick());
    queue.handle("teste", {.run = [](JobContext&) -> Result<void> { return {}; }});
    put(queue, "a", "teste", 1h);
    EXPECT_EQ(put_here(queue, "a"), std::nullopt);
    queue.start();
    wait_for("a", "concluida");
    EXPECT_THROW(database->write([&](db::Transaction& t) { queue.enqueue_here(t, {.tipo = "teste", .delay = 1s}); }),
                 std::logic_error);
}

TEST_P(HandoverTest, GoesOnElsewhereWhenItsProcessStopsFirst) {
    auto first = std::make_unique<Queue>(*database, quick());
    first->handle("teste", {.run = [](JobContext& job) -> Result<void> {
                      for (;;) {
                          job.checkpoint();
                          std::this_thread::sleep_for(1ms);
                      }
                  }});
    first->start();
    ASSERT_TRUE(put_here_once_free(*first, "a"));
    first->stop();
    EXPECT_EQ(state("a"), "pendente");
    EXPECT_EQ(put_here(*first, "b"), std::nullopt);
}

TEST_P(HandoverTest, PutsOffWithItsEffectsAndUsesNoAttempt) {
    Queue queue(*database, quick());
    std::atomic<int> runs = 0;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                               EXPECT_EQ(job.job().attempt, 1);
                               auto const run = ++runs;
                               if (run == 10) {
                                   job.finish([](db::Transaction& t) { effect(t, "a", 10); });
                                   return {};
                               }
                               EXPECT_FALSE(job.postpone(1h, [](db::Transaction& t) -> Result<void> {
                                   effect(t, "refused", 1);
                                   return not_found();
                               }));
                               job.postpone(1ms, [&](db::Transaction& t) { effect(t, "a", run); });
                               return {};
                           },
                           .attempts = 3});
    put(queue, "a");
    queue.start();
    wait_for("a", "concluida");
    EXPECT_THAT(effects("a"), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    EXPECT_THAT(effects("refused"), ElementsAre());
}

TEST_P(HandoverTest, ItsLastStepDecidesWhatBecomesOfIt) {
    Queue queue(*database, quick());
    queue.handle("teste", {.run = [](JobContext& job) -> Result<void> {
                     BALCAO_TRY(job.settle([](db::Transaction& t) -> Result<Next> {
                         effect(t, "a", 1);
                         auto const done =
                             t.scalar<std::int64_t>({"count", "select count(*) from effects where job = 'a'"});
                         return *done < 3 ? Next{.again_in = 1ms} : Next{};
                     }));
                     return {};
                 }});
    put(queue, "a");
    queue.start();
    wait_for("a", "concluida");
    EXPECT_THAT(effects("a"), ElementsAre(1, 1, 1));
}

TEST_P(HandoverTest, IsSoonLookedForAgainWhatThisProcessPutOff) {
    auto options = quick();
    options.poll = 1h;
    Queue queue(*database, options);
    std::atomic<int> runs = 0;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     if (++runs < 5) job.postpone(20ms, [](db::Transaction&) {});
                     return {};
                 }});
    queue.start();
    put(queue, "a", "teste", 30ms);
    wait_for("a", "concluida");
    EXPECT_EQ(runs, 5);
}

TEST_P(HandoverTest, ComesAtOnceWhenItIsWoken) {
    Queue queue(*database, quick());
    queue.handle("teste", {.run = [](JobContext&) -> Result<void> { return {}; }});
    queue.start();
    put(queue, "a", "teste", 1h);
    auto const wake = [&](std::string_view chave) {
        return database->write([&](db::Transaction& t) { return queue.wake(t, chave); });
    };
    EXPECT_TRUE(wake("a"));
    wait_for("a", "concluida");
    EXPECT_FALSE(wake("a"));
    EXPECT_FALSE(wake("unknown"));
}

TEST_P(HandoverTest, ComesAtOnceWhenItsGroupIsWoken) {
    Queue queue(*database, quick());
    auto const nothing = [](JobContext&) -> Result<void> { return {}; };
    queue.handle("teste", {.run = nothing, .fila = Fila::nfce});
    queue.handle("outro", {.run = nothing});
    queue.start();
    put(queue, "a", "teste", 1h);
    put(queue, "b", "teste", 1h);
    put(queue, "c", "outro", 1h);
    database->write([&](db::Transaction& t) { queue.wake_all(t, Fila::nfce); });
    wait_for("a", "concluida");
    wait_for("b", "concluida");
    wait_for("c", "pendente");
}

// Whoever wakes a job that runs has changed something that run may not have seen.
TEST_P(HandoverTest, RunsOnceMoreWhenItIsWokenWhileItRuns) {
    Queue queue(*database, quick());
    std::atomic<int> runs = 0;
    std::promise<void> is_inside;
    std::promise<void> go_on;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     if (++runs == 1) {
                         is_inside.set_value();
                         go_on.get_future().wait();
                         job.postpone(1h, [](db::Transaction&) {});
                     }
                     return {};
                 }});
    queue.start();
    put(queue, "a");
    is_inside.get_future().wait();
    EXPECT_TRUE(database->write([&](db::Transaction& t) { return queue.wake(t, "a"); }));
    go_on.set_value();
    wait_for("a", "concluida");
    EXPECT_EQ(runs, 2);
}

TEST_P(HandoverTest, ContentionCostsNoAttempt) {
    Queue queue(*database, {.threads = {.geral = 2}, .lease = 1h, .poll = 20ms, .retry = 10ms});
    std::atomic<int> runs = 0;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                               EXPECT_EQ(job.job().attempt, 1);
                               if (++runs < 8) throw db::Busy("others were first");
                               return {};
                           },
                           .attempts = 2});
    put(queue, "a");
    queue.start();
    wait_for("a", "concluida");
    EXPECT_EQ(runs, 8);
}

TEST_P(HandoverTest, WhatIsTriedForEverNeverFails) {
    Queue queue(*database, quick());
    auto const forbidden = [](db::Transaction&, JobContext const&, std::string const&) {};
    EXPECT_THROW(queue.handle("errado", {.run = {}, .failed = forbidden, .attempts = unlimited}), std::logic_error);
    std::atomic<int> runs = 0;
    queue.handle("teste", {.run = [&](JobContext&) -> Result<void> {
                               if (++runs == 1) return not_found();
                               if (runs == 2) throw std::runtime_error("broken");
                               return {};
                           },
                           .attempts = unlimited});
    put(queue, "a");
    database->write([](db::Transaction& t) { t.execute({"many", "update tarefas set tentativas = 1000"}); });
    queue.start();
    // The next attempt would come in ten minutes.
    auto const hurry = [&] {
        for (int i = 0; i < 500 && state("a") != "concluida"; ++i) {
            database->write([&](db::Transaction& t) { queue.wake(t, "a"); });
            std::this_thread::sleep_for(10ms);
        }
    };
    hurry();
    EXPECT_EQ(state("a"), "concluida");
    EXPECT_GE(runs, 3);
}

// A group whose threads are all busy keeps no other waiting.
TEST_P(HandoverTest, EachGroupHasThreadsOfItsOwn) {
    Queue queue(*database, {.threads = {.geral = 1, .nfce = 1}, .lease = 1h, .poll = 20ms});
    std::promise<void> go_on;
    auto const told = go_on.get_future().share();
    queue.handle("demorada", {.run = [told](JobContext&) -> Result<void> {
                     told.wait();
                     return {};
                 }});
    queue.handle("teste", {.run = [](JobContext&) -> Result<void> { return {}; }, .fila = Fila::nfce});
    put(queue, "slow", "demorada");
    put(queue, "slow too", "demorada");
    queue.start();
    wait_for("slow", "executando");
    put(queue, "a");
    wait_for("a", "concluida");
    EXPECT_EQ(state("slow too"), "pendente");
    go_on.set_value();
    wait_for("slow too", "concluida");
}

TEST_P(HandoverTest, AllLeasesAreProlongedTogether) {
    constexpr int jobs = 12;
    Queue queue(*database, {.threads = {.geral = 1, .nfce = jobs}, .lease = 1s, .poll = 10ms});
    std::atomic<int> runs = 0;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                               ++runs;
                               std::this_thread::sleep_for(2500ms);
                               job.confirm_lease();
                               job.finish([&](db::Transaction& t) { effect(t, *job.job().chave, 1); });
                               return {};
                           },
                           .fila = Fila::nfce});
    queue.start();
    for (int i = 0; i < jobs; ++i) put_here(queue, "k" + std::to_string(i));
    for (int i = 0; i < jobs; ++i) wait_for("k" + std::to_string(i), "concluida");
    EXPECT_EQ(runs, jobs);
}

TEST_P(HandoverTest, NothingLeavesOnALeaseThatSomebodyElseHas) {
    if (GetParam() == db::Dialect::sqlite) GTEST_SKIP() << "a SQLite file has one process";
    Queue queue(*database, {.threads = {.geral = 1}, .lease = 900ms, .poll = 20ms});
    std::promise<void> is_inside;
    std::promise<void> go_on;
    std::atomic<bool> has_left = false;
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     job.confirm_lease(); // fresh
                     is_inside.set_value();
                     go_on.get_future().wait();
                     job.confirm_lease();
                     has_left = true;
                     return {};
                 }});
    queue.start();
    put(queue, "a");
    is_inside.get_future().wait();
    EXPECT_TRUE(token_of("a"));
    database->write([](db::Transaction& t) { t.execute({"taken", "update tarefas set lease_token = 'another'"}); });
    database->write(
        [](db::Transaction& t) { t.execute({"later", "update tarefas set lease_until = lease_until + 60000000"}); });
    std::this_thread::sleep_for(400ms); // more than a third of the lease
    go_on.set_value();
    queue.stop();
    EXPECT_FALSE(has_left);
    EXPECT_EQ(token_of("a"), "another");
}

// Nothing expires there, so what nobody holds has to be found.
TEST_P(HandoverTest, WhatNoThreadHoldsWaitsAgainOnSqlite) {
    if (GetParam() == db::Dialect::postgres) GTEST_SKIP() << "a lease ends there";
    Queue queue(*database, quick());
    queue.handle("teste", {.run = [](JobContext&) -> Result<void> { return {}; }});
    queue.start();
    database->write([](db::Transaction& t) {
        t.execute({"orphan", R"(insert into tarefas (id, tipo, chave, estado, dados, run_at, tentativas, lease_until,
                                lease_token, created_at)
                                values (:id, 'teste', 'a', 'executando', '{}', :until, 1, :until, 'nobody', 0))"},
                  {{"id", Uuid::make()}, {"until", db::database_time(t) + 24h}});
    });
    wait_for("a", "concluida");
}

} // namespace
} // namespace balcao::jobs
