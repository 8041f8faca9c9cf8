#pragma once
// Fresh databases for tests, on either engine.

#include <atomic>
#include <filesystem>
#include <string>

#include <unistd.h>

#include "platform/db/database.hpp"
#include "platform/db/engine.hpp"
#include "platform/db/migrations.hpp"
#include "postgres_cluster.hpp"

namespace balcao::test {

/// A folder that is removed with everything in it.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string path = (std::filesystem::temp_directory_path() / "balcao-test.XXXXXX").string();
        if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("no temporary folder");
        path_ = path;
    }
    ~TemporaryFolder() { std::filesystem::remove_all(path_); }
    TemporaryFolder(TemporaryFolder const&) = delete;
    TemporaryFolder& operator=(TemporaryFolder const&) = delete;

    std::string file(std::string const& name) const { return path_ / name; }

private:
    std::filesystem::path path_;
};

/// An empty database, or a copy of one that nobody has open, gone with this object. Close what is open on it before.
class EmptyDatabase {
public:
    explicit EmptyDatabase(db::Dialect dialect, EmptyDatabase const* copied = nullptr) {
        if (dialect == db::Dialect::sqlite) {
            options.url = "sqlite:" + folder.file("balcao.db");
            if (copied != nullptr) {
                std::filesystem::copy_file(copied->folder.file("balcao.db"), folder.file("balcao.db"));
            }
            return;
        }
        static std::atomic<int> count = 0;
        name_ = "test_" + std::to_string(::getpid()) + "_" + std::to_string(++count);
        auto const shared = shared_postgres_url();
        administrate("create database " + name_ + (copied == nullptr ? "" : " template " + copied->name_));
        options.url = shared.substr(0, shared.rfind('/') + 1) + name_;
    }
    ~EmptyDatabase() {
        if (!name_.empty()) administrate("drop database " + name_ + " with (force)");
    }
    EmptyDatabase(EmptyDatabase const&) = delete;
    EmptyDatabase& operator=(EmptyDatabase const&) = delete;

    TemporaryFolder const folder;
    db::Options options;

private:
    static void administrate(std::string const& sql) {
        auto const connection = db::open_postgres({.url = shared_postgres_url()});
        connection->command("set default_transaction_read_only = off");
        connection->command(sql);
    }

    std::string name_;
};

/// All tables, no rows: a copy of one that was migrated once in this process.
class MigratedDatabase {
public:
    explicit MigratedDatabase(db::Dialect dialect)
        : place(dialect, &migrated(dialect)), database(db::Database::open(place.options)) {}

    EmptyDatabase const place;
    std::unique_ptr<db::Database> const database;

private:
    static EmptyDatabase const& migrated(db::Dialect dialect) {
        struct Original : EmptyDatabase {
            explicit Original(db::Dialect of) : EmptyDatabase(of) {
                db::migrate(*db::Database::open(options), options);
            }
        };
        if (dialect == db::Dialect::sqlite) {
            static Original const sqlite(dialect);
            return sqlite;
        }
        static Original const postgres(dialect);
        return postgres;
    }
};

inline std::string engine_name(db::Dialect dialect) { return dialect == db::Dialect::sqlite ? "sqlite" : "postgres"; }

} // namespace balcao::test
