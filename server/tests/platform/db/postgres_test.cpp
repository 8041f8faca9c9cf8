// What only a PostgreSQL server can do to us.

#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "platform/db/database.hpp"
#include "platform/db/server_lock.hpp"
#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Connection;
using db::Database;
using db::Dialect;
using db::Transaction;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::ThrowsMessage;

constexpr db::Query increment{"increment", "update counter set value = value + 1"};

void create_counter(Database& database) {
    database.write([](Transaction& t) {
        t.execute({"create", "create table counter (value bigint not null)"});
        t.execute({"start", "insert into counter (value) values (0)"});
    });
}

std::string setting(Connection& connection, std::string_view name) {
    return connection.scalar<std::string>({"setting", "select current_setting(:name)"}, {{"name", name}}).value();
}

TEST(Postgres, RecoversByItselfWhenTheServerIsRestartedUnderLoad) {
    PostgresCluster const cluster;
    auto const database = Database::open({.url = cluster.url("load")});
    create_counter(*database);

    std::atomic<bool> stop = false;
    std::atomic<int> done = 0;
    std::atomic<int> unavailable = 0;
    std::atomic<int> surprises = 0;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] {
            while (!stop) {
                try {
                    database->write([](Transaction& t) { t.execute(increment); });
                    ++done;
                    database->read(
                        [](Connection& c) { c.scalar<std::int64_t>({"value", "select value from counter"}); });
                } catch (db::Unavailable const&) {
                    ++unavailable;
                } catch (std::exception const& error) {
                    ++surprises;
                    ADD_FAILURE() << error.what();
                }
            }
        });
    }
    auto const wait_for_more = [&] {
        auto const before = done.load();
        for (int i = 0; i < 3000 && done < before + 50; ++i) std::this_thread::sleep_for(std::chrono::milliseconds{10});
        EXPECT_GE(done, before + 50);
    };
    wait_for_more();
    cluster.restart();
    wait_for_more();
    stop = true;
    threads.clear();

    auto const value = database->read(
        [](Connection& c) { return c.scalar<std::int64_t>({"value", "select value from counter"}).value(); });
    EXPECT_GE(value, done) << "an acknowledged commit was lost";
    EXPECT_LE(value, done + unavailable);
    EXPECT_EQ(surprises, 0);
}

TEST(Postgres, AConnectionCutWhileIdleIsReplacedUnnoticed) {
    EmptyDatabase place(Dialect::postgres);
    place.options.connections = 1;
    auto const database = Database::open(place.options);
    auto const pid = database->read(
        [](Connection& c) { return c.scalar<std::int64_t>({"pid", "select pg_backend_pid()"}).value(); });
    Database::open(place.options)->read([&](Connection& c) {
        c.execute({"cut", "select pg_terminate_backend(:pid::int, 5000)"}, {{"pid", pid}});
    });
    EXPECT_NE(database->read(
                  [](Connection& c) { return c.scalar<std::int64_t>({"pid", "select pg_backend_pid()"}).value(); }),
              pid);
}

TEST(Postgres, AConnectionCutAtTheEndOfASnapshotIsReplacedUnnoticed) {
    EmptyDatabase place(Dialect::postgres);
    place.options.connections = 1;
    auto const database = Database::open(place.options);
    auto const other = Database::open(place.options);
    db::Query const own_pid{"pid", "select pg_backend_pid()"};
    auto const pid = database->read([&](Connection& c) {
        auto const own = c.scalar<std::int64_t>(own_pid).value();
        other->read([&](Connection& beside) {
            beside.execute({"cut", "select pg_terminate_backend(:pid::int, 5000)"}, {{"pid", own}});
        });
        return own;
    });
    EXPECT_NE(database->read([&](Connection& c) { return c.scalar<std::int64_t>(own_pid).value(); }), pid);
}

TEST(Postgres, AConnectionCutDuringWorkIsUnavailable) {
    EmptyDatabase place(Dialect::postgres);
    place.options.connections = 1;
    auto const database = Database::open(place.options);
    db::Query const suicide{"suicide", "select pg_terminate_backend(pg_backend_pid())"};
    EXPECT_THROW(database->write([&](Transaction& t) { t.execute(suicide); }), db::Unavailable);
    database->ping();
    EXPECT_THROW(database->write([&](Transaction& t) { t.execute_each(suicide, std::vector<db::Params>(3)); }),
                 db::Unavailable);
    database->ping();
}

TEST(Postgres, GetsOverAMigrationUnderPreparedStatements) {
    EmptyDatabase place(Dialect::postgres);
    place.options.connections = 1;
    auto const database = Database::open(place.options);
    create_counter(*database);
    auto const value = [](Connection& c) { return c.scalar<std::int64_t>({"value", "select value from counter"}); };
    database->read(value);
    database->write(value);
    auto const change = [&](std::string_view type) {
        Database::open(place.options)->write([&](Transaction& t) {
            t.execute({"alter", "alter table counter alter column value type " + std::string(type)});
        });
    };
    change("integer");
    EXPECT_THROW(database->read(value), db::Unavailable);
    EXPECT_EQ(database->read(value), 0);
    change("bigint");
    EXPECT_EQ(database->write(value), 0) << "writes are run again";
}

