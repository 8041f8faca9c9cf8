#include "platform/db/migrations.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <set>
#include <thread>

#include <fmt/format.h>

#include "platform/base/embedded.hpp"
#include "platform/base/log.hpp"
#include "platform/base/time.hpp"
#include "platform/db/engine.hpp"
#include "platform/db/sql_text.hpp"
#include "platform/db/sqlite.hpp"
#include "platform/db/standing.hpp"
#include "platform/db/statistics.hpp"

BALCAO_EMBEDDED(migration_001_foundation)
BALCAO_EMBEDDED(migration_002_records)
BALCAO_EMBEDDED(migration_003_jobs)
BALCAO_EMBEDDED(migration_004_setup)
BALCAO_EMBEDDED(migration_005_search_stretches)
BALCAO_EMBEDDED(migration_006_pictures)
BALCAO_EMBEDDED(migration_007_event_order)
BALCAO_EMBEDDED(migration_008_load)
BALCAO_EMBEDDED(migration_009_numbers)
BALCAO_EMBEDDED(migration_010_sales)
BALCAO_EMBEDDED(migration_011_receipts)
BALCAO_EMBEDDED(migration_012_queue_groups)
BALCAO_EMBEDDED(migration_013_sale_settings)
BALCAO_EMBEDDED(migration_014_sefaz_situation)
BALCAO_EMBEDDED(migration_015_import_slices)
BALCAO_EMBEDDED(migration_016_list_orders)
BALCAO_EMBEDDED(migration_017_receipt_lookups)
BALCAO_EMBEDDED(migration_018_receipt_months)
BALCAO_EMBEDDED(migration_019_receipt_upkeep)
BALCAO_EMBEDDED(migration_020_counter)
BALCAO_EMBEDDED(migration_021_plain_search)
BALCAO_EMBEDDED(migration_022_cash)
BALCAO_EMBEDDED(migration_023_training)
BALCAO_EMBEDDED(migration_024_products_ready)
BALCAO_EMBEDDED(migration_025_signin)
BALCAO_EMBEDDED(migration_026_returns)
BALCAO_EMBEDDED(migration_027_health)
BALCAO_EMBEDDED(migration_028_lists)
BALCAO_EMBEDDED(migration_029_example_shop)
BALCAO_EMBEDDED(migration_030_second_factor)
BALCAO_EMBEDDED(migration_031_fiscal_warnings)
BALCAO_EMBEDDED(migration_032_fiscal_tables)
BALCAO_EMBEDDED(migration_033_pin)
BALCAO_EMBEDDED(migration_034_alerts_and_practice_day)
BALCAO_EMBEDDED(migration_035_ibpt)
BALCAO_EMBEDDED(migration_036_figures)
BALCAO_EMBEDDED(migration_037_password_reset)
BALCAO_EMBEDDED(migration_038_models)
BALCAO_EMBEDDED(migration_039_nfe_sales)
BALCAO_EMBEDDED(migration_040_deliveries)
BALCAO_EMBEDDED(migration_041_entry_notes)
BALCAO_EMBEDDED(migration_042_receipt_emails)
BALCAO_EMBEDDED(migration_043_corrections)
BALCAO_EMBEDDED(migration_044_weights)
BALCAO_EMBEDDED(migration_045_svc)
BALCAO_EMBEDDED(migration_046_remessas)
BALCAO_EMBEDDED(migration_047_status_questions)
BALCAO_EMBEDDED(migration_048_database_mark)
BALCAO_EMBEDDED(migration_049_fewer_pages)
BALCAO_EMBEDDED(migration_050_month_pieces)
BALCAO_EMBEDDED(migration_051_operador_list)

