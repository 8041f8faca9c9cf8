#include "platform/db/move.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <libpq-fe.h>
#include <sodium.h>

#include "platform/db/engine.hpp"
#include "platform/db/migrations.hpp"

namespace balcao::db {

namespace {

// What a move that was interrupted leaves; dropped by the one that ends.
constexpr std::string_view marker = "mudanca_em_andamento";
constexpr std::size_t buffer_bytes = 256 * 1024;

enum class Kind { integer, text, uuid, bytes };
struct Column {
    std::string name;
    Kind kind{};
};
struct Table {
    std::string name;
    std::vector<Column> columns;
};

// Of rows in any order: as many, and the same.
class Checksum {
public:
    void add(std::string_view line) {
        std::array<std::uint64_t, 2> hash{};
        crypto_generichash(reinterpret_cast<unsigned char*>(hash.data()), sizeof hash,
                           reinterpret_cast<unsigned char const*>(line.data()), line.size(), nullptr, 0);
        sums_[0] += hash[0];
        sums_[1] += hash[1];
        ++rows_;
    }
    std::int64_t rows() const { return rows_; }
    friend bool operator==(Checksum const&, Checksum const&) = default;

private:
    std::array<std::uint64_t, 2> sums_{};
    std::int64_t rows_ = 0;
};

// A blocking connection: a COPY of millions of rows has no limit for its answer.
class Target {
public:
    explicit Target(std::string const& url) : handle_(PQconnectdb(url.c_str())) {
        if (PQstatus(handle_.get()) != CONNECTION_OK) fail("O PostgreSQL não respondeu");
        command("set client_encoding = 'UTF8'");
    }

    void command(std::string const& sql) { take(PQexec(handle_.get(), sql.c_str()), PGRES_COMMAND_OK); }

    std::vector<std::vector<std::string>> rows(std::string const& sql) {
        auto const result = take(PQexec(handle_.get(), sql.c_str()), PGRES_TUPLES_OK);
        std::vector<std::vector<std::string>> rows;
        for (int row = 0; row < PQntuples(result.get()); ++row) {
            auto& columns = rows.emplace_back();
            for (int column = 0; column < PQnfields(result.get()); ++column)
                columns.emplace_back(PQgetvalue(result.get(), row, column));
        }
        return rows;
    }

    void begin_copy_in(std::string const& sql) { take(PQexec(handle_.get(), sql.c_str()), PGRES_COPY_IN); }
    void put(std::string_view lines) {
        if (PQputCopyData(handle_.get(), lines.data(), static_cast<int>(lines.size())) != 1) fail("A cópia parou");
    }
    void end_copy_in() {
        if (PQputCopyEnd(handle_.get(), nullptr) != 1) fail("A cópia parou");
        take(PQgetResult(handle_.get()), PGRES_COMMAND_OK);
        PQclear(PQgetResult(handle_.get())); // null: the end
    }

    void copy_out(std::string const& sql, std::function<void(std::string_view)> const& line) {
        take(PQexec(handle_.get(), sql.c_str()), PGRES_COPY_OUT);
        for (;;) {
            char* bytes = nullptr;
            auto const size = PQgetCopyData(handle_.get(), &bytes, 0);
            std::unique_ptr<char, decltype(&PQfreemem)> const owned(bytes, &PQfreemem);
            if (size == -1) break;
            if (size < 0) fail("A conferência parou");
            line({bytes, static_cast<std::size_t>(size)});
        }
        take(PQgetResult(handle_.get()), PGRES_COMMAND_OK);
        PQclear(PQgetResult(handle_.get()));
    }

private:
    struct Finish {
        void operator()(PGconn* connection) const { PQfinish(connection); }
    };
    struct Clear {
        void operator()(PGresult* result) const { PQclear(result); }
    };
    using Result = std::unique_ptr<PGresult, Clear>;

    [[noreturn]] void fail(std::string_view what) const {
        throw Error(fmt::format("{}: {}", what, PQerrorMessage(handle_.get())));
    }
    Result take(PGresult* raw, ExecStatusType wanted) const {
        Result result(raw);
        if (PQresultStatus(result.get()) != wanted) fail("O PostgreSQL recusou a mudança");
        return result;
    }

