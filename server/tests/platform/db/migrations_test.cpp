#include "platform/db/migrations.hpp"

#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Connection;
using db::Dialect;
using db::Row;
using db::Transaction;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

std::vector<db::Migration> const three{
    {1, "first",
     "create table person (id bigint not null primary key, name text not null);\n"
     "create table house (id bigint not null primary key, owner bigint references person (id));\n"
     "insert into person (id, name) values (1, 'a; b');\ninsert into house (id, owner) values (1, 1);\n"},
    {2, "second",
     "create table entry (seq {{sequence}}, line text not null);\n"
     "-- only sqlite\ninsert into entry (line) values ('sqlite');\n"
     "-- only postgres\ninsert into entry (line) values ('postgres');\n"},
    // Rebuilds a table others point at.
    {3, "third",
     "create table person_new (id bigint not null primary key, name text not null, age bigint);\n"
     "insert into person_new (id, name) select id, name from person;\n"
     "-- only postgres\nalter table house drop constraint house_owner_fkey;\n"
     "drop table person;\nalter table person_new rename to person;\n"
     "-- only postgres\nalter table house add foreign key (owner) references person (id);\n"},
};

std::vector<db::Migration> with_third(std::string_view sql) {
    auto migrations = three;
    migrations.back().sql = sql;
    return migrations;
}

class MigrationsTest : public testing::TestWithParam<Dialect> {
protected:
    std::vector<int> apply(std::vector<db::Migration> const& migrations, int target = 0) {
        return db::apply_migrations(migrations, *database, place.options, target);
    }
    std::vector<std::int64_t> numbers() { return integers("select number from schema_migrations order by number"); }
    std::vector<std::int64_t> integers(std::string_view sql) {
        return database->read([&](Connection& c) {
            return c.all({"integers", sql}, {}, [](Row const& row) { return row.get<std::int64_t>(0); });
        });
    }
    std::optional<std::string> text(std::string_view sql) {
        return database->read([&](Connection& c) { return c.scalar<std::string>({"text", sql}); });
    }

    EmptyDatabase const place{GetParam()};
    std::unique_ptr<db::Database> database = db::Database::open(place.options);
};