namespace balcao::db {

namespace {

// A rolling upgrade may wait this long for another process's migration, or for its open transactions.
constexpr std::chrono::minutes wait_for_lock{10};
// Whoever uses a table waits behind a migration that waits for it, and gives up after a second (postgres.cpp): before
// that the migration makes way and begins again.
constexpr std::chrono::milliseconds make_way_after{400};
constexpr std::chrono::milliseconds pause_between_attempts{200};

// Words that stand for something else on each engine.
struct Mark {
    std::string_view mark;
    std::string_view sqlite;
    std::string_view postgres;
};
constexpr std::array marks{
    Mark{"{{sequence}}", "integer primary key autoincrement", "bigint generated always as identity primary key"},
    Mark{"{{folded}}", "text", "text collate \"C\""},
};

std::unique_ptr<EngineConnection> connect(Dialect dialect, Options const& options) {
    if (dialect == Dialect::postgres) {
        return open_postgres({.url = options.url,
                              .prepare = options.prepare,
                              .fence = std::make_shared<Fence>(options.mark_file),
                              .must_write = true});
    }
    // Foreign keys are checked before each commit instead, so that a migration may rebuild a table.
    return open_sqlite({.path = sqlite_path(options.url), .foreign_keys = false, .wait = options.wait});
}

// Holds the migration lock until the transaction ends.
void begin(EngineConnection& connection) {
    if (connection.dialect() == Dialect::sqlite) {
        connection.begin(wait_for_lock);
        return;
    }
    // Not repeatable read: what another process applied while we waited must be seen.
    connection.command("begin isolation level read committed read write");
    connection.command("select pg_advisory_xact_lock(7022870110)");
    connection.command(fmt::format("set local lock_timeout = '{}ms'", make_way_after.count()));
}

std::set<int> applied(Connection& connection) {
    auto const numbers = connection.all({"migrations_applied", "select number from schema_migrations"}, {},
                                        [](Row const& row) { return row.get<int>(0); });
    return {numbers.begin(), numbers.end()};
}

bool is_for_other_engine(std::string_view statement, Dialect dialect) {
    std::string_view const other = dialect == Dialect::sqlite ? "-- only postgres" : "-- only sqlite";
    return std::ranges::any_of(statement | std::views::split('\n'),
                               [&](auto line) { return std::string_view(line.begin(), line.end()) == other; });
}

std::string without_marks(std::string_view statement, Dialect dialect) {
    std::string sql(statement);
    for (auto const& [mark, sqlite, postgres] : marks) {
        for (auto at = sql.find(mark); at != std::string::npos; at = sql.find(mark, at))
            sql.replace(at, mark.size(), dialect == Dialect::sqlite ? sqlite : postgres);
    }
    return sql;
}

void check_foreign_keys(EngineConnection& connection) {
    if (connection.dialect() != Dialect::sqlite) return;
    auto const table =
        connection.scalar<std::string>({"foreign_key_check", "select \"table\" from pragma_foreign_key_check"});
    if (table) throw Error(fmt::format("leaves rows in {} that point nowhere", *table));
}

void apply(EngineConnection& connection, Migration const& migration) {
    for (auto const statement : split_statements(migration.sql)) {
        if (!is_for_other_engine(statement, connection.dialect()))
            connection.command(without_marks(statement, connection.dialect()));
    }
    connection.execute(
        {"migration_applied", "insert into schema_migrations (number, name, applied_at) values (:number, :name, :now)"},
        {{"number", migration.number}, {"name", migration.name}, {"now", SystemClock{}.now()}});
    check_foreign_keys(connection);
}

class Migrator {
public:
    Migrator(std::vector<Migration> const& known, Dialect dialect, Options const& options, int target)
        : known_(known), options_(options), target_(target), connection_(connect(dialect, options)) {}

    std::vector<int> run() {
        std::vector<int> done;
        while (auto const number = apply_once_possible()) done.push_back(*number);
        return done;
    }

private:
    // On PostgreSQL two who lock the same tables in another order wait for one another: one of them begins again.
    std::optional<int> apply_once_possible() {
        auto const deadline = std::chrono::steady_clock::now() + wait_for_lock;
        for (bool is_first = true;; is_first = false) {
            try {
                return apply_next();
            } catch (Conflict const& conflict) {
                if (std::chrono::steady_clock::now() > deadline) throw;
                if (is_first) log::info("migration_waits", {{"error", conflict.what()}});
            }
            std::this_thread::sleep_for(pause_between_attempts);
        }
    }

    // Each migration takes the lock anew and looks again: another process may have gone on meanwhile.
    std::optional<int> apply_next() {
        try {
            begin(*connection_);
            connection_->command(
                "create table if not exists schema_migrations (number bigint not null primary key, name text not null, "
                "applied_at bigint not null)");
            auto const before = applied(*connection_);
            refuse_unknown(before);
            auto const next = std::ranges::find_if(
                known_, [&](Migration const& migration) { return !before.contains(migration.number); });
            if (next == known_.end() || (target_ != 0 && next->number > target_)) {
                assume_statistics(*connection_);
                connection_->commit();
                return std::nullopt;
            }
            if (!before.empty() && !has_copy_ && connection_->dialect() == Dialect::sqlite) {
                copy_sqlite(sqlite_path(options_.url),
                            fmt::format("{}.before-{:03}", sqlite_path(options_.url), next->number));
            }
            has_copy_ = true; // or there was nothing to keep
            apply_named(*next);
            connection_->commit();
            return next->number;
        } catch (...) {
            connection_->rollback();
            throw;
        }
    }

    void apply_named(Migration const& migration) {
        try {
            apply(*connection_, migration);
        } catch (Error const& error) {
            auto const sentence = fmt::format("A migração {:03} ({}) falhou e nada mudou: {}", migration.number,
                                              migration.name, error.what());
            if (dynamic_cast<Conflict const*>(&error) != nullptr) throw Conflict(sentence);
            throw Error(sentence);
        }
    }

