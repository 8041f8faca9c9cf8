// Transactions, connections and threads.

#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes_fixture.hpp"
#include "platform/db/database.hpp"

namespace balcao::test {

namespace {

using db::Connection;
using db::Dialect;
using db::Transaction;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

class DatabaseTest : public NotesTest {};
INSTANTIATE_TEST_SUITE_P(Engines, DatabaseTest, testing::Values(Dialect::sqlite, Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(DatabaseTest, CommitsUnlessTheWorkThrowsOrRefuses) {
    EXPECT_EQ(database->write([](Transaction& t) -> Result<int> {
        increment(t);
        return 5;
    }),
              5);
    EXPECT_EQ(counter(), 1);
    auto const refused = database->write([](Transaction& t) -> Result<int> {
        increment(t);
        return fail({.kind = FailureKind::conflict, .title = "Já existe"});
    });
    EXPECT_EQ(refused.error().title, "Já existe");
    EXPECT_EQ(counter(), 1);
    EXPECT_THROW(database->write([](Transaction& t) {
        increment(t);
        throw std::runtime_error("stop");
    }),
                 std::runtime_error);
    EXPECT_EQ(counter(), 1);
    EXPECT_EQ(database
                  ->write([](Transaction& t) -> Result<void> {
                      increment(t);
                      return {};
                  })
                  .has_value(),
              true);
    EXPECT_EQ(counter(), 2);
}

TEST_P(DatabaseTest, ActionsRunAfterTheCommitOnly) {
    std::vector<std::string> seen;
    database->write([&](Transaction& t) {
        increment(t);
        t.after_commit([&] { seen.push_back("first " + std::to_string(counter())); });
        t.after_commit([&] { seen.push_back("second"); });
        seen.push_back("work");
    });
    (void)database->write([&](Transaction& t) -> Result<int> {
        t.after_commit([&] { seen.push_back("never"); });
        return not_found();
    });
    EXPECT_THAT(seen, ElementsAre("work", "first 1", "second"));
}

TEST_P(DatabaseTest, NothingWorksAfterAFailedStatementOfATransaction) {
    auto const taken = Uuid::make();
    database->write([&](Transaction& t) { add_note(t, taken, "a"); });
    auto const spoil = [&](Transaction& t) { EXPECT_THROW(add_note(t, taken, "b"), db::UniqueViolation); };
    EXPECT_THROW(database->write([&](Transaction& t) {
        spoil(t);
        increment(t);
    }),
                 db::Error);
    EXPECT_THROW(database->write([&](Transaction& t) {
        increment(t);
        spoil(t);
    }),
                 std::logic_error);
    auto const refused = database->write([&](Transaction& t) -> Result<int> {
        increment(t);
        spoil(t);
        return not_found();
    });
    EXPECT_FALSE(refused.has_value());
    EXPECT_EQ(counter(), 0);
}

TEST_P(DatabaseTest, WritesManyRowsInOneGo) {
    constexpr int many = 1'200;
    std::string const body(20'000, 'x'); // more than any buffer holds, there and back
    std::vector<std::string> titles;
    for (int i = 0; i < many; ++i) titles.push_back(body + std::to_string(i));
    std::vector<db::Params> all;
    for (int i = 0; i < many; ++i) {
        auto const size = i % 3 == 0 ? std::optional<int>{} : std::optional(i);
        all.push_back({{"id", Uuid::make()}, {"title", titles[static_cast<std::size_t>(i)]}, {"size", size}});
    }
    db::Query const insert{"many", "insert into note (id, title, size) values (:id, :title, :size) returning title"};
    database->write([&](Transaction& t) {
        EXPECT_EQ(t.execute_each(insert, {}), 0);
        EXPECT_EQ(t.execute_each(insert, all), many);
        EXPECT_EQ(t.execute_each({"grow", "update note set size = 7 where size < :below"},
                                 std::vector<db::Params>{{{"below", 0}}, {{"below", 8}}}),
                  5)
            << "1, 2, 4, 5, 7";
    });
    database->read([&](Connection& c) {
        EXPECT_EQ(c.scalar<std::int64_t>({"count", "select count(*) from note"}), many);
        EXPECT_EQ(c.scalar<std::int64_t>({"nulls", "select count(*) from note where size is null"}), many / 3);
    });
}

TEST_P(DatabaseTest, OneBadRowAmongManyUndoesThemAll) {
    std::vector<std::string> const titles{"a", "b", "a", "c"};
    std::vector<db::Params> all;
    for (auto const& title : titles) all.push_back({{"id", Uuid::make()}, {"title", title}});
    auto const insert = [&](Transaction& t) {
        t.execute_each({"many", "insert into note (id, title) values (:id, :title)"}, all);
    };
    try {
        database->write(insert);
        FAIL() << "a title was there twice";
    } catch (db::UniqueViolation const& violation) {
        EXPECT_EQ(violation.constraint(), "note_title");
    }
    EXPECT_THROW(database->write([&](Transaction& t) {
        EXPECT_THROW(insert(t), db::UniqueViolation);
        increment(t);
    }),
                 db::Error);
    all.erase(all.begin() + 2);
    database->write(insert);
    EXPECT_EQ(
        database->read([](Connection& c) { return c.scalar<std::int64_t>({"count", "select count(*) from note"}); }),
        3);
    EXPECT_THROW(database->write([](Transaction& t) {
        t.execute_each({"forgotten", "update note set size = :size"},
                       std::vector<db::Params>{{{"size", 1}}, {{"other", 1}}});
    }),
                 std::logic_error);
}

TEST_P(DatabaseTest, RunsTheWorkAgainAfterAConflict) {
    int runs = 0;
    int actions = 0;
    auto const answer = database->write([&](Transaction& t) {
        increment(t);
        t.after_commit([&] { ++actions; });
        if (++runs < 3) throw db::Conflict("lost");
        return runs;
    });
    EXPECT_EQ(answer, 3);
    EXPECT_EQ(actions, 1);
    EXPECT_EQ(counter(), 1);
}

TEST_P(DatabaseTest, GivesUpWhenItConflictsForTooLong) {
    auto options = place.options;
    options.wait = std::chrono::seconds{2}; // enough for its turn to come, however busy the machine is
    auto const impatient = db::Database::open(options);
    EXPECT_THAT([&] { impatient->write([](Transaction&) { throw db::Conflict("lost again"); }); },
                ThrowsMessage<db::Unavailable>(HasSubstr("lost again")));
}

TEST_P(DatabaseTest, CountsExactlyUnderContention) {
    std::vector<std::jthread> threads;
    std::atomic<int> failures = 0;
    for (int i = 0; i < 8; ++i) {
        threads.emplace_back([&] {
            for (int n = 0; n < 200; ++n) {
                // A client asks again when it is told to.
                for (bool done = false; !done;) {
                    try {
                        database->write([](Transaction& t) {
                            auto const value = t.scalar<std::int64_t>({"value", "select value from counter"}).value();
                            t.execute({"set", "update counter set value = :value"}, {{"value", value + 1}});
                        });
                        done = true;
                    } catch (db::Unavailable const&) {
                        ++failures;
                    }
                }
            }
        });
    }
    threads.clear();
    EXPECT_EQ(counter(), 1600);
    EXPECT_LT(failures, 100);
}

TEST_P(DatabaseTest, ReadersSeeOnlyWhatIsCommitted) {
    std::jthread{[&] {
        database->write([&](Transaction& t) {
            increment(t);
            std::jthread{[&] { EXPECT_EQ(counter(), 0); }}.join();
        });
    }}.join();
    EXPECT_EQ(counter(), 1);
}

TEST_P(DatabaseTest, AReadSeesOneMoment) {
    auto const elsewhere = [&](auto work) { std::jthread{[&] { database->write(work); }}.join(); };
    database->read([&](Connection& c) {
        auto const value = [&] { return c.scalar<std::int64_t>({"value", "select value from counter"}); };
        auto const notes = [&] { return c.scalar<std::int64_t>({"notes", "select count(*) from note"}); };
        EXPECT_EQ(value(), 0);
        elsewhere([](Transaction& t) {
            increment(t);
            add_note(t, Uuid::make(), "later");
        });
        EXPECT_EQ(value(), 0);
        EXPECT_EQ(notes(), 0);
    });
    EXPECT_EQ(counter(), 1) << "the next read sees the next moment";
}

TEST_P(DatabaseTest, AReadThatFailsLeavesNothingBehind) {
    auto options = place.options;
    options.connections = 1;
    auto const one = db::Database::open(options);
    EXPECT_THROW(one->read([](Connection& c) { c.execute({"wrong", "select nothing from nowhere"}); }), db::Error);
    EXPECT_THROW(one->read([](Connection& c) { increment(c); }), db::Error);
    EXPECT_THROW(one->read([](Connection& c) {
        c.scalar<std::int64_t>({"value", "select value from counter"});
        throw std::runtime_error("stop");
    }),
                 std::runtime_error);
    one->read([](Connection&) {});
    one->write([](Transaction&) {});
    one->write([](Transaction& t) { increment(t); });
    EXPECT_EQ(one->read([](Connection& c) { return c.scalar<std::int64_t>({"value", "select value from counter"}); }),
              1);
}

TEST_P(DatabaseTest, RefusesNestedUseInsteadOfHanging) {
    auto const nested = testing::Throws<std::logic_error>();
    database->write([&](Transaction&) {
        EXPECT_THAT([&] { database->read([](Connection&) {}); }, nested);
        EXPECT_THAT([&] { database->write([](Transaction&) {}); }, nested);
    });
    database->read([&](Connection&) {
        EXPECT_THAT([&] { database->write([](Transaction&) {}); }, nested);
        EXPECT_THAT([&] { database->ping(); }, nested);
    });
    database->ping();
}

TEST_P(DatabaseTest, SaysUnavailableWhenAllConnectionsAreBusy) {
    auto options = place.options;
    options.connections = 2;
    options.wait = std::chrono::milliseconds{200};
    auto const small = db::Database::open(options);
    std::atomic<int> inside = 0;
    std::atomic<bool> release = false;
    std::vector<std::jthread> holders;
    for (int i = 0; i < 2; ++i) {
        holders.emplace_back([&] {
            small->read([&](Connection&) {
                ++inside;
                release.wait(false);
            });
        });
    }
    while (inside < 2) std::this_thread::yield();
    auto const start = std::chrono::steady_clock::now();
    // Both connections are given back only below: who waited for one would never return.
    EXPECT_THROW(small->ping(), db::Unavailable);
    auto const waited = std::chrono::steady_clock::now() - start;
    EXPECT_GE(waited, options.wait);
    release = true;
    release.notify_all();
    holders.clear();
    small->ping();
}

TEST_P(DatabaseTest, TwoProcessesWriteToTheSameDatabase) {
    auto const other = db::Database::open(place.options);
    std::vector<std::jthread> threads;
    for (auto* each : {database.get(), other.get()}) {
        threads.emplace_back([each] {
            for (int i = 0; i < 50; ++i) each->write([](Transaction& t) { increment(t); });
        });
    }
    threads.clear();
    EXPECT_EQ(counter(), 100);
}

} // namespace

} // namespace balcao::test
