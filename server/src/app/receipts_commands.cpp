#include "app/receipts_commands.hpp"

#include <memory>
#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

#include "platform/db/migrations.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"

namespace balcao::app {

namespace {

std::unique_ptr<db::Database> open_current(Config const& config) {
    auto database = db::Database::open(config.database);
    if (!db::is_current(*database))
        throw std::runtime_error("O banco de dados é de outra versão. Inicie o servidor desta versão uma vez.");
    return database;
}

} // namespace

bool check_receipts(Config const& config, std::ostream& out) {
    auto const database = open_current(config);
    auto const report =
        database->read([](db::Connection& connection) { return receipts::check_all_numbers(connection); });
    bool whole = true;
    for (auto const& series : report) {
        out << fmt::format("{}, {}, {} série {}: {}\n", series.company, series.of.ambiente,
                           receipts::modelo_of(series.of.modelo).nome, series.of.serie,
                           series.fault.value_or(fmt::format("{} números, todos com registro.", series.numbers)));
        if (series.fault) whole = false;
    }
    out << (whole ? "Todos os números têm registro.\n" : "Há números sem registro ou com mais de um.\n");
    return whole;
}

bool show_receipt(Config const& config, std::string const& chave, std::ostream& out) {
    auto const database = open_current(config);
    auto const told =
        database->read([&](db::Connection& connection) { return receipts::tell_receipt(connection, chave); });
    out << told.value_or("Não há nota com esta chave.\n");
    return told.has_value();
}

} // namespace balcao::app
