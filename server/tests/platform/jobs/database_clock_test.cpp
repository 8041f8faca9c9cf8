// Somebody sets the clock of the database while jobs wait.
#include <thread>

#include "jobs_fixture.hpp"

namespace balcao::jobs {
namespace {

class DatabaseClockTest : public JobsTest {
protected:
    // A clock of its own, in the place of the database's.
    static db::Options with_own_clock(test::MigratedDatabase const& place) {
        place.database->write([](db::Transaction& t) {
            t.execute({"create", "create table own_clock (ahead bigint not null)"});
            t.execute({"start", "insert into own_clock (ahead) values (0)"});
            t.execute({"define", R"sql(
                create function public.clock_timestamp() returns timestamptz language sql volatile as
                'select pg_catalog.clock_timestamp() + ahead * interval ''1 hour'' from public.own_clock')sql"});
        });
        auto options = place.place.options;
        options.url += "?options=-csearch_path%3Dpublic,pg_catalog";
        return options;
    }
    void set_clock(std::int64_t hours) {
        database->write([&](db::Transaction& t) {
            t.execute({"set_clock", "update own_clock set ahead = :hours"}, {{"hours", hours}});
        });
    }
    // Of the job with this key, by the clock as it is set.
    static std::chrono::microseconds due_in(db::Database& clocked, std::string_view chave) {
        return clocked.read([&](db::Connection& c) {
            auto const run_at =
                c.scalar<Instant>({"run_at", "select run_at from tarefas where chave = :chave"}, {{"chave", chave}});
            return run_at.value() - db::database_time(c);
        });
    }
};

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseClockTest, testing::Values(db::Dialect::postgres),
                         [](auto const& test) { return test::engine_name(test.param); });

TEST_P(DatabaseClockTest, WhatItMakesDueByItselfIsNotTaken) {
    auto const clocked = db::Database::open(with_own_clock(place));
    Queue queue(*clocked, quick());
    queue.handle("teste", {.run = [&](JobContext& job) -> Result<void> {
                     job.postpone(1min, [](db::Transaction& t) { effect(t, "ran", 1); });
                     return {};
                 }});
    queue.follow_clock();
    put(queue, "minute", "teste", 1min);
    set_clock(1);
    queue.start();
    // Nobody follows the clock but whoever is about to take the job.
    for (int i = 0; i < 500 && due_in(*clocked, "minute") < 0s; ++i) std::this_thread::sleep_for(10ms);
    EXPECT_GT(due_in(*clocked, "minute"), 30s);
    EXPECT_LE(due_in(*clocked, "minute"), 1min);
    queue.follow_clock();
    EXPECT_LE(due_in(*clocked, "minute"), 1min) << "the same step moved it twice";
    EXPECT_TRUE(effects("ran").empty());
    queue.stop();
}

} // namespace
} // namespace balcao::jobs
