#include "app/reports_commands.hpp"

#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

#include "office/reports/reconcile.hpp"
#include "platform/db/migrations.hpp"

namespace balcao::app {

bool check_reports(Config const& config, bool repair, std::ostream& out) {
    auto const database = db::Database::open(config.database);
    if (!db::is_current(*database))
        throw std::runtime_error("O banco de dados é de outra versão. Inicie o servidor desta versão uma vez.");
    std::int64_t differences = 0;
    for (auto const& company : database->read(reports::all_companies)) {
        differences += reports::reconcile(
            *database, company, std::nullopt, SystemClock{}.now(), repair,
            [&](reports::Difference const& one) { out << reports::sentence_of(one) << '\n'; }, [] {});
    }
    if (differences == 0) out << "As somas dos relatórios são as dos documentos.\n";
    else if (repair) out << fmt::format("{} somas corrigidas.\n", differences);
    else out << fmt::format("{} somas diferem. Corrija com: balcao reports check --repair\n", differences);
    return differences == 0 || repair;
}

} // namespace balcao::app
