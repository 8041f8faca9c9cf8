#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "db/database.hpp"
#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Connection;
using db::Dialect;
using db::Row;
using db::Transaction;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

// One row, whose only column is NULL.
constexpr std::optional<std::optional<std::int64_t>> one_null(std::in_place);

constexpr auto integer = [](Row const& row) { return row.get<std::int64_t>(0); };

class DatabaseTest : public testing::TestWithParam<Dialect> {
protected:
    DatabaseTest() {
        database->write([](Transaction& t) {
            t.execute({"create", R"sql(
                create table note (
                    id uuid not null primary key, title text not null, size bigint, body bytea, parent uuid references note (id)))sql"});
            t.execute({"create", "create unique index note_title on note (title)"});
            t.execute({"create", "create unique index note_parent_size on note (parent, size)"});
            t.execute({"create", "create table counter (number bigint not null primary key, value bigint not null)"});
            t.execute({"start", "insert into counter (number, value) values (1, 0)"});
        });
    }

    std::int64_t counter() {
        return database->read([](Connection& c) { return c.scalar<std::int64_t>({"value", "select value from counter"}).value(); });
    }
    static void add_note(Connection& connection, Uuid id, std::string_view title) {
        connection.execute({"add_note", "insert into note (id, title) values (:id, :title)"}, {{"id", id}, {"title", title}});
    }
    static void increment(Connection& connection) { connection.execute({"increment", "update counter set value = value + 1"}); }

    EmptyDatabase const place{GetParam()};
    std::unique_ptr<db::Database> database = db::Database::open(place.options);
};

INSTANTIATE_TEST_SUITE_P(Engines, DatabaseTest, testing::Values(Dialect::sqlite, Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(DatabaseTest, GivesBackWhatWasWritten) {
    auto const id = Uuid::make();
    db::Blob body(300'000);
    for (std::size_t i = 0; i < body.size(); ++i) body[i] = static_cast<std::byte>(i * 7 % 256);
    std::string const title = "ação 'com' \"aspas\" :nome \\ €";
    database->write([&](Transaction& t) {
        t.execute({"insert", "insert into note (id, title, size, body) values (:id, :title, :size, :body)"},
                  {{"id", id}, {"title", title}, {"size", std::numeric_limits<std::int64_t>::min()}, {"body", body}});
    });
    auto const found = database->read([&](Connection& c) {
        return c.first({"find", "select id, title, size, body, parent from note where id = :id"}, {{"id", id}}, [](Row const& row) {
            return std::tuple(row.get<Uuid>(0), row.get<std::string>(1), row.get<std::int64_t>(2), row.get<db::Blob>(3), row.get<std::optional<Uuid>>(4));
        });
    });
    EXPECT_EQ(found, std::tuple(id, title, std::numeric_limits<std::int64_t>::min(), body, std::nullopt));
}

TEST_P(DatabaseTest, TellsEmptyFromNull) {
    auto const [with, without] = std::pair(Uuid::make(), Uuid::make());
    database->write([&](Transaction& t) {
        db::Query const insert{"insert", "insert into note (id, title, body) values (:id, :title, :body)"};
        t.execute(insert, {{"id", without}, {"title", "none"}, {"body", std::optional<db::Blob>{}}});
        t.execute(insert, {{"id", with}, {"title", std::string_view{}}, {"body", db::BlobView{}}});
    });
    auto const bodies = database->read([](Connection& c) {
        return c.all({"bodies", "select body, title from note order by title"}, {}, [](Row const& row) {
            return std::pair(row.get<std::optional<db::Blob>>(0), row.get<std::string>(1));
        });
    });
    EXPECT_THAT(bodies, ElementsAre(std::pair(std::optional(db::Blob{}), ""), std::pair(std::nullopt, "none")));
}

TEST_P(DatabaseTest, ReadsSumsCountsAndTruthValuesAsIntegers) {
    database->write([](Transaction& t) {
        t.execute({"more", "insert into counter (number, value) values (2, 123456789012), (3, -5), (4, 10000), (5, 20000)"});
    });
    database->read([](Connection& c) {
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter"}), 123456819007);
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter where number > 3"}), 30000);
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter where number = 3"}), -5);
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter where number = 1"}), 0);
        EXPECT_EQ(c.scalar<std::optional<std::int64_t>>({"sum", "select sum(value) from counter where number = 9"}), one_null);
        EXPECT_EQ(c.scalar<int>({"count", "select count(*) from counter"}), 5);
        EXPECT_EQ(c.scalar<bool>({"exists", "select exists (select 1 from counter where number = 3)"}), true);
        EXPECT_EQ(c.scalar<bool>({"exists", "select exists (select 1 from counter where number = 9)"}), false);
    });
}

TEST_P(DatabaseTest, RefusesAValueOfAnotherType) {
    database->write([](Transaction& t) { add_note(t, Uuid::make(), "a"); });
    database->read([](Connection& c) {
        db::Query const query{"find", "select id, title, size from note"};
        EXPECT_THROW(c.first(query, {}, [](Row const& row) { return row.get<std::int64_t>(1); }), db::Error);
        EXPECT_THROW(c.first(query, {}, [](Row const& row) { return row.get<std::string>(0); }), db::Error);
        EXPECT_THROW(c.first(query, {}, [](Row const& row) { return row.get<db::Blob>(1); }), db::Error);
        EXPECT_THROW(c.first(query, {}, [](Row const& row) { return row.get<Uuid>(1); }), db::Error);
        EXPECT_THAT([&] { c.first(query, {}, [](Row const& row) { return row.get<std::int64_t>(2); }); },
                    ThrowsMessage<db::Error>("query 'find': column 2 is NULL"));
        EXPECT_THROW(c.first(query, {}, [](Row const& row) { return row.get<std::optional<int>>(3); }), db::Error);
    });
}

TEST_P(DatabaseTest, FindsParametersByNameInAnyOrder) {
    database->read([](Connection& c) {
        db::Query const query{"pick", "select :a, ':b', :c, :a /* :d */ -- :e"};
        auto const row = c.first(query, {{"c", "three"}, {"unused", 9}, {"a", "one"}}, [](Row const& r) {
            return std::vector{r.get<std::string>(0), r.get<std::string>(1), r.get<std::string>(2), r.get<std::string>(3)};
        });
        EXPECT_THAT(row.value(), ElementsAre("one", ":b", "three", "one"));
        EXPECT_THAT([&] { c.execute(query, {{"a", "one"}}); }, ThrowsMessage<std::logic_error>("query 'pick': no value for :c"));
    });
}

TEST_P(DatabaseTest, TakesANullOfAnyTypeBeforeAndAfterAValue) {
    database->write([](Transaction& t) { add_note(t, Uuid::make(), "a"); });
    database->read([](Connection& c) {
        db::Query const query{"filter", "select count(*) from note where :title is null or title = :title"};
        std::optional<std::string> title;
        EXPECT_EQ(c.scalar<int>(query, {{"title", title}}), 1);
        title = "b";
        EXPECT_EQ(c.scalar<int>(query, {{"title", title}}), 0);
    });
    database->write([](Transaction& t) {
        db::Query const query{"resize", "update note set size = :size"};
        t.execute(query, {{"size", std::nullopt}});
        t.execute(query, {{"size", 7}});
        EXPECT_EQ(t.scalar<std::int64_t>({"size", "select size from note"}), 7);
        t.execute(query, {{"size", std::nullopt}});
        EXPECT_EQ(t.scalar<std::optional<std::int64_t>>({"size", "select size from note"}), one_null);
    });
}

TEST_P(DatabaseTest, CountsChangedRowsAndReturnsThem) {
    database->write([](Transaction& t) {
        t.execute({"more", "insert into counter (number, value) values (2, 0), (3, 0)"});
        EXPECT_EQ(t.execute({"update", "update counter set value = 5 where number > :n"}, {{"n", 1}}), 2);
        EXPECT_EQ(t.execute({"update", "update counter set value = 6 where number = 9"}), 0);
        EXPECT_EQ(t.execute({"select", "select * from counter"}), 0);
        EXPECT_EQ(t.execute({"create", "create table other (id bigint)"}), 0);
        EXPECT_EQ(t.execute({"delete", "delete from counter where number = 3"}), 1);
        auto const values = t.all({"returning", "update counter set value = value + 1 returning value"}, {}, integer);
        EXPECT_THAT(values, testing::UnorderedElementsAre(1, 6));
        EXPECT_EQ(t.run({"returning", "update counter set value = value + 1 returning value"}, {}, {}), 2);
    });
}

TEST_P(DatabaseTest, AStatementMayBeUsedInsideItsOwnAnswer) {
    database->write([](Transaction& t) { t.execute({"more", "insert into counter (number, value) values (2, 1), (3, 1)"}); });
    database->read([](Connection& c) {
        db::Query const above{"above", "select number from counter where number > :n order by number"};
        std::vector<std::int64_t> seen;
        c.run(above, {{"n", 1}}, [&](Row const& row) {
            seen.push_back(row.get<std::int64_t>(0));
            for (auto const inner : c.all(above, {{"n", row.get<std::int64_t>(0)}}, integer)) seen.push_back(inner * 10);
        });
        EXPECT_THAT(seen, ElementsAre(2, 30, 3));
    });
}

TEST_P(DatabaseTest, KeepsWorkingWithMoreStatementsThanItKeepsPrepared) {
    database->read([](Connection& c) {
        for (int round = 0; round < 2; ++round)
            for (int i = 0; i < 600; ++i) EXPECT_EQ(c.scalar<std::int64_t>({"many", "select :n + " + std::to_string(i)}, {{"n", 1}}), i + 1);
    });
}

TEST_P(DatabaseTest, NamesTheConstraintThatRefused) {
    auto const id = Uuid::make();
    database->write([&](Transaction& t) {
        t.execute({"insert", "insert into note (id, title, size, parent) values (:id, 'a', 1, :id)"}, {{"id", id}});
    });
    auto const refused_by = [&](std::string_view sql) -> std::string {
        try {
            database->write([&](Transaction& t) { t.execute({"insert", sql}, {{"id", id}, {"new", Uuid::make()}}); });
        } catch (db::UniqueViolation const& violation) {
            EXPECT_THAT(violation.what(), HasSubstr("query 'insert'"));
            return violation.constraint();
        }
        return "nothing";
    };
    EXPECT_EQ(refused_by("insert into note (id, title) values (:new, 'a')"), "note_title");
    EXPECT_EQ(refused_by("insert into note (id, title) values (:id, 'b')"), "note_pkey");
    EXPECT_EQ(refused_by("insert into note (id, title, size, parent) values (:new, 'b', 1, :id)"), "note_parent_size");
    EXPECT_EQ(refused_by("insert into counter (number, value) values (1, 0)"), "counter_pkey");
    EXPECT_EQ(refused_by("update note set title = 'b'"), "nothing");
}

TEST_P(DatabaseTest, TellsForeignKeysFromOtherFaults) {
    auto const id = Uuid::make();
    EXPECT_THROW(database->write([&](Transaction& t) {
        t.execute({"insert", "insert into note (id, title, parent) values (:id, 'a', :parent)"}, {{"id", id}, {"parent", Uuid::make()}});
    }),
                 db::ForeignKeyViolation);
    database->write([&](Transaction& t) {
        add_note(t, id, "a");
        t.execute({"insert", "insert into note (id, title, parent) values (:id, 'b', :parent)"}, {{"id", Uuid::make()}, {"parent", id}});
    });
    EXPECT_THROW(database->write([&](Transaction& t) { t.execute({"delete", "delete from note where id = :id"}, {{"id", id}}); }), db::ForeignKeyViolation);
    EXPECT_THAT([&] { database->write([&](Transaction& t) { t.execute({"no_title", "insert into note (id) values (:id)"}, {{"id", Uuid::make()}}); }); },
                ThrowsMessage<db::Error>(HasSubstr("query 'no_title'")));
    EXPECT_THROW(database->read([](Connection& c) { c.execute({"nonsense", "selec 1"}); }), db::Error);
    EXPECT_ANY_THROW(database->read([](Connection& c) { c.execute({"two", "select 1; select 2"}); }));
}

TEST_P(DatabaseTest, AReaderCannotWrite) {
    EXPECT_THROW(database->read([](Connection& c) { increment(c); }), db::Error);
    EXPECT_EQ(counter(), 0);
}

TEST_P(DatabaseTest, TextInDoubleQuotesIsNoText) {
    EXPECT_THROW(database->read([](Connection& c) { c.execute({"quotes", "select \"text\""}); }), db::Error);
}

TEST_P(DatabaseTest, LikeTellsCapitalsApart) {
    database->read([](Connection& c) { EXPECT_EQ(c.scalar<bool>({"like", "select 'ABC' like 'a%'"}), false); });
}

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
    EXPECT_EQ(database->write([](Transaction& t) -> Result<void> {
        increment(t);
        return {};
    }).has_value(),
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
    options.wait = std::chrono::milliseconds{100};
    auto const impatient = db::Database::open(options);
    EXPECT_THAT([&] { impatient->write([](Transaction&) { throw db::Conflict("lost again"); }); }, ThrowsMessage<db::Unavailable>(HasSubstr("lost again")));
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
    for (int i = 0; i < 2; ++i)
        holders.emplace_back([&] {
            small->read([&](Connection&) {
                ++inside;
                release.wait(false);
            });
        });
    while (inside < 2) std::this_thread::yield();
    auto const start = std::chrono::steady_clock::now();
    EXPECT_THROW(small->ping(), db::Unavailable);
    auto const waited = std::chrono::steady_clock::now() - start;
    EXPECT_GE(waited, options.wait);
    EXPECT_LT(waited, std::chrono::seconds{5});
    release = true;
    release.notify_all();
    holders.clear();
    small->ping();
}

TEST_P(DatabaseTest, TwoProcessesWriteToTheSameDatabase) {
    auto const other = db::Database::open(place.options);
    std::vector<std::jthread> threads;
    for (auto* each : {database.get(), other.get()})
        threads.emplace_back([each] {
            for (int i = 0; i < 50; ++i) each->write([](Transaction& t) { increment(t); });
        });
    threads.clear();
    EXPECT_EQ(counter(), 100);
}

} // namespace

} // namespace balcao::test
