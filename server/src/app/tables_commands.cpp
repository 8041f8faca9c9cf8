#include "app/tables_commands.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <stdexcept>

#include <fmt/format.h>

#include "fiscal/fiscal_tables/fiscal_tables.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/db/migrations.hpp"

namespace balcao::app {

namespace {

namespace tables = fiscal_tables;

constexpr std::uintmax_t most_bytes = 16U << 20U;
constexpr std::size_t most_shown = 20;

std::unique_ptr<db::Database> open_database(Config const& config) {
    auto database = db::Database::open(config.database);
    if (!db::is_current(*database))
        throw std::runtime_error("O banco de dados é de outra versão. Inicie o servidor desta versão uma vez.");
    return database;
}

tables::Upload read_upload(std::string const& file, std::string const& name, std::string const& as_of) {
    std::filesystem::path const path(file);
    std::error_code error;
    auto const size = std::filesystem::file_size(path, error);
    if (error) throw std::runtime_error("O arquivo " + file + " não pôde ser lido.");
    if (size > most_bytes) throw std::runtime_error("O arquivo é grande demais para uma tabela fiscal.");
    auto const known = nfce::table_file_named(name.empty() ? path.filename().string() : name);
    if (!known) throw std::runtime_error("Esta tabela não existe. Diga qual é com --table, como nfce-parametros.csv.");
    std::ifstream input(path, std::ios::binary);
    std::string const text{std::istreambuf_iterator<char>(input), {}};
    return {.file = *known,
            .content = nfce::plain_table(text),
            .as_of = as_of.empty() ? local_date(SystemClock().now(), "America/Sao_Paulo") : as_of,
            .file_name = path.filename().string()};
}

bool tell(Result<void> const& checked, std::ostream& out) {
    if (checked) return true;
    for (auto const& problem : checked.error().fields) out << problem.message << '\n';
    return false;
}

void tell(db::Connection& connection, tables::Upload const& upload, std::ostream& out) {
    auto const difference = tables::difference_to_force(connection, upload);
    out << fmt::format("{}: {} linhas novas, {} mudadas, {} retiradas; {} produtos ativos.\n",
                       nfce::name_of(upload.file), difference.added, difference.changed, difference.gone,
                       tables::touched_products(connection, upload.file, difference));
    for (std::size_t at = 0; at < difference.rows.size() && at < most_shown; ++at) {
        auto const& [key, before, after] = difference.rows[at];
        out << fmt::format("  {}\n    antes: {}\n    depois: {}\n", key, before.value_or("–"), after.value_or("–"));
    }
    if (difference.rows.size() > most_shown) out << fmt::format("  e mais {}\n", difference.rows.size() - most_shown);
}

} // namespace

void list_tables(Config const& config, std::ostream& out) {
    auto const database = open_database(config);
    auto const changes = database->read([](db::Connection& connection) { return tables::find_changes(connection); });
    auto const texts = tables::texts_in_force(changes);
    for (std::size_t at = 0; at < nfce::table_file_count; ++at) {
        auto const file = static_cast<nfce::TableFile>(at);
        out << fmt::format("{}: dados de {}, {}\n", nfce::name_of(file),
                           date_text(tables::as_of_in_force(changes, file)),
                           texts.contains(file) ? "desta instalação" : "do programa");
    }
    for (auto const& change : changes) {
        if (change.undone_at) continue;
        out << fmt::format("{} {} ({})\n", local_date_time_text(change.created_at, "America/Sao_Paulo"),
                           change.file_name, change.by.empty() ? "por comando" : change.by);
    }
}

bool check_table(Config const& config, std::string const& file, std::string const& name, std::string const& as_of,
                 std::ostream& out) {
    auto const database = open_database(config);
    auto const upload = read_upload(file, name, as_of);
    return database->read([&](db::Connection& connection) {
        if (!tell(tables::check_upload(connection, upload, SystemClock().now()), out)) return false;
        tell(connection, upload, out);
        return true;
    });
}

bool load_table(Config const& config, std::string const& file, std::string const& name, std::string const& as_of,
                std::ostream& out) {
    auto const database = open_database(config);
    auto const upload = read_upload(file, name, as_of);
    SystemClock const clock;
    events::Events events(*database, clock);
    auto const checked = database->write([&](db::Transaction& transaction) -> Result<void> {
        BALCAO_TRY(tables::check_upload(transaction, upload, clock.now()));
        tell(transaction, upload, out);
        tables::take_over(transaction, {events, clock}, std::nullopt, upload, tables::Kind::file);
        return {};
    });
    if (!tell(checked, out)) return false;
    out << "Em vigor. Servidores que estão ligados a seguem em poucos segundos.\n";
    return true;
}

} // namespace balcao::app
