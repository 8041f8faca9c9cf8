#include <algorithm>
#include <charconv>
#include <filesystem>

#include <fmt/format.h>

#include "platform/base/child_process.hpp"
#include "platform/db/engine.hpp"
#include "platform/db/engine_backup.hpp"
#include "platform/db/files.hpp"
#include "platform/db/migrations.hpp"
#include "platform/db/postgres.hpp"
#include "platform/db/row_counts.hpp"

namespace balcao::db {

namespace {

// How a PostgreSQL program finds the database: its secret apart, for the environment.
struct Address {
    std::string connection;
    std::vector<std::pair<std::string, std::string>> environment;
};

std::string quoted(std::string_view value) {
    std::string text = "'";
    for (char const c : value) {
        if (c == '\'' || c == '\\') text += '\\';
        text += c;
    }
    return text + "'";
}

Address address_of(std::string const& url) {
    auto const options = parse_postgres(url);
    Address address;
    for (auto const* option = options.get(); option->keyword != nullptr; ++option) {
        if (option->val == nullptr) continue;
        if (std::string_view(option->keyword) == "password") {
            address.environment.emplace_back("PGPASSWORD", option->val);
        } else if (std::string_view(option->dispchar) == "*") {
            throw Error(fmt::format("O endereço do banco de dados não pode ter {} neste comando.", option->keyword));
        } else {
            address.connection += fmt::format("{}={} ", option->keyword, quoted(option->val));
        }
    }
    return address;
}

void run_program(Address const& address, std::vector<std::string> arguments,
                 std::function<void(std::string_view)> line = {}) {
    try {
        run_child({.arguments = std::move(arguments),
                   .environment = address.environment,
                   .package = "postgresql-client",
                   .line = std::move(line)});
    } catch (ChildError const& error) {
        throw Error(error.what());
    }
}

// As they are written in SQL: `public.users`.
std::vector<std::string> tables(Connection& connection) {
    constexpr Query query{"backup_tables", R"sql(
        select quote_ident(n.nspname) || '.' || quote_ident(c.relname)
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname <> 'information_schema' and n.nspname not like 'pg\_%')sql"};
    return connection.all(query, {}, [](Row const& row) { return row.get<std::string>(0); });
}

RowCounts count_rows(Connection& connection) {
    RowCounts counts;
    for (auto const& table : tables(connection))
        counts[table] = connection.scalar<std::int64_t>({"backup_rows", "select count(*) from " + table}).value_or(0);
    return counts;
}

struct Contents {
    RowCounts counts;
    int newest_migration = 0;
};

// Reads the whole backup as the text pg_restore makes of it: `COPY public.users (id, …) FROM stdin;`, rows, `\.`.
Contents contents_of(Address const& address, std::string const& file) {
    Contents contents;
    std::string table;
    run_program(address, {"pg_restore", "--data-only", "--file=-", file}, [&](std::string_view line) {
        if (table.empty()) {
            if (!line.starts_with("COPY ")) return;
            table = line.substr(5, line.find(" (") - 5);
            contents.counts[table] = 0;
        } else if (line == "\\.") {
            table.clear();
        } else {
            ++contents.counts[table];
            int number = 0;
            if (table.ends_with(".schema_migrations") &&
                std::from_chars(line.data(), line.data() + line.size(), number).ec == std::errc{})
                contents.newest_migration = std::max(contents.newest_migration, number);
        }
    });
    return contents;
}

} // namespace

void backup_postgres(Options const& options, std::string const& file) {
    auto const address = address_of(options.url);
    NewFile target(file);
    auto const connection = open_postgres({.url = options.url, .prepare = options.prepare});
    // pg_dump reads the same moment as the counts.
    connection->command("begin isolation level repeatable read read only");
    auto const snapshot = connection->scalar<std::string>({"export_snapshot", "select pg_export_snapshot()"});
    auto const counts = count_rows(*connection);
    run_program(address,
                {"pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--snapshot=" + snapshot.value(),
                 "--file=" + target.partial(), "--dbname=" + address.connection});
    connection->rollback();
    if (contents_of(address, target.partial()).counts != counts)
        throw Error("A cópia do banco de dados não confere com o original.");
    target.publish();
}

void restore_postgres(Options const& options, std::string const& file) {
    if (!std::filesystem::exists(file)) throw Error(fmt::format("O arquivo {} não existe.", file));
    auto const address = address_of(options.url);
    auto const contents = contents_of(address, file);
    if (contents.newest_migration == 0)
        throw Error(fmt::format("O arquivo {} não é um banco de dados do Balcão.", file));
    if (contents.newest_migration > migrations().back().number)
        throw Error(fmt::format("O arquivo {} é de um Balcão mais novo que este programa.", file));

    auto const connection = open_postgres({.url = options.url, .prepare = options.prepare});
    if (!tables(*connection).empty())
        throw Error("O banco de dados não está vazio: crie um novo banco e restaure nele.");
    run_program(address, {"pg_restore", "--exit-on-error", "--single-transaction", "--no-owner", "--no-privileges",
                          "--dbname=" + address.connection, file});
    if (count_rows(*connection) != contents.counts) throw Error("O banco de dados restaurado não confere com a cópia.");
}

} // namespace balcao::db
