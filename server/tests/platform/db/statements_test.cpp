// Statements, their parameters, answers and refusals.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "notes_fixture.hpp"
#include "platform/db/database.hpp"

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

constexpr auto first_integer = [](Row const& row) { return row.get<std::int64_t>(0); };

class StatementsTest : public NotesTest {};
INSTANTIATE_TEST_SUITE_P(Engines, StatementsTest, testing::Values(Dialect::sqlite, Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(StatementsTest, GivesBackWhatWasWritten) {
    auto const id = Uuid::make();
    db::Blob body(300'000);
    for (std::size_t i = 0; i < body.size(); ++i) body[i] = static_cast<std::byte>(i * 7 % 256);
    std::string const title = "ação 'com' \"aspas\" :nome \\ €";
    database->write([&](Transaction& t) {
        t.execute({"insert", "insert into note (id, title, size, body) values (:id, :title, :size, :body)"},
                  {{"id", id}, {"title", title}, {"size", std::numeric_limits<std::int64_t>::min()}, {"body", body}});
    });
    auto const found = database->read([&](Connection& c) {
        return c.first({"find", "select id, title, size, body, parent from note where id = :id"}, {{"id", id}},
                       [](Row const& row) {
                           return std::tuple(row.get<Uuid>(0), row.get<std::string>(1), row.get<std::int64_t>(2),
                                             row.get<db::Blob>(3), row.get<std::optional<Uuid>>(4));
                       });
    });
    EXPECT_EQ(found, std::tuple(id, title, std::numeric_limits<std::int64_t>::min(), body, std::nullopt));
}

TEST_P(StatementsTest, TellsEmptyFromNull) {
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

TEST_P(StatementsTest, ReadsSumsCountsAndTruthValuesAsIntegers) {
    database->write([](Transaction& t) {
        t.execute(
            {"more", "insert into counter (number, value) values (2, 123456789012), (3, -5), (4, 10000), (5, 20000)"});
    });
    database->read([](Connection& c) {
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter"}), 123456819007);
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter where number > 3"}), 30000);
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter where number = 3"}), -5);
        EXPECT_EQ(c.scalar<std::int64_t>({"sum", "select sum(value) from counter where number = 1"}), 0);
        EXPECT_EQ(c.scalar<std::optional<std::int64_t>>({"sum", "select sum(value) from counter where number = 9"}),
                  one_null);
        EXPECT_EQ(c.scalar<int>({"count", "select count(*) from counter"}), 5);
        EXPECT_EQ(c.scalar<bool>({"exists", "select exists (select 1 from counter where number = 3)"}), true);
        EXPECT_EQ(c.scalar<bool>({"exists", "select exists (select 1 from counter where number = 9)"}), false);
    });
}

TEST_P(StatementsTest, RefusesAValueOfAnotherType) {
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

TEST_P(StatementsTest, FindsParametersByNameInAnyOrder) {
    database->read([](Connection& c) {
        db::Query const query{"pick", "select :a, ':b', :c, :a /* :d */ -- :e"};
        auto const row = c.first(query, {{"c", "three"}, {"unused", 9}, {"a", "one"}}, [](Row const& r) {
            return std::vector{r.get<std::string>(0), r.get<std::string>(1), r.get<std::string>(2),
                               r.get<std::string>(3)};
        });
        EXPECT_THAT(row.value(), ElementsAre("one", ":b", "three", "one"));
        EXPECT_THAT([&] { c.execute(query, {{"a", "one"}}); },
                    ThrowsMessage<std::logic_error>("query 'pick': no value for :c"));
    });
}

TEST_P(StatementsTest, TakesANullOfAnyTypeBeforeAndAfterAValue) {
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

TEST_P(StatementsTest, CountsChangedRowsAndReturnsThem) {
    database->write([](Transaction& t) {
        t.execute({"more", "insert into counter (number, value) values (2, 0), (3, 0)"});
        EXPECT_EQ(t.execute({"update", "update counter set value = 5 where number > :n"}, {{"n", 1}}), 2);
        EXPECT_EQ(t.execute({"update", "update counter set value = 6 where number = 9"}), 0);
        EXPECT_EQ(t.execute({"select", "select * from counter"}), 0);
        EXPECT_EQ(t.execute({"create", "create table other (id bigint)"}), 0);
        EXPECT_EQ(t.execute({"delete", "delete from counter where number = 3"}), 1);
        auto const values =
            t.all({"returning", "update counter set value = value + 1 returning value"}, {}, first_integer);
        EXPECT_THAT(values, testing::UnorderedElementsAre(1, 6));
        EXPECT_EQ(t.run({"returning", "update counter set value = value + 1 returning value"}, {}, {}), 2);
    });
}

TEST_P(StatementsTest, AStatementMayBeUsedInsideItsOwnAnswer) {
    database->write(
        [](Transaction& t) { t.execute({"more", "insert into counter (number, value) values (2, 1), (3, 1)"}); });
    database->read([](Connection& c) {
        db::Query const above{"above", "select number from counter where number > :n order by number"};
        std::vector<std::int64_t> seen;
        c.run(above, {{"n", 1}}, [&](Row const& row) {
            seen.push_back(row.get<std::int64_t>(0));
            for (auto const inner : c.all(above, {{"n", row.get<std::int64_t>(0)}}, first_integer))
                seen.push_back(inner * 10);
        });
        EXPECT_THAT(seen, ElementsAre(2, 30, 3));
    });
}

TEST_P(StatementsTest, KeepsWorkingWithMoreStatementsThanItKeepsPrepared) {
    database->read([](Connection& c) {
        for (int round = 0; round < 2; ++round) {
            for (int i = 0; i < 600; ++i)
                EXPECT_EQ(c.scalar<std::int64_t>({"many", "select :n + " + std::to_string(i)}, {{"n", 1}}), i + 1);
        }
    });
}

TEST_P(StatementsTest, NamesTheConstraintThatRefused) {
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

TEST_P(StatementsTest, TellsForeignKeysFromOtherFaults) {
    auto const id = Uuid::make();
    EXPECT_THROW(database->write([&](Transaction& t) {
        t.execute({"insert", "insert into note (id, title, parent) values (:id, 'a', :parent)"},
                  {{"id", id}, {"parent", Uuid::make()}});
    }),
                 db::ForeignKeyViolation);
    database->write([&](Transaction& t) {
        add_note(t, id, "a");
        t.execute({"insert", "insert into note (id, title, parent) values (:id, 'b', :parent)"},
                  {{"id", Uuid::make()}, {"parent", id}});
    });
    EXPECT_THROW(database->write(
                     [&](Transaction& t) { t.execute({"delete", "delete from note where id = :id"}, {{"id", id}}); }),
                 db::ForeignKeyViolation);
    EXPECT_THAT(
        [&] {
            database->write([&](Transaction& t) {
                t.execute({"no_title", "insert into note (id) values (:id)"}, {{"id", Uuid::make()}});
            });
        },
        ThrowsMessage<db::Error>(HasSubstr("query 'no_title'")));
    EXPECT_THROW(database->read([](Connection& c) { c.execute({"nonsense", "selec 1"}); }), db::Error);
    EXPECT_ANY_THROW(database->read([](Connection& c) { c.execute({"two", "select 1; select 2"}); }));
}

TEST_P(StatementsTest, AReaderCannotWrite) {
    EXPECT_THROW(database->read([](Connection& c) { increment(c); }), db::Error);
    EXPECT_EQ(counter(), 0);
}

TEST_P(StatementsTest, TextInDoubleQuotesIsNoText) {
    EXPECT_THROW(database->read([](Connection& c) { c.execute({"quotes", "select \"text\""}); }), db::Error);
}

TEST_P(StatementsTest, LikeTellsCapitalsApart) {
    database->read([](Connection& c) { EXPECT_EQ(c.scalar<bool>({"like", "select 'ABC' like 'a%'"}), false); });
}

} // namespace

} // namespace balcao::test
