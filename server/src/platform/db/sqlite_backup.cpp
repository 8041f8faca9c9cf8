#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <vector>

#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include "platform/base/time.hpp"
#include "platform/db/backup.hpp"
#include "platform/db/engine.hpp"
#include "platform/db/engine_backup.hpp"
#include "platform/db/files.hpp"
#include "platform/db/migrations.hpp"
#include "platform/db/sqlite.hpp"

namespace balcao::db {

namespace {

constexpr int pages_per_step = 1024;
constexpr int steps_per_sync = 4; // 16 MiB

[[noreturn]] void fail(std::string const& path, sqlite3* db) {
    throw Error(fmt::format("O arquivo {} não pode ser usado: {}", path, sqlite3_errmsg(db)));
}

// First column of every row, as text.
std::vector<std::string> texts(std::string const& path, sqlite3* db, std::string const& sql) {
    std::vector<std::string> found;
    auto const add = [](void* target, int, char** values, char**) {
        static_cast<std::vector<std::string>*>(target)->emplace_back(values[0] == nullptr ? "" : values[0]);
        return 0;
    };
    if (sqlite3_exec(db, sql.c_str(), add, &found, nullptr) != SQLITE_OK) fail(path, db);
    return found;
}

RowCounts count_rows(std::string const& path, sqlite3* db) {
    RowCounts counts;
    for (auto const& table :
         texts(path, db,
               "select name from sqlite_master where type = 'table' and name not like 'sqlite\\_%' escape '\\'"))
        counts[table] = std::stoll(texts(path, db, fmt::format("select count(*) from \"{}\"", table)).at(0));
    return counts;
}

// Writes what the system still keeps in memory of the file: the next commit of a sale would wait for all of it.
int write_out(sqlite3* db) {
    sqlite3_file* file = nullptr;
    auto const result = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    return result == SQLITE_OK ? file->pMethods->xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY) : result;
}

struct FinishBackup {
    void operator()(sqlite3_backup* backup) const { sqlite3_backup_finish(backup); }
};

// Rows by table of a sound Balcão file.
RowCounts check_sqlite(std::string const& path) {
    auto const db = open_sqlite_file(path, false);
    auto const tables =
        texts(path, db.get(), "select name from sqlite_master where type = 'table' and name = 'schema_migrations'");
    if (tables.empty()) throw Error(fmt::format("O arquivo {} não é um banco de dados do Balcão.", path));
    if (texts(path, db.get(), "pragma integrity_check") != std::vector<std::string>{"ok"})
        throw Error(fmt::format("O arquivo {} está danificado.", path));
    if (!texts(path, db.get(), "pragma foreign_key_check").empty()) {
        throw Error(
            fmt::format("O arquivo {} está danificado: há registros que apontam para outros que não existem.", path));
    }
    return count_rows(path, db.get());
}

void refuse_newer(std::string const& path) {
    auto const db = open_sqlite_file(path, false);
    auto const newer =
        texts(path, db.get(),
              fmt::format("select number from schema_migrations where number > {}", migrations().back().number));
    if (!newer.empty()) throw Error(fmt::format("O arquivo {} é de um Balcão mais novo que este programa.", path));
}

// `20261121T140305Z`
std::string time_stamp() {
    auto text = SystemClock{}.now().to_iso().substr(0, 19);
    std::erase_if(text, [](char c) { return c == '-' || c == ':'; });
    return text + "Z";
}

// A kept copy never takes the place of another one of the same second. The caller is the only one who restores.
std::string unused_name(std::string const& wanted) {
    auto const is_used = [](std::string const& name) {
        return std::ranges::any_of(std::array{"", "-wal", "-shm"},
                                   [&](char const* suffix) { return std::filesystem::exists(name + suffix); });
    };
    if (!is_used(wanted)) return wanted;
    for (int number = 2;; ++number)
        if (auto name = fmt::format("{}-{}", wanted, number); !is_used(name)) return name;
}

// Empties the log into the file and refuses when the file is in use. What is no database any more is left as it is.
void quiesce(std::string const& path) {
    std::string header(16, '\0');
    std::ifstream(path, std::ios::binary).read(header.data(), 16);
    if (header != std::string_view("SQLite format 3\0", 16)) return;
    auto const db = open_sqlite_file(path, false);
    auto const result = sqlite3_exec(db.get(), "pragma journal_mode = delete", nullptr, nullptr, nullptr);
    if ((result & 0xff) == SQLITE_BUSY)
        throw Error(fmt::format("O banco de dados {} está em uso: pare o servidor antes de restaurar.", path));
}

} // namespace

RowCounts copy_snapshot(std::string const& from, std::string const& to) {
    auto const source = open_sqlite_file(from, false);
    auto const target = open_sqlite_file(to, true);
    sqlite3_busy_timeout(source.get(), 2000);
    // The read transaction keeps the moment while others go on writing.
    texts(from, source.get(), "begin");
    auto counts = count_rows(from, source.get());

    texts(to, target.get(), "pragma synchronous = off"); // not for the copy's own safety
    std::unique_ptr<sqlite3_backup, FinishBackup> backup(
        sqlite3_backup_init(target.get(), "main", source.get(), "main"));
    if (!backup) fail(to, target.get());
    int result = SQLITE_OK;
    for (int step = 1; result == SQLITE_OK; ++step) {
        result = sqlite3_backup_step(backup.get(), pages_per_step);
        if (result == SQLITE_OK && step % steps_per_sync == 0) result = write_out(target.get());
    }
    backup.reset();
    if (result != SQLITE_DONE)
        throw Error(fmt::format("A cópia de {} para {} falhou: {}", from, to, sqlite3_errstr(result)));
    texts(to, target.get(), "pragma journal_mode = delete"); // a single file, without log
    sync_file(to);
    return counts;
}

void copy_sqlite(std::string const& from, std::string const& to) {
    auto const partial = to + ".partial";
    ::unlink(partial.c_str());
    try {
        copy_snapshot(from, partial);
        rename_file(partial, to);
        sync_folder_of(to);
    } catch (...) {
        ::unlink(partial.c_str());
        throw;
    }
}

void backup_sqlite(std::string const& path, std::string const& file) {
    if (!std::filesystem::exists(path)) throw Error(fmt::format("O banco de dados {} não existe.", path));
    NewFile target(file);
    auto const counts = copy_snapshot(path, target.partial());
    if (check_sqlite(target.partial()) != counts)
        throw Error(fmt::format("A cópia de {} não confere com o original.", path));
    target.publish();
}

void restore_sqlite(std::string const& path, std::string const& file) {
    if (!std::filesystem::exists(file)) throw Error(fmt::format("O arquivo {} não existe.", file));
    auto const restored = path + ".restoring";
    ::unlink(restored.c_str());
    try {
        auto const counts = copy_snapshot(file, restored);
        if (check_sqlite(restored) != counts)
            throw Error(fmt::format("A cópia de {} não confere com o original.", file));
        refuse_newer(restored);
        quiesce(path);
        auto const kept = unused_name(fmt::format("{}.before-restore-{}", path, time_stamp()));
        // Only what is no database any more still has these.
        for (std::string const suffix : {"-wal", "-shm"})
            if (std::filesystem::exists(path + suffix)) rename_file(path + suffix, kept + suffix);
        if (std::filesystem::exists(path)) replace_keeping(restored, path, kept);
        else rename_file(restored, path);
        sync_folder_of(path);
    } catch (...) {
        ::unlink(restored.c_str());
        throw;
    }
}

} // namespace balcao::db
