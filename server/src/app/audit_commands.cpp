#include "app/audit_commands.hpp"

#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "office/backups/sheet.hpp"
#include "platform/audit/verify.hpp"
#include "platform/db/migrations.hpp"

namespace balcao::app {

bool verify_audit_log(Config const& config, std::string const& sheet_file, std::ostream& out) {
    std::optional<backups::Sheet> sheet;
    if (!sheet_file.empty()) {
        auto read = backups::read_sheet(sheet_file);
        if (!read) throw std::runtime_error(read.error());
        if (auto const checked = backups::check_signature(*read, config.audit_key); !checked)
            throw std::runtime_error(checked.error());
        sheet = *std::move(read);
    }
    auto const database = db::Database::open(config.database);
    if (!db::is_current(*database))
        throw std::runtime_error("O banco de dados é de outra versão. Inicie o servidor desta versão uma vez.");
    auto const report = database->read([](db::Connection& connection) { return audit::verify(connection); });
    std::int64_t sealed = 0;
    std::int64_t broken = report.broken ? 1 : 0;
    for (auto const& chain : report.chains) {
        sealed += chain.sealed;
        if (chain.broken) ++broken;
        out << fmt::format("{}: {} selados, {} a selar. {}\n", chain.name, chain.sealed, chain.waiting,
                           chain.broken ? "QUEBRADA. " + *chain.broken : "Íntegra.");
    }
    if (report.broken) out << "QUEBRADA. " << *report.broken << '\n';
    if (sheet) {
        auto const missing =
            database->read([&](db::Connection& connection) { return backups::missing_link(connection, *sheet); });
        if (missing) {
            ++broken;
            out << fmt::format("QUEBRADA. O elo {} da cadeia {} não é mais o da cópia de {}.\n", missing->links,
                               missing->chain.to_string(), sheet->made_at.to_iso());
        }
    }
    if (broken == 0) out << fmt::format("Registro de auditoria íntegro: {} registros selados.\n", sealed);
    else out << "O registro de auditoria foi alterado por fora do Balcão.\n";
    return broken == 0;
}

} // namespace balcao::app
