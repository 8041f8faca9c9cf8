#include "office/backups/backups.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <set>

#include <fmt/format.h>

#include "fiscal/numbers/marks.hpp"
#include "fiscal/numbers/stopped_series.hpp"
#include "office/backups/sheet.hpp"
#include "platform/db/backup.hpp"
#include "platform/db/fence.hpp"
#include "platform/db/files.hpp"
#include "platform/db/migrations.hpp"
#include "platform/db/server_lock.hpp"
#include "selling/budgets/budgets.hpp"

namespace balcao::backups {

namespace {

constexpr db::Query end_sessions{"restore_end_sessions", "delete from sessions"};
constexpr db::Query newest_record{"backup_newest_record", "select max(created_at) from action_logs"};
constexpr db::Query newest_migration{"backup_migration", "select max(number) from schema_migrations"};

void write_sheet(db::NewFile& file, Sheet const& sheet) {
    std::ofstream output(file.partial(), std::ios::binary | std::ios::trunc);
    output << to_json(sheet);
    output.close();
    if (!output) throw db::Error(fmt::format("A folha {} não pôde ser gravada.", file.partial()));
    file.publish();
}

void check_sheet(std::filesystem::path const& file, std::string_view audit_key) {
    auto const path = sheet_of(file);
    if (!std::filesystem::exists(path)) {
        throw db::Error(fmt::format("Falta a folha {} da cópia, que prova que ela está inteira. De uma cópia feita "
                                    "antes de haver folhas, restaure com --without-sheet.",
                                    path.string()));
    }
    auto const sheet = read_sheet(path);
    if (!sheet) throw db::Error(sheet.error());
    if (auto const checked = check_signature(*sheet, audit_key); !checked) throw db::Error(checked.error());
    if (std::filesystem::file_size(file) != sheet->bytes || sha256_of_file(file) != sheet->sha256)
        throw db::Error(fmt::format("O arquivo {} está danificado: não é o que a folha dele descreve.", file.string()));
}

// What is restored is behind the mark of what was there: deliberately.
void replace(Settings const& settings, std::filesystem::path const& file) {
    db::restore(settings.database, file.string());
    db::forget_mark(settings.database);
}

} // namespace

void make(Settings const& settings, std::filesystem::path const& file, Instant now) {
    db::NewFile sheet_file(sheet_of(file).string()); // claimed first: nobody waits for a copy that cannot be kept
    Sheet sheet{.version = settings.version, .made_at = now};
    {
        auto const database = db::Database::open(settings.database);
        // Read before the copy is made, so the copy goes at least so far.
        database->read([&](db::Connection& connection) {
            sheet.chains = chain_heads(connection);
            sheet.migration = connection.scalar<std::int64_t>(newest_migration).value_or(0);
        });
    }
    db::backup(settings.database, file.string());
    try {
        sheet.sha256 = sha256_of_file(file);
        sheet.bytes = std::filesystem::file_size(file);
        if (!settings.audit_key.empty()) sheet.signature = signature_of(sheet, settings.audit_key);
        write_sheet(sheet_file, sheet);
    } catch (...) {
        std::error_code ignored; // the reason why is on its way already
        std::filesystem::remove(file, ignored);
        throw;
    }
}

void restore(Settings const& settings, std::filesystem::path const& file, bool without_sheet, numbers::Marks& marks) {
    if (!std::filesystem::exists(file)) throw db::Error(fmt::format("O arquivo {} não existe.", file.string()));
    if (!without_sheet) check_sheet(file, settings.audit_key);
    db::ServerLock const no_server(settings.database);
    replace(settings, file);
    // Who was signed in when the copy was made may have been put out since.
    auto const database = db::Database::open(settings.database);
    database->write([](db::Transaction& transaction) { transaction.execute(end_sessions); });
    db::migrate(*database, settings.database); // it may be of a version that knew no stopped series
    if (database->dialect() == db::Dialect::postgres) db::accept(settings.database, SystemClock{}.now());
    numbers::stop_restored(*database, SystemClock());
    budgets::go_on_after_restore(*database, marks);
}

void undo_update(Settings const& settings, std::filesystem::path const& file) {
    if (!std::filesystem::exists(file)) throw db::Error(fmt::format("O arquivo {} não existe.", file.string()));
    check_sheet(file, settings.audit_key);
    auto const sheet = read_sheet(sheet_of(file));
    if (!sheet) throw db::Error(sheet.error());
    db::ServerLock const no_server(settings.database);
    {
        auto const database = db::Database::open(settings.database);
        auto const is_as_it_was = database->read([&](db::Connection& connection) {
            auto const newest = connection.scalar<std::optional<Instant>>(newest_record).value_or(std::nullopt);
            return chain_heads(connection) == sheet->chains && (!newest || *newest <= sheet->made_at);
        });
        if (!is_as_it_was) {
            throw db::Error(
                "Desde a cópia algo foi gravado neste banco de dados: nada foi mudado. Para voltar mesmo assim, "
                "use balcao restore, que pede para conferir os números.");
        }
    }
    replace(settings, file);
}

} // namespace balcao::backups
