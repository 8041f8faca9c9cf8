// What only a SQLite file can suffer.

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "platform/db/database.hpp"
#include "platform/db/full_disk.hpp"
#include "platform/db/server_lock.hpp"
#include "platform/db/statistics.hpp"
#include "test_database.hpp"

namespace balcao::test {

namespace {

using db::Connection;
using db::Database;
using db::Dialect;
using db::Transaction;
using testing::AllOf;
using testing::Contains;
using testing::Eq;
using testing::HasSubstr;
using testing::Not;
using testing::Optional;
using testing::StartsWith;
using testing::ThrowsMessage;

constexpr db::Query create_twins{"create", "create table twin (side bigint not null, number bigint not null, body "
                                           "bytea not null, primary key (side, number))"};
constexpr db::Query add_twin{"add", "insert into twin (side, number, body) values (:side, :number, :body)"};

void add_twins(Database& database, std::int64_t number) {
    db::Blob const body(20'000, std::byte{7});
    database.write([&](Transaction& t) {
        t.execute(add_twin, {{"side", 1}, {"number", number}, {"body", body}});
        t.execute(add_twin, {{"side", 2}, {"number", number}, {"body", body}});
    });
}

std::int64_t integer(Database& database, std::string_view sql) {
    return database.read([&](Connection& c) { return c.scalar<std::int64_t>({"integer", sql}).value(); });
}

// Another process, which says things through a pipe and lives until it is killed.
class OtherProcess {
public:
    explicit OtherProcess(std::function<void(int)> const& work) {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
        child_ = ::fork();
        if (child_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL); // not longer than this process
            try {
                work(ends[1]);
            } catch (std::exception const& error) {
                std::fputs(error.what(), stderr);
            }
            ::_exit(1);
        }
        ::close(ends[1]);
        pipe_ = ends[0];
    }
    ~OtherProcess() {
        kill();
        ::close(pipe_);
    }
    OtherProcess(OtherProcess const&) = delete;
    OtherProcess& operator=(OtherProcess const&) = delete;

    // The next number it says, or nothing when it is gone.
    std::optional<std::int64_t> next() const {
        std::int64_t number = 0;
        if (::read(pipe_, &number, sizeof number) == sizeof number) return number;
        return std::nullopt;
    }
    static void say(int pipe, std::int64_t number) {
        if (::write(pipe, &number, sizeof number) != sizeof number) ::_exit(2);
    }
    void kill() {
        if (child_ == 0) return;
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
        child_ = 0;
    }

private:
    pid_t child_ = 0;
    int pipe_ = -1;
};

TEST(Sqlite, AFileLockedByAnotherProcessIsUnavailableForWritesOnly) {
    EmptyDatabase place(Dialect::sqlite);
    Database::open(place.options)->write([](Transaction& t) { t.execute(create_twins); });
    OtherProcess other([&](int pipe) {
        Database::open(place.options)->write([&](Transaction&) {
            OtherProcess::say(pipe, 1);
            ::pause();
        });
    });
    ASSERT_EQ(other.next(), 1);
    place.options.wait = std::chrono::milliseconds{300};
    auto const database = Database::open(place.options);
    // The other process holds the lock until it is killed below: who waited for it would never return.
    EXPECT_THAT([&] { add_twins(*database, 1); }, ThrowsMessage<db::Unavailable>(HasSubstr("locked")));
    EXPECT_EQ(integer(*database, "select count(*) from twin"), 0);
    other.kill();
    add_twins(*database, 1);
    EXPECT_EQ(integer(*database, "select count(*) from twin"), 2);
}

TEST(Sqlite, AKilledProcessLeavesWholeTransactionsOnly) {
    EmptyDatabase const place(Dialect::sqlite);
    Database::open(place.options)->write([](Transaction& t) { t.execute(create_twins); });
    for (int round = 0; round < 5; ++round) {
        std::int64_t last = 0;
        {
            OtherProcess other([&](int pipe) {
                auto const database = Database::open(place.options);
                for (auto number = integer(*database, "select coalesce(max(number), 0) + 1 from twin");; ++number) {
                    add_twins(*database, number);
                    OtherProcess::say(pipe, number);
                }
            });
            for (int i = 0; i < 10 + round; ++i) last = other.next().value();
            // Somewhere inside the transactions that follow.
            std::this_thread::sleep_for(std::chrono::microseconds{500 * round});
            other.kill();
            while (auto const number = other.next()) last = *number;
        }
        auto const database = Database::open(place.options);
        EXPECT_EQ(
            database->read([](Connection& c) { return c.scalar<std::string>({"check", "pragma integrity_check"}); }),
            "ok");
        auto const newest = integer(*database, "select max(number) from twin");
        EXPECT_GE(newest, last) << "what was committed must be there";
        EXPECT_EQ(integer(*database, "select count(*) from twin where side = 1"), newest);
        EXPECT_EQ(integer(*database, "select count(*) from twin where side = 2"), newest);
    }
}

// A disk of a few megabytes when this process may mount one, else a database that may not grow.
class SmallDisk {
public:
    SmallDisk() : mounted_(::mount("balcao-test", folder_.file("").c_str(), "tmpfs", 0, "size=4m") == 0) {}
    ~SmallDisk() {
        if (mounted_) ::umount2(folder_.file("").c_str(), MNT_DETACH);
    }
    SmallDisk(SmallDisk const&) = delete;
    SmallDisk& operator=(SmallDisk const&) = delete;

