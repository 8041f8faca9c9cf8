#include "platform/db/backup.hpp"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Connection;
using db::Database;
using db::Dialect;
using db::Row;
using db::Transaction;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::ThrowsMessage;

std::string content(std::string const& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_in(std::string const& folder, std::string_view part) {
    std::vector<std::string> found;
    for (auto const& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().filename().string().find(part) != std::string::npos) found.push_back(entry.path());
    return found;
}

// Not our own, so that these tests stay as they are when a table gets another column.
std::vector<db::Migration> const schema{
    {1, "sample",
     "create table sample (id uuid not null primary key, title text not null, size bigint, body bytea, parent uuid "
     "references sample "
     "(id));\n"
     "create table event (seq {{sequence}}, line text not null);\n"},
};

void add_sample(Transaction& t, Uuid id, std::string const& title, std::optional<std::int64_t> size,
                db::Blob const& body, std::optional<Uuid> parent) {
    t.execute(
        {"sample", "insert into sample (id, title, size, body, parent) values (:id, :title, :size, :body, :parent)"},
        {{"id", id}, {"title", title}, {"size", size}, {"body", body}, {"parent", parent}});
}

void add_event(Transaction& t) { t.execute({"event", "insert into event (line) values ('x')"}); }

class BackupTest : public testing::TestWithParam<Dialect> {
protected:
    BackupTest() {
        auto const first = Uuid::make();
        database->write([&](Transaction& t) {
            add_sample(t, first, "Padaria Pão & Mel\tLtda \\ 'SP'", std::nullopt, {}, std::nullopt);
            for (int i = 0; i < 50; ++i) {
                db::Blob body(static_cast<std::size_t>(i) * 1000);
                for (std::size_t n = 0; n < body.size(); ++n)
                    body[n] = static_cast<std::byte>(n * 31 + static_cast<std::size_t>(i));
                add_sample(t, Uuid::make(), std::to_string(i) + "\nlogo", -i, body, first);
                add_event(t);
            }
        });
    }

    static std::vector<std::string> contents(Database& of) {
        return of.read([&](Connection& c) {
            auto rows = c.all({"samples", "select id, title, size, body, parent from sample order by title"}, {},
                              [](Row const& row) {
                                  auto const body = row.blob(3);
                                  return row.get<Uuid>(0).to_string() + row.get<std::string>(1) +
                                         std::to_string(row.get<std::optional<std::int64_t>>(2).value_or(1)) +
                                         std::string(reinterpret_cast<char const*>(body.data()), body.size()) +
                                         row.get<std::optional<Uuid>>(4).value_or(Uuid{}).to_string();
                              });
            rows.push_back(std::to_string(
                c.scalar<std::int64_t>({"events", "select count(*) * 1000 + max(seq) from event"}).value()));
            return rows;
        });
    }

    EmptyDatabase const place{GetParam()};
    std::unique_ptr<Database> database = [&] {
        auto opened = Database::open(place.options);
        db::apply_migrations(schema, *opened, place.options);
        return opened;
    }();
    std::string const file = place.folder.file("copy.backup");
    std::string const folder = place.folder.file("");
};

INSTANTIATE_TEST_SUITE_P(Engines, BackupTest, testing::Values(Dialect::sqlite, Dialect::postgres),
                         [](auto const& info) { return engine_name(info.param); });

TEST_P(BackupTest, RestoredElsewhereHasTheSameContents) {
    auto const before = contents(*database);
    db::backup(place.options, file);
    EXPECT_EQ(std::filesystem::status(file).permissions(), std::filesystem::perms(0600));
    EXPECT_THAT(names_in(folder, "copy.backup"), testing::ElementsAre(file));

    EmptyDatabase const other(GetParam());
    db::restore(other.options, file);
    auto const restored = Database::open(other.options);
    EXPECT_EQ(contents(*restored), before);
    restored->write([](Transaction& t) {
        add_event(t);
        EXPECT_EQ(t.scalar<std::int64_t>({"last", "select max(seq) from event"}), 51);
    });
    EXPECT_THROW(restored->write([&](Transaction& t) { add_sample(t, Uuid::make(), "x", 1, {}, Uuid::make()); }),
                 db::ForeignKeyViolation);
}

TEST_P(BackupTest, IsOneMomentOfADatabaseInUse) {
    std::atomic<bool> stop = false;
    std::atomic<int> written = 0;
    std::jthread writer([&] {
        while (!stop) {
            // Each sample comes with one event.
            database->write([](Transaction& t) {
                add_sample(t, Uuid::make(), "new", 1, {}, std::nullopt);
                add_event(t);
            });
            ++written;
        }
    });
    while (written < 5) std::this_thread::yield();
    db::backup(place.options, file);
    stop = true;
    writer.join();

    EmptyDatabase const other(GetParam());
    db::restore(other.options, file);
    auto const [samples, events] = Database::open(other.options)->read([](Connection& c) {
        return std::pair(c.scalar<std::int64_t>({"samples", "select count(*) from sample"}).value(),
                         c.scalar<std::int64_t>({"events", "select count(*) from event"}).value());
    });
    EXPECT_EQ(samples, events + 1);
    EXPECT_GE(events, 55);
}

TEST_P(BackupTest, NeverOverwrites) {
    std::ofstream(file) << "mine";
    EXPECT_THAT([&] { db::backup(place.options, file); }, ThrowsMessage<db::Error>(HasSubstr("já existe")));
    EXPECT_EQ(content(file), "mine");
}

TEST_P(BackupTest, LeavesNothingWhenItFails) {
    EXPECT_THROW(db::backup(place.options, place.folder.file("missing/copy.backup")), db::Error);
    auto gone = place.options;
    gone.url = GetParam() == Dialect::sqlite ? "sqlite:" + place.folder.file("other.db")
                                             : "postgresql://balcao@127.0.0.1:1/balcao";
    EXPECT_THROW(db::backup(gone, file), db::Error);
    EXPECT_THAT(names_in(folder, "copy.backup"), IsEmpty());
    EXPECT_THAT(names_in(folder, "other.db"), IsEmpty());
}

TEST_P(BackupTest, RestoreRefusesWhatIsNoSoundBackup) {
    db::backup(place.options, file);
    auto const whole = content(file);
    EmptyDatabase const other(GetParam());
    auto const refuses = [&](std::string const& bytes) {
        std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
        EXPECT_THROW(db::restore(other.options, file), db::Error);
        EXPECT_THAT(names_in(other.folder.file(""), "balcao.db"), IsEmpty());
    };
    refuses("");
    refuses("not a database");
    refuses(whole.substr(0, whole.size() / 2));
    auto damaged = whole;
    for (std::size_t i = damaged.size() / 2; i < damaged.size(); ++i) damaged[i] = static_cast<char>(~damaged[i]);
    refuses(damaged);
    std::filesystem::remove(file);
    EXPECT_THROW(db::restore(other.options, file), db::Error);
}

TEST_P(BackupTest, RestoreRefusesABackupOfANewerProgram) {
    database->write([](Transaction& t) {
        t.execute({"newer", "insert into schema_migrations (number, name, applied_at) values (999, 'later', 1)"});
    });
    db::backup(place.options, file);
    EmptyDatabase const other(GetParam());
    EXPECT_THAT([&] { db::restore(other.options, file); }, ThrowsMessage<db::Error>(HasSubstr("mais novo")));
    EXPECT_THAT(names_in(other.folder.file(""), "balcao.db"), IsEmpty());
}

TEST(SqliteRestore, KeepsWhatWasThereAndWantsTheServerStopped) {
    MigratedDatabase const source(Dialect::sqlite);
    auto const file = source.place.folder.file("copy.backup");
    db::backup(source.place.options, file);

    EmptyDatabase const place(Dialect::sqlite);
    auto const folder = place.folder.file("");
    {
        auto const running = Database::open(place.options);
        running->write([](Transaction& t) { t.execute({"create", "create table old (id bigint)"}); });
        EXPECT_THAT([&] { db::restore(place.options, file); }, ThrowsMessage<db::Error>(HasSubstr("pare o servidor")));
        running->write([](Transaction& t) { t.execute({"insert", "insert into old (id) values (1)"}); });
    }
    EXPECT_THAT(names_in(folder, "restor"), IsEmpty());

    db::restore(place.options, file);
    EXPECT_TRUE(db::is_current(*Database::open(place.options)));
    auto const kept = names_in(folder, ".before-restore-");
    ASSERT_EQ(kept.size(), 1U);
    Database::open({.url = "sqlite:" + kept[0]})->read([](Connection& c) {
        EXPECT_EQ(c.scalar<int>({"old", "select count(*) from old"}), 1);
    });
}

TEST(SqliteRestore, ReplacesAFileThatIsNoDatabaseAnyMore) {
    MigratedDatabase const source(Dialect::sqlite);
    auto const file = source.place.folder.file("copy.backup");
    db::backup(source.place.options, file);

    EmptyDatabase const place(Dialect::sqlite);
    std::ofstream(place.folder.file("balcao.db")) << "ruined";
    std::ofstream(place.folder.file("balcao.db-wal")) << "ruined log";
    db::restore(place.options, file);
    EXPECT_TRUE(db::is_current(*Database::open(place.options)));
    EXPECT_EQ(names_in(place.folder.file(""), ".before-restore-").size(), 2U);
}

TEST(PostgresRestore, RefusesADatabaseThatHasTables) {
    MigratedDatabase const source(Dialect::postgres);
    auto const file = source.place.folder.file("copy.backup");
    db::backup(source.place.options, file);
    EXPECT_THAT([&] { db::restore(source.place.options, file); },
                ThrowsMessage<db::Error>(HasSubstr("não está vazio")));
}

TEST(PostgresBackup, HidesThePasswordFromTheListOfProcesses) {
    MigratedDatabase const source(Dialect::postgres);
    TemporaryFolder const programs;
    auto const fake = programs.file("pg_dump");
    std::ofstream(fake) << "#!/bin/sh\nprintf '%s\\n' \"$@\" >\"$0.arguments\"\nprintf '%s' \"$PGPASSWORD\" "
                           ">\"$0.password\"\necho 'no luck' >&2\nexit 3\n";
    std::filesystem::permissions(fake, std::filesystem::perms::owner_all);

    auto options = source.place.options;
    auto const at = options.url.find('@');
    options.url = options.url.substr(0, at) + ":segr%27edo" + options.url.substr(at);
    std::string const path = std::getenv("PATH");
    ::setenv("PATH", (programs.file("") + ":" + path).c_str(), 1);
    EXPECT_THAT([&] { db::backup(options, programs.file("copy.backup")); },
                ThrowsMessage<db::Error>(AllOf(HasSubstr("pg_dump"), HasSubstr("no luck"), Not(HasSubstr("edo")))));
    ::setenv("PATH", path.c_str(), 1);

    EXPECT_EQ(content(fake + ".password"), "segr'edo");
    EXPECT_THAT(content(fake + ".arguments"), AllOf(HasSubstr("--dbname=user='balcao'"), Not(HasSubstr("edo"))));
    EXPECT_THAT(names_in(programs.file(""), "copy.backup"), IsEmpty());
}

} // namespace

} // namespace balcao::test