    std::unique_ptr<PGconn, Finish> handle_;
};

Kind kind_of(std::string const& table, std::string const& column, std::string const& type) {
    if (type == "int8") return Kind::integer;
    if (type == "text") return Kind::text;
    if (type == "uuid") return Kind::uuid;
    if (type == "bytea") return Kind::bytes;
    throw std::logic_error(fmt::format("move does not know the type {} of {}.{}", type, table, column));
}

// As PostgreSQL names what nobody quoted.
std::string lower(std::string_view name) {
    std::string folded(name);
    std::ranges::transform(folded, folded.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return folded;
}

// Names of the source's columns, as table and column; without those of the full-text indexes, which only SQLite has.
std::set<std::pair<std::string, std::string>> columns_of(EngineConnection& source) {
    std::set<std::pair<std::string, std::string>> names;
    source.run({"move_columns",
                "select t.name, c.name from sqlite_master t join pragma_table_info(t.name) c where t.type = "
                "'table' and t.name not like 'sqlite_%' and t.name not like '%\\_busca%' escape '\\'"},
               {}, [&](Row const& row) { names.emplace(lower(row.text(0)), lower(row.text(1))); });
    return names;
}

// Tables of both, each after those its foreign keys name; columns that only the target has keep their default.
std::vector<Table> tables_of(Target& target, EngineConnection& source) {
    auto missing = columns_of(source);
    std::vector<Table> waiting;
    for (auto const& row :
         target.rows("select c.table_name, c.column_name, c.udt_name from information_schema.columns c join "
                     "pg_tables t on t.schemaname = c.table_schema and t.tablename = c.table_name where "
                     "c.table_schema = current_schema() order by c.table_name, c.ordinal_position")) {
        if (row[0] == marker || row[0] == "schema_migrations") continue;
        if (missing.erase({row[0], row[1]}) == 0) continue;
        if (waiting.empty() || waiting.back().name != row[0]) waiting.push_back({.name = row[0], .columns = {}});
        waiting.back().columns.push_back({.name = row[1], .kind = kind_of(row[0], row[1], row[2])});
    }
    for (auto const& [table, column] : missing) {
        if (table != "schema_migrations")
            throw std::logic_error(fmt::format("move finds no column {}.{} on PostgreSQL", table, column));
    }
    std::set<std::pair<std::string, std::string>> needs;
    for (auto const& row :
         target.rows("select a.relname, b.relname from pg_constraint k join pg_class a on a.oid = k.conrelid "
                     "join pg_class b on b.oid = k.confrelid where k.contype = 'f' and a.oid <> b.oid and "
                     "k.connamespace = current_schema()::regnamespace"))
        needs.emplace(row[0], row[1]);
    std::vector<Table> ordered;
    while (!waiting.empty()) {
        auto const next = std::ranges::find_if(waiting, [&](Table const& table) {
            return std::ranges::none_of(waiting,
                                        [&](Table const& other) { return needs.contains({table.name, other.name}); });
        });
        if (next == waiting.end())
            throw std::logic_error("tables name each other in a circle, from " + waiting.front().name);
        ordered.push_back(std::move(*next));
        waiting.erase(next);
    }
    return ordered;
}

// A text as COPY writes it: PostgreSQL's own form, so that what comes out again can be compared byte by byte.
void append_text(std::string& line, std::string_view text) {
    for (char const c : text) {
        switch (c) {
        case '\b': line += "\\b"; break;
        case '\f': line += "\\f"; break;
        case '\n': line += "\\n"; break;
        case '\r': line += "\\r"; break;
        case '\t': line += "\\t"; break;
        case '\v': line += "\\v"; break;
        case '\\': line += "\\\\"; break;
        default: line += c;
        }
    }
}

void append_value(std::string& line, Row const& row, int at, Kind kind) {
    if (row.is_null(at)) {
        line += "\\N";
        return;
    }
    switch (kind) {
    case Kind::integer: fmt::format_to(std::back_inserter(line), "{}", row.integer(at)); break;
    case Kind::text: append_text(line, row.text(at)); break;
    case Kind::uuid: line += row.uuid(at).to_string(); break;
    case Kind::bytes: {
        line += "\\\\x";
        for (auto const byte : row.blob(at))
            fmt::format_to(std::back_inserter(line), "{:02x}", static_cast<unsigned>(byte));
        break;
    }
    }
}

std::string columns_of(Table const& table) {
    std::string list;
    for (auto const& column : table.columns) list += (list.empty() ? "" : ", ") + column.name;
    return list;
}

Checksum copy_table(EngineConnection& source, Target& target, Table const& table) {
    Checksum checksum;
    auto const columns = columns_of(table);
    target.begin_copy_in(fmt::format("copy {} ({}) from stdin", table.name, columns));
    std::string buffer;
    auto const sql = fmt::format("select {} from {}", columns, table.name);
    source.run({"move_rows", sql}, {}, [&](Row const& row) {
        auto const begins = buffer.size();
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (i > 0) buffer += '\t';
            append_value(buffer, row, static_cast<int>(i), table.columns[i].kind);
        }
        buffer += '\n';
        checksum.add(std::string_view(buffer).substr(begins));
        if (buffer.size() < buffer_bytes) return;
        target.put(buffer);
        buffer.clear();
    });
    if (!buffer.empty()) target.put(buffer);
    target.end_copy_in();
    return checksum;
}

void compare(Target& target, Table const& table, Checksum const& expected) {
    Checksum found;
    target.copy_out(fmt::format("copy (select {} from {}) to stdout", columns_of(table), table.name),
                    [&](std::string_view line) { found.add(line); });
    if (found != expected) {
        throw Error(fmt::format("A tabela {} não chegou igual ({} de {} linhas): nada foi mudado.", table.name,
                                found.rows(), expected.rows()));
    }
}

// Before anything is written: the tables of a stopped move may go, those of others may not.
void prepare(Options const& to) {
    Target target(to.url);
    auto const tables = target.rows("select tablename from pg_tables where schemaname = current_schema()");
    bool const is_ours = std::ranges::any_of(tables, [](auto const& row) { return row[0] == marker; });
    if (!tables.empty() && !is_ours)
        throw Error("O banco de dados de destino não está vazio. Crie um banco de dados novo e diga o endereço dele.");
    if (!is_ours) target.command(fmt::format("create table {} (em bigint)", marker));
    auto const database = Database::open(to);
    migrate(*database, to);
}

} // namespace

Moved move(Options const& from, Options const& to,
           std::function<void(std::string_view, std::int64_t)> const& progress) {
    if (dialect_of(from.url) != Dialect::sqlite || dialect_of(to.url) != Dialect::postgres)
        throw Error("A mudança é de um arquivo SQLite para um banco de dados PostgreSQL vazio.");
    if (!is_current(*Database::open(from)))
        throw Error("O banco de dados é de outra versão. Inicie o servidor desta versão uma vez.");
    prepare(to);

    auto const source = open_sqlite({.path = sqlite_path(from.url), .read_only = true, .create = false});
    source->begin_snapshot();
    Target target(to.url);
    target.command("begin");
    auto const tables = tables_of(target, *source);
    std::string names;
    for (auto const& table : tables) {
        names += (names.empty() ? "" : ", ") + table.name;
        target.command(
            fmt::format("alter table {} disable trigger user", table.name)); // they did their work in the source
    }
    target.command("truncate " + names); // what migrations put into an empty database is in the source, too
    Moved moved;
    std::vector<Checksum> checksums;
    for (auto const& table : tables) {
        checksums.push_back(copy_table(*source, target, table));
        progress(table.name, checksums.back().rows());
        ++moved.tables;
        moved.rows += checksums.back().rows();
    }
    // Of rows that are gone, too: nobody may meet their numbers again.
    std::map<std::string, std::int64_t> last;
    source->run({"move_sequences", "select name, seq from sqlite_sequence"}, {},
                [&](Row const& row) { last[std::string(row.text(0))] = row.integer(1); });
    source->end_snapshot();
    for (std::size_t i = 0; i < tables.size(); ++i) compare(target, tables[i], checksums[i]);
    for (auto const& row :
         target.rows("select table_name, column_name from information_schema.columns where table_schema = "
                     "current_schema() and is_identity = 'YES'")) {
        target.rows(fmt::format("select setval(pg_get_serial_sequence('{}', '{}'), {}, false)", row[0], row[1],
                                last[row[0]] + 1));
    }
    for (auto const& table : tables) target.command(fmt::format("alter table {} enable trigger user", table.name));
    target.command(fmt::format("drop table {}", marker));
    target.command("commit");
    target.command("analyze");
    return moved;
}

void mark_moved(std::string const& sqlite_file, std::string_view where_to) {
    std::ofstream output(sqlite_file + ".moved", std::ios::trunc);
    output << where_to << '\n';
    output.close();
    if (!output) {
        throw Error(
            fmt::format("{}.moved não pôde ser gravado: não inicie mais um servidor neste arquivo.", sqlite_file));
    }
}

} // namespace balcao::db