INSTANTIATE_TEST_SUITE_P(Engines, MigrationsTest, testing::Values(Dialect::sqlite, Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(MigrationsTest, OurOwnApplyEachAfterTheOneBefore) {
    EmptyDatabase const other(GetParam());
    auto const old = db::Database::open(other.options);
    for (auto const& migration : db::migrations()) {
        EXPECT_FALSE(db::is_current(*old));
        EXPECT_THAT(db::migrate(*old, other.options, migration.number), ElementsAre(migration.number));
    }
    EXPECT_TRUE(db::is_current(*old));
    EXPECT_THAT(db::migrate(*old, other.options), IsEmpty());
}

TEST_P(MigrationsTest, ApplyInOrderAndKeepWhatIsThere) {
    EXPECT_THAT(apply(three, 1), ElementsAre(1));
    EXPECT_EQ(text("select name from person"), "a; b");
    database->write([](Transaction& t) { t.execute({"insert", "insert into person (id, name) values (2, 'later')"}); });
    EXPECT_THAT(apply(three), ElementsAre(2, 3));
    EXPECT_THAT(numbers(), ElementsAre(1, 2, 3));
    EXPECT_THAT(integers("select id from person order by id"), ElementsAre(1, 2));
    EXPECT_THAT(integers("select seq from entry"), ElementsAre(1));
    EXPECT_EQ(text("select line from entry"), engine_name(GetParam()));
    EXPECT_THROW(
        database->write([](Transaction& t) { t.execute({"insert", "insert into house (id, owner) values (2, 9)"}); }),
        db::ForeignKeyViolation);
}

TEST_P(MigrationsTest, AFailureLeavesEverythingAsBefore) {
    apply(three, 2);
    auto const broken = with_third(
        "create table extra (id bigint);\ninsert into person (id, name) values (2, 'b');\ncreate nonsense;\n");
    EXPECT_THAT([&] { apply(broken); }, ThrowsMessage<db::Error>(HasSubstr("003 (third)")));
    EXPECT_THAT(numbers(), ElementsAre(1, 2));
    EXPECT_THAT(integers("select id from person"), ElementsAre(1));
    EXPECT_THROW(integers("select id from extra"), db::Error);
    EXPECT_THAT(apply(three), ElementsAre(3));
}

TEST_P(MigrationsTest, AnOrphanIsAFailure) {
    auto const orphan = with_third("insert into house (id, owner) values (2, 9);\n");
    EXPECT_THAT([&] { apply(orphan); }, ThrowsMessage<db::Error>(HasSubstr("003 (third)")));
    EXPECT_THAT(numbers(), ElementsAre(1, 2));
}

TEST_P(MigrationsTest, ANewerDatabaseIsRefused) {
    apply(three);
    EXPECT_THAT([&] { apply({three[0], three[1]}); },
                ThrowsMessage<db::Error>(HasSubstr("mais novo que este programa")));
    EXPECT_THAT(numbers(), ElementsAre(1, 2, 3));
}

TEST_P(MigrationsTest, TwoProcessesAtOnceApplyEachOnce) {
    auto many = three;
    for (int i = 4; i <= 20; ++i)
        many.push_back({i, "more", "insert into person (id, name) select max(id) + 1, 'x' from person;\n"});
    database.reset(); // SQLite must not be open across a fork
    std::vector<pid_t> children;
    for (int i = 0; i < 2; ++i) {
        auto const child = ::fork();
        if (child == 0) {
            try {
                auto const own = db::Database::open(place.options);
                db::apply_migrations(many, *own, place.options);
                ::_exit(0);
            } catch (std::exception const& error) {
                ::write(STDERR_FILENO, error.what(), std::string_view(error.what()).size());
                ::_exit(1);
            }
        }
        children.push_back(child);
    }
    for (auto const child : children) {
        int status = 0;
        ::waitpid(child, &status, 0);
        EXPECT_EQ(status, 0);
    }
    database = db::Database::open(place.options);
    EXPECT_EQ(numbers().size(), 20U);
    EXPECT_EQ(integers("select id from person").size(), 18U);
}

class PostgresMigrationsTest : public MigrationsTest {};
INSTANTIATE_TEST_SUITE_P(Engines, PostgresMigrationsTest, testing::Values(Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(PostgresMigrationsTest, GiveWayToThoseWhoUseTheirTablesAndGoOnAfterwards) {
    apply(three, 2);
    auto const user = db::open_postgres({.url = place.options.url});
    auto const other = db::open_postgres({.url = place.options.url});
    user->command("begin");
    user->command("select id from house");
    // It locks person and waits for house, while the user of house wants person.
    auto migrated = std::async(std::launch::async, [&] {
        return apply(
            with_third("alter table person add column age bigint;\nalter table house add column age bigint;\n"));
    });
    db::Query const waits{"waits", "select count(*) from pg_locks where not granted and relation = 'house'::regclass"};
    while (other->scalar<int>(waits) == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    // So does whoever comes later: behind the migration, which waits for the user.
    EXPECT_NO_THROW(other->command("select id from house"));
    EXPECT_NO_THROW(user->command("select id from person"));
    user->command("commit");
    EXPECT_THAT(migrated.get(), ElementsAre(3));
    EXPECT_THAT(integers("select count(age) from house"), ElementsAre(0));
}

class SqliteMigrationsTest : public MigrationsTest {};
INSTANTIATE_TEST_SUITE_P(Engines, SqliteMigrationsTest, testing::Values(Dialect::sqlite),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(SqliteMigrationsTest, LeaveNoCopyOfANewDatabase) {
    apply(three);
    EXPECT_FALSE(std::filesystem::exists(place.folder.file("balcao.db.before-002")));
}

TEST_P(SqliteMigrationsTest, CopyTheFileBefore) {
    auto const copy = place.folder.file("balcao.db.before-002");
    apply(three, 1);
    EXPECT_FALSE(std::filesystem::exists(place.folder.file("balcao.db.before-001"))) << "there was nothing to keep";
    std::ofstream(copy) << "of an earlier attempt";
    apply(three);
    EXPECT_FALSE(std::filesystem::exists(place.folder.file("balcao.db.before-003"))) << "one copy for both";

    auto const before = db::Database::open({.url = "sqlite:" + copy});
    before->read([](Connection& c) {
        EXPECT_EQ(c.scalar<std::string>({"name", "select name from person"}), "a; b");
        EXPECT_EQ(c.scalar<int>({"newest", "select max(number) from schema_migrations"}), 1);
    });
    auto const rights = std::filesystem::status(copy).permissions() & std::filesystem::perms::all;
    EXPECT_EQ(rights, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

} // namespace

} // namespace balcao::test