    std::string url() const { return "sqlite:" + folder_.file("balcao.db"); }
    void fill(Database& database) const {
        if (!mounted_) return limit_pages(database, 10);
        std::ofstream filler(folder_.file("filler"), std::ios::binary);
        std::vector<char> const block(65536, 'x');
        while (filler.write(block.data(), static_cast<std::streamsize>(block.size())).flush()) {
        }
    }
    void make_room(Database& database) const {
        if (mounted_) std::filesystem::remove(folder_.file("filler"));
        else limit_pages(database, 1'000'000);
    }

private:
    static void limit_pages(Database& database, int pages) {
        database.write(
            [&](Transaction& t) { t.execute({"limit", "pragma max_page_count = " + std::to_string(pages)}); });
    }

    TemporaryFolder const folder_;
    bool const mounted_;
};

TEST(Sqlite, AFullDiskIsUnavailableAndHarmsNothing) {
    SmallDisk const disk;
    auto const database = Database::open({.url = disk.url()});
    database->write([](Transaction& t) { t.execute(create_twins); });
    add_twins(*database, 1);
    disk.fill(*database);
    auto const add_many = [&] {
        for (std::int64_t number = 2; number < 200; ++number) add_twins(*database, number);
    };
    EXPECT_THROW(add_many(), db::FullDisk);
    EXPECT_EQ(integer(*database, "select count(*) from twin where side = 1"),
              integer(*database, "select count(*) from twin where side = 2"));
    disk.make_room(*database);
    add_twins(*database, 1000);
    EXPECT_EQ(integer(*database, "select max(number) from twin"), 1000);
    EXPECT_EQ(database->read([](Connection& c) { return c.scalar<std::string>({"check", "pragma integrity_check"}); }),
              "ok");
}

TEST(Sqlite, AFileThatCannotBeOpenedGetsASentence) {
    TemporaryFolder const folder;
    auto const opening = [](std::string path) { return [path] { Database::open({.url = "sqlite:" + path}); }; };
    EXPECT_THAT(opening(folder.file("missing/balcao.db")),
                ThrowsMessage<db::Error>(AllOf(StartsWith("Não foi possível criar "), HasSubstr("No such file"))));
    EXPECT_THAT(opening(folder.file("")), ThrowsMessage<db::Error>(HasSubstr("Is a directory")));
    std::ofstream(folder.file("letter.txt")) << std::string(5000, 'x');
    EXPECT_THAT(opening(folder.file("letter.txt")), ThrowsMessage<db::Error>(HasSubstr("file is not a database")));
    EXPECT_THAT([] { Database::open({.url = "mysql://x"}); },
                ThrowsMessage<db::Error>(HasSubstr("sqlite: ou postgresql://")));
}

TEST(Sqlite, OneServerForOneFile) {
    EmptyDatabase const place(Dialect::sqlite);
    {
        db::ServerLock const first(place.options);
        EXPECT_THAT([&] { db::ServerLock{place.options}; },
                    ThrowsMessage<db::Error>(AllOf(StartsWith("Outro Balcão"), HasSubstr("balcao.db"))));
        Database::open(place.options)->write([](Transaction& t) { t.execute(create_twins); }); // commands go on
    }
    db::ServerLock const next(place.options);
}

TEST(Sqlite, OnlyTheOwnerMayReadTheFiles) {
    EmptyDatabase const place(Dialect::sqlite);
    auto const database = Database::open(place.options);
    database->write([](Transaction& t) { t.execute(create_twins); });
    for (auto const* const name : {"balcao.db", "balcao.db-wal", "balcao.db-shm"})
        EXPECT_EQ(std::filesystem::status(place.folder.file(name)).permissions(), std::filesystem::perms(0600)) << name;
}

// Before SQLite has looked at its tables, which it does when they have grown.
TEST(Sqlite, ANewDatabaseFindsAReceiptsExchangesByTheReceipt) {
    MigratedDatabase const place(Dialect::sqlite);
    auto const plan = place.database->read([](Connection& c) {
        return c.all({"plan", "explain query plan select servico from sefaz_troca where emitente_id = :emitente_id and "
                              "nfce_id = :nfce_id order by seq"},
                     {{"emitente_id", Uuid::make()}, {"nfce_id", Uuid::make()}},
                     [](db::Row const& row) { return row.get<std::string>(3); });
    });
    EXPECT_THAT(plan, Contains(HasSubstr("sefaz_troca_nfce (nfce_id=?)")));
}

TEST(Sqlite, LooksAtATableAsSoonAsItHasAsManyRowsAsWereAssumed) {
    MigratedDatabase const place(Dialect::sqlite);
    auto const rows_known = [&](std::string_view index) {
        return place.database->read([&](Connection& c) {
            return c.scalar<std::string>({"stat", "select stat from sqlite_stat1 where idx = :idx"}, {{"idx", index}});
        });
    };
    auto const assumed = rows_known("contagens_mudancas_tabela");
    auto const add = [&](std::int64_t rows) {
        place.database->write([&](Transaction& t) {
            t.execute({"add", "insert into contagens_mudancas (emitente_id, tabela, situacao, mudanca) "
                              "with recursive n (i) as (select 1 union all select i + 1 from n where i < :rows) "
                              "select zeroblob(16), 'produtos', 'ativos', 1 from n"},
                      {{"rows", rows}});
        });
        db::refresh_statistics(*place.database);
    };
    add(1'000);
    EXPECT_EQ(rows_known("contagens_mudancas_tabela"), assumed);
    add(100);
    EXPECT_THAT(rows_known("contagens_mudancas_tabela"), Optional(Not(Eq(assumed))));
    EXPECT_THAT(rows_known("sefaz_troca_nfce"), Optional(StartsWith("1009 ")));
}

TEST(Sqlite, WhatItSawOfATableIsNotOverwrittenAtTheNextStart) {
    MigratedDatabase const place(Dialect::sqlite);
    place.database->write([](Transaction& t) {
        t.execute({"seen", "update sqlite_stat1 set stat = '7 7 1' where idx = 'sefaz_troca_nfce'"});
        t.execute({"grown", "delete from sqlite_stat1 where tbl = 'estacao'"});
    });
    db::migrate(*place.database, place.place.options);
    EXPECT_EQ(integer(*place.database, "select count(*) from sqlite_stat1 where stat = '7 7 1'"), 1);
    EXPECT_GT(integer(*place.database, "select count(*) from sqlite_stat1 where tbl = 'estacao'"), 0);
}

} // namespace

} // namespace balcao::test
