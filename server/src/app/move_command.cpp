#include "app/move_command.hpp"

#include <ostream>

#include <fmt/format.h>

#include "app/audit_commands.hpp"
#include "app/receipts_commands.hpp"
#include "platform/db/fence.hpp"
#include "platform/db/move.hpp"
#include "platform/db/server_lock.hpp"

namespace balcao::app {

bool move_database(Config config, std::string const& url, std::ostream& out) {
    db::ServerLock const no_server(config.database);
    auto target = config.database;
    target.url = url;
    db::forget_mark(target);
    auto const moved = db::move(config.database, target, [&](std::string_view table, std::int64_t rows) {
        out << fmt::format("{}: {}\n", table, rows) << std::flush;
    });
    out << fmt::format("{} tabelas, {} linhas, todas conferidas.\n", moved.tables, moved.rows);
    auto const source = sqlite_file(config).value();
    config.database = target;
    if (!verify_audit_log(config, {}, out) || !check_receipts(config, out)) {
        out << "A conferência no destino falhou: continue no banco de dados de antes.\n";
        return false;
    }
    auto const address = url.substr(0, url.find('?')); // never the password, wherever it stands
    auto const at = address.rfind('@');
    db::mark_moved(source.string(), at == std::string::npos ? address : "postgresql://" + address.substr(at + 1));
    out << "Mudança feita. Ponha o endereço novo em BALCAO_DATABASE_URL e inicie o servidor; a pasta de dados continua "
           "a mesma.\n";
    return true;
}

} // namespace balcao::app
