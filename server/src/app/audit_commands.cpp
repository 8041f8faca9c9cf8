#include "app/audit_commands.hpp"

#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

#include "audit/verify.hpp"
#include "db/migrations.hpp"

namespace balcao::app {

bool verify_audit_log(Config const& config, std::ostream& out) {
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
    if (broken == 0) out << fmt::format("Registro de auditoria íntegro: {} registros selados.\n", sealed);
    else out << "O registro de auditoria foi alterado por fora do Balcão.\n";
    return broken == 0;
}

} // namespace balcao::app
