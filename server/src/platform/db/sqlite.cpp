#include <algorithm>
#include <concepts>
#include <thread>

#include <fmt/format.h>
#include <sqlite3.h>

#include "platform/db/company_filter.hpp"
#include "platform/db/engine.hpp"
#include "platform/db/files.hpp"
#include "platform/db/full_disk.hpp"
#include "platform/db/sqlite.hpp"
#include "platform/db/statement_cache.hpp"
#include "platform/db/statement_record.hpp"

namespace balcao::db {

namespace {

using std::chrono::milliseconds;

struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};

struct Statement {
    std::unique_ptr<sqlite3_stmt, Finalize> handle;
    std::vector<std::string> names; // of the parameters, in order
    bool running = false;
};

// Null pointers would bind NULL.
constexpr char nothing = 0;

class SqliteRow final : public Row {
public:
    SqliteRow(Query const& query, sqlite3_stmt* statement) : query_(query), statement_(statement) {}

    bool is_null(int column) const override {
        if (column < 0 || column >= sqlite3_data_count(statement_))
            throw Error(fmt::format("query '{}': no column {}", query_.name, column));
        return sqlite3_column_type(statement_, column) == SQLITE_NULL;
    }
    std::int64_t integer(int column) const override {
        check(column, SQLITE_INTEGER);
        return sqlite3_column_int64(statement_, column);
    }
    std::string_view text(int column) const override {
        check(column, SQLITE_TEXT);
        auto const* text = reinterpret_cast<char const*>(sqlite3_column_text(statement_, column));
        return {text, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
    }
    BlobView blob(int column) const override {
        check(column, SQLITE_BLOB);
        auto const* bytes = static_cast<std::byte const*>(sqlite3_column_blob(statement_, column));
        return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
    }
    Uuid uuid(int column) const override {
        auto const bytes = blob(column);
        Uuid::Bytes id;
        if (bytes.size() != id.size())
            throw Error(fmt::format("query '{}': column {} is not an id", query_.name, column));
        std::ranges::transform(bytes, id.begin(), [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
        return Uuid{id};
    }

private:
    void check(int column, int type) const {
        if (sqlite3_column_type(statement_, column) == type) return;
        throw Error(fmt::format("query '{}': column {} {}", query_.name, column,
                                is_null(column) ? "is NULL" : "has another type"));
    }

    Query const& query_;
    sqlite3_stmt* statement_;
};

// Leaves a statement ready for its next run, whatever happens meanwhile.
class Run {
public:
    explicit Run(Statement& statement) : statement_(statement) { statement_.running = true; }
    ~Run() {
        sqlite3_reset(statement_.handle.get());
        sqlite3_clear_bindings(statement_.handle.get());
        statement_.running = false;
    }
    Run(Run const&) = delete;
    Run& operator=(Run const&) = delete;

private:
    Statement& statement_;
};

class SqliteConnection final : public EngineConnection {
public:
    explicit SqliteConnection(SqliteOptions const& options)
        : db_(open_sqlite_file(options.path, options.create)), read_only_(options.read_only), wait_(options.wait) {
        auto* const db = db_.get();
        sqlite3_busy_timeout(db, static_cast<int>(wait_.count()));
        // Text in "double quotes" is an error on PostgreSQL; so it is here.
        sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, nullptr);
        sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, nullptr);
        if (!read_only_) use_wal(options.path);
        command("pragma synchronous = full"); // NORMAL may forget the last commits at a power cut
        command(options.foreign_keys ? "pragma foreign_keys = on" : "pragma foreign_keys = off");
        // The triggers that keep the text search write to FTS5 tables, which this version of SQLite allows no other
        // way. The schema is ours: the file is private, and a restore takes only what `balcao backup` wrote.
        command("pragma trusted_schema = on");
        command("pragma case_sensitive_like = on"); // as on PostgreSQL
        command("pragma cache_size = -8000");       // kibibytes, of each connection: what a search reads of its index
        command("pragma mmap_size = 0");
        command("pragma journal_size_limit = 67108864");
        if (read_only_) command("pragma query_only = on");
        // Past 64 KiB SQLite wrote these pages to a file at each sale. Its own limit cannot be raised: what it keeps in
        // one piece of 128 KiB or more it fails to write (SQLITE_CONFIG_STMTJRNL_SPILL, seen with 3.40.1).
        if (options.is_undo_in_memory) command("pragma temp_store = memory");
    }

    Dialect dialect() const override { return Dialect::sqlite; }
    bool usable() noexcept override { return sqlite3_get_autocommit(db_.get()) != 0; }

    void begin(milliseconds limit) override {
        sqlite3_busy_timeout(db_.get(), static_cast<int>(limit.count()));
        auto const result = sqlite3_exec(db_.get(), "begin immediate", nullptr, nullptr, nullptr);
        sqlite3_busy_timeout(db_.get(), static_cast<int>(wait_.count()));
        if (result != SQLITE_OK) fail("begin", result);
    }
    void begin_snapshot() override { run_statement({"begin", "begin"}, {}, {}); }
    void end_snapshot() noexcept override {
        try {
            run_statement({"end", "commit"}, {}, {});
        } catch (Error const&) {
            rollback();
        }
    }
    // An error of the disk leaves open what a recovery after a crash will find.
    void commit() override {
        auto const result = sqlite3_exec(db_.get(), "commit", nullptr, nullptr, nullptr);
        if ((result & 0xff) == SQLITE_IOERR)
            throw OutcomeUnknown(fmt::format("commit: {} (sqlite {})", sqlite3_errmsg(db_.get()), result));
        if (result != SQLITE_OK) fail("commit", result);
    }
    void rollback() noexcept override {
        // Some errors have ended the transaction already. If this fails, usable() tells.
        if (!usable()) sqlite3_exec(db_.get(), "rollback", nullptr, nullptr, nullptr);
    }

    void command(std::string_view sql) override {
        auto const result = sqlite3_exec(db_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
        if (result != SQLITE_OK) fail(sql.substr(0, 60), result);
    }

protected:
    std::int64_t run_statement(Query const& query, Params const& params,
                               std::function<void(Row const&)> const& row) override {
        auto* cached = statements_.find(query.sql);
        if (cached == nullptr) {
            auto statement = prepare(query);
            statements_.make_room();
            cached = &statements_.insert(query.sql, std::move(statement));
        } else if (cached->running) { // called again from its own row callback
            auto statement = prepare(query);
            return execute(statement, query, params, row);
        }
        return execute(*cached, query, params, row);
    }

private:
    void use_wal(std::string const& path) {
        // Two processes that turn a new file to WAL at once get SQLITE_BUSY without waiting.
        auto const deadline = std::chrono::steady_clock::now() + wait_;
        while (true) {
            std::string mode;
            auto const read_mode = [](void* target, int, char** values, char**) {
                *static_cast<std::string*>(target) = values[0];
                return 0;
            };
            auto const result = sqlite3_exec(db_.get(), "pragma journal_mode = wal", read_mode, &mode, nullptr);
            if (result == SQLITE_OK && mode == "wal") return;
            if (result == SQLITE_OK)
                throw Error(fmt::format("O banco de dados {} não aceita o modo WAL: use um disco local.", path));
            if ((result & 0xff) != SQLITE_BUSY || std::chrono::steady_clock::now() >= deadline) {
                throw Error(
                    fmt::format("Não foi possível abrir o banco de dados {}: {}", path, sqlite3_errmsg(db_.get())));
            }
            std::this_thread::sleep_for(milliseconds{10});
        }
    }

    Statement prepare(Query const& query) {
        check_company_filter(query);
        sqlite3_stmt* handle = nullptr;
        char const* tail = nullptr;
        auto const result = sqlite3_prepare_v3(db_.get(), query.sql.data(), static_cast<int>(query.sql.size()),
                                               SQLITE_PREPARE_PERSISTENT, &handle, &tail);
        Statement statement;
        statement.handle.reset(handle);
        if (result != SQLITE_OK) fail(query.name, result);
        record_statement(query, query.sql);
        auto const rest = query.sql.substr(static_cast<std::size_t>(tail - query.sql.data()));
        if (handle == nullptr || rest.find_first_not_of("; \t\r\n") != std::string_view::npos)
            throw std::logic_error(fmt::format("query '{}' must be one statement", query.name));
        for (int i = 1; i <= sqlite3_bind_parameter_count(handle); ++i)
            statement.names.emplace_back(sqlite3_bind_parameter_name(handle, i) + 1);
        return statement;
    }

    std::int64_t execute(Statement& statement, Query const& query, Params const& params,
                         std::function<void(Row const&)> const& row) {
        Run const run(statement);
        auto* const handle = statement.handle.get();
        for (std::size_t i = 0; i < statement.names.size(); ++i)
            bind(query, handle, static_cast<int>(i) + 1, find_param(query, params, statement.names[i], i));

        SqliteRow const current(query, handle);
        auto const changes_before = sqlite3_total_changes64(db_.get());
        int result = sqlite3_step(handle);
        for (; result == SQLITE_ROW; result = sqlite3_step(handle))
            if (row) row(current);
        if (result != SQLITE_DONE) fail(query.name, result);
        return sqlite3_total_changes64(db_.get()) == changes_before ? 0 : sqlite3_changes64(db_.get());
    }

    void bind(Query const& query, sqlite3_stmt* handle, int index, Param const& param) {
        auto const result = std::visit(
            [&]<class T>(T const& value) {
                if constexpr (std::same_as<T, std::monostate>) return sqlite3_bind_null(handle, index);
                else if constexpr (std::same_as<T, std::int64_t>) return sqlite3_bind_int64(handle, index, value);
                else if constexpr (std::same_as<T, std::string_view>) {
                    return sqlite3_bind_text64(handle, index, value.data() ? value.data() : &nothing, value.size(),
                                               SQLITE_STATIC, SQLITE_UTF8);
                } else if constexpr (std::same_as<T, BlobView>) {
                    return sqlite3_bind_blob64(handle, index,
                                               value.data() ? static_cast<void const*>(value.data()) : &nothing,
                                               value.size(), SQLITE_STATIC);
                } else {
                    return sqlite3_bind_blob64(handle, index, value.bytes().data(), value.bytes().size(),
                                               SQLITE_STATIC);
                }
            },
            param.value);
        if (result != SQLITE_OK) fail(query.name, result);
    }

    [[noreturn]] void fail(std::string_view name, int result) {
        std::string const message = sqlite3_errmsg(db_.get());
        auto const what = fmt::format("query '{}': {} (sqlite {})", name, message, result);
        switch (result) {
        case SQLITE_CONSTRAINT_UNIQUE:
        case SQLITE_CONSTRAINT_PRIMARYKEY:
        case SQLITE_CONSTRAINT_ROWID: throw UniqueViolation(constraint_of(message), what);
        case SQLITE_CONSTRAINT_FOREIGNKEY: throw ForeignKeyViolation(what);
        default: break;
        }
        switch (result & 0xff) {
        case SQLITE_READONLY:
            if (read_only_) throw Error(what); // a write on a connection for reading
            throw Away(what);
        case SQLITE_IOERR:
        case SQLITE_CANTOPEN: throw Away(what);
        case SQLITE_FULL: throw FullDisk(what);
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
        case SQLITE_PROTOCOL:
        case SQLITE_NOMEM: throw Busy(what);
        default: throw Error(what);
        }
    }

    // SQLite names the columns (`UNIQUE constraint failed: users.email, users.deleted_at`) or an index over expressions
    // (`… failed: index 'name'`).
    std::string constraint_of(std::string_view message) {
        auto columns = message.substr(message.find(": ") + 2);
        if (columns.starts_with("index '")) return std::string(columns.substr(7, columns.size() - 8));
        std::string const table(columns.substr(0, columns.find('.')));
        auto const name_of = [](Row const& row) { return row.get<std::string>(0); };
        auto const indexes =
            all({"sqlite_unique_indexes", R"(select name, origin from pragma_index_list(:table) where "unique" = 1)"},
                {{"table", table}},
                [&](Row const& row) { return std::pair(row.get<std::string>(0), row.get<std::string>(1)); });
        for (auto const& [index, origin] : indexes) {
            std::string covered;
            for (auto const& column :
                 all({"sqlite_index_columns",
                      "select name from pragma_index_info(:index) where name is not null order by seqno"},
                     {{"index", index}}, name_of))
                covered += (covered.empty() ? "" : ", ") + table + "." + column;
            if (covered == columns && origin != "pk") return index;
        }
        return table + "_pkey";
    }

    SqliteFile db_;
    bool const read_only_;
    milliseconds const wait_;
    StatementCache<Statement> statements_; // ends before db_
};

} // namespace

void CloseSqlite::operator()(sqlite3* db) const { sqlite3_close_v2(db); }

SqliteFile open_sqlite_file(std::string const& path, bool create) {
    if (create) create_private(path); // SQLite gives its side files the same rights
    sqlite3* handle = nullptr;
    auto const result = sqlite3_open_v2(path.c_str(), &handle,
                                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
    SqliteFile file(handle);
    if (result != SQLITE_OK)
        throw Away(fmt::format("Não foi possível abrir o banco de dados {}: {}", path, sqlite3_errstr(result)));
    return file;
}

std::unique_ptr<EngineConnection> open_sqlite(SqliteOptions const& options) {
    return std::make_unique<SqliteConnection>(options);
}

} // namespace balcao::db