TEST(Postgres, KeepsNothingInTheSessionBehindATransactionPooler) {
    EmptyDatabase place(Dialect::postgres);
    create_counter(*Database::open(place.options));
    for (bool const prepare : {true, false}) {
        place.options.prepare = prepare;
        place.options.connections = 1;
        auto const database = Database::open(place.options);
        database->write([&](Transaction& t) {
            t.execute(increment);
            EXPECT_EQ(setting(t, "lock_timeout"), "1s");
            EXPECT_EQ(setting(t, "statement_timeout"), "8s");
            EXPECT_EQ(setting(t, "transaction_isolation"), "repeatable read");
        });
        database->read([&](Connection& c) {
            EXPECT_EQ(c.scalar<std::int64_t>(
                          {"prepared", "select count(*) from pg_prepared_statements where statement like 'update%'"}),
                      prepare ? 1 : 0);
            EXPECT_EQ(setting(c, "lock_timeout"), prepare ? "1s" : "0");
        });
    }
}

TEST(Postgres, ALockHeldTooLongIsUnavailable) {
    EmptyDatabase const place(Dialect::postgres);
    auto const database = Database::open(place.options);
    create_counter(*database);
    std::atomic<bool> held = false;
    std::atomic<bool> release = false;
    std::jthread const holder([&] {
        database->write([&](Transaction& t) {
            t.execute(increment);
            held = true;
            held.notify_all();
            release.wait(false);
        });
    });
    held.wait(false);
    // The lock is given back only below: who waited for it would never return.
    EXPECT_THAT([&] { database->write([](Transaction& t) { t.execute(increment); }); },
                ThrowsMessage<db::Unavailable>(HasSubstr("increment")));
    release = true;
    release.notify_all();
}

TEST(Postgres, TakesAnyNumberOfServers) {
    EmptyDatabase const place(Dialect::postgres);
    db::ServerLock const first(place.options);
    db::ServerLock const second(place.options);
}

// What follows is thawed only at the end of a test: who waited for the server would never return.
TEST(Postgres, AServerThatStopsAnsweringIsAwayInTime) {
    PostgresCluster const cluster;
    auto const database = Database::open({.url = cluster.url("frozen"), .answer = std::chrono::milliseconds{500}});
    create_counter(*database);
    cluster.freeze();
    EXPECT_THROW(database->ping(), db::Away);
    EXPECT_THROW(database->write([](Transaction& t) { t.execute(increment); }), db::Away);
    cluster.thaw();
    database->write([](Transaction& t) { t.execute(increment); });
}

TEST(Postgres, ACommitWithoutAnswerHasAnUnknownOutcome) {
    PostgresCluster const cluster;
    auto const database = Database::open({.url = cluster.url("frozen"), .answer = std::chrono::milliseconds{500}});
    create_counter(*database);
    EXPECT_THROW(database->write([&](Transaction& t) {
        t.execute(increment);
        cluster.freeze();
    }),
                 db::OutcomeUnknown);
    cluster.thaw();
    database->ping();
}

TEST(Postgres, AConnectionCutBeforeTheCommitLeavesNoDoubt) {
    EmptyDatabase const place(Dialect::postgres);
    auto const database = Database::open(place.options);
    create_counter(*database);
    EXPECT_THROW(database->write([&](Transaction& t) {
        t.execute(increment);
        t.execute({"suicide", "select pg_terminate_backend(pg_backend_pid())"});
    }),
                 db::Away);
    EXPECT_EQ(
        database->read([](Connection& c) { return c.scalar<std::int64_t>({"value", "select value from counter"}); }),
        0);
}

TEST(Postgres, WhoWaitsIsSentAwayWhenTheProcessEnds) {
    PostgresCluster const cluster;
    auto const database = Database::open({.url = cluster.url("frozen"), .answer = std::chrono::hours{1}});
    create_counter(*database);
    std::atomic<bool> reads = false;
    std::jthread const reader([&] {
        database->read([&](Connection& c) {
            c.scalar<std::int64_t>({"value", "select value from counter"});
            cluster.freeze();
            reads = true;
            reads.notify_all();
            EXPECT_THROW(c.scalar<std::int64_t>({"value", "select value from counter"}), db::Away);
        });
    });
    reads.wait(false);
    database->stop_waiting();
    EXPECT_THROW(database->ping(), db::Away) << "who comes later too";
    cluster.thaw();
}

TEST(Postgres, AServerOutOfReachGetsASentenceWithoutThePassword) {
    auto const opening = [](std::string url) { return [url] { Database::open({.url = url}); }; };
    EXPECT_THAT(opening("postgresql://ana:segredo@127.0.0.1:1/balcao"),
                ThrowsMessage<db::Error>(AllOf(HasSubstr("Não foi possível conectar ao PostgreSQL"),
                                               HasSubstr("127.0.0.1"), Not(HasSubstr("segredo")))));
    EXPECT_THAT(opening("postgresql://ana:segr%zzedo@127.0.0.1:1/balcao"),
                ThrowsMessage<db::Error>(AllOf(HasSubstr("não é válido"), Not(HasSubstr("segr")))));
}

} // namespace

} // namespace balcao::test