    void refuse_unknown(std::set<int> const& numbers) const {
        for (auto const number : numbers) {
            if (std::ranges::find(known_, number, &Migration::number) == known_.end()) {
                throw Error(fmt::format(
                    "O banco de dados é mais novo que este programa (migração {:03}): use a versão atual do Balcão.",
                    number));
            }
        }
    }

    std::vector<Migration> const& known_;
    Options const& options_;
    int const target_;
    std::unique_ptr<EngineConnection> const connection_;
    bool has_copy_ = false;
};

} // namespace

std::vector<Migration> const& migrations() {
    static std::vector<Migration> const all{
        {1, "foundation", migration_001_foundation()},
        {2, "records", migration_002_records()},
        {3, "jobs", migration_003_jobs()},
        {4, "setup", migration_004_setup()},
        {5, "search_stretches", migration_005_search_stretches()},
        {6, "pictures", migration_006_pictures()},
        {7, "event_order", migration_007_event_order()},
        {8, "load", migration_008_load()},
        {9, "numbers", migration_009_numbers()},
        {10, "sales", migration_010_sales()},
        {11, "receipts", migration_011_receipts()},
        {12, "queue_groups", migration_012_queue_groups()},
        {13, "sale_settings", migration_013_sale_settings()},
        {14, "sefaz_situation", migration_014_sefaz_situation()},
        {15, "import_slices", migration_015_import_slices()},
        {16, "list_orders", migration_016_list_orders()},
        {17, "receipt_lookups", migration_017_receipt_lookups()},
        {18, "receipt_months", migration_018_receipt_months()},
        {19, "receipt_upkeep", migration_019_receipt_upkeep()},
        {20, "counter", migration_020_counter()},
        {21, "plain_search", migration_021_plain_search()},
        {22, "cash", migration_022_cash()},
        {23, "training", migration_023_training()},
        {24, "products_ready", migration_024_products_ready()},
        {25, "signin", migration_025_signin()},
        {26, "returns", migration_026_returns()},
        {27, "health", migration_027_health()},
        {28, "lists", migration_028_lists()},
        {29, "example_shop", migration_029_example_shop()},
        {30, "second_factor", migration_030_second_factor()},
        {31, "fiscal_warnings", migration_031_fiscal_warnings()},
        {32, "fiscal_tables", migration_032_fiscal_tables()},
        {33, "pin", migration_033_pin()},
        {34, "alerts_and_practice_day", migration_034_alerts_and_practice_day()},
        {35, "ibpt", migration_035_ibpt()},
        {36, "figures", migration_036_figures()},
        {37, "password_reset", migration_037_password_reset()},
        {38, "models", migration_038_models()},
        {39, "nfe_sales", migration_039_nfe_sales()},
        {40, "deliveries", migration_040_deliveries()},
        {41, "entry_notes", migration_041_entry_notes()},
        {42, "receipt_emails", migration_042_receipt_emails()},
        {43, "corrections", migration_043_corrections()},
        {44, "weights", migration_044_weights()},
        {45, "svc", migration_045_svc()},
        {46, "remessas", migration_046_remessas()},
        {47, "status_questions", migration_047_status_questions()},
        {48, "database_mark", migration_048_database_mark()},
        {49, "fewer_pages", migration_049_fewer_pages()},
        {50, "month_pieces", migration_050_month_pieces()},
        {51, "operador_list", migration_051_operador_list()},
    };
    return all;
}

std::vector<int> migrate(Database& database, Options const& options, int target) {
    return apply_migrations(migrations(), database, options, target);
}

std::vector<int> apply_migrations(std::vector<Migration> const& known, Database& database, Options const& options,
                                  int target) {
    return Migrator(known, database.dialect(), options, target).run();
}

bool was_migrated(Database& database) {
    return database.read([](Connection& connection) {
        Query const exists =
            connection.dialect() == Dialect::sqlite
                ? Query{"schema_migrations_exists",
                        "select count(*) from sqlite_master where type = 'table' and name = 'schema_migrations'"}
                : Query{"schema_migrations_exists", "select count(*) from pg_tables where schemaname = "
                                                    "current_schema() and tablename = 'schema_migrations'"};
        return connection.scalar<int>(exists) != 0;
    });
}

bool is_current(Database& database) {
    if (!was_migrated(database)) return false;
    return database.read([](Connection& connection) {
        auto const numbers = applied(connection);
        return std::ranges::all_of(migrations(),
                                   [&](Migration const& migration) { return numbers.contains(migration.number); });
    });
}

} // namespace balcao::db
