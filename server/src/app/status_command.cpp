#include "app/status_command.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/commit.hpp"
#include "app/server_address.hpp"
#include "office/backups/backups.hpp"
#include "platform/base/time.hpp"
#include "platform/db/migrations.hpp"

namespace balcao::app {

namespace {

constexpr std::string_view time_zone = "America/Sao_Paulo"; // Brasília's: an installation has none of its own

constexpr db::Query first_certificate{"status_certificates",
                                      "select count(*), min(valid_to) from digital_certificates"};
constexpr db::Query series{"status_series", R"sql(
    select count(*), count(parada_em) from nfce_numeracao where ambiente <> 'simulador')sql"};
constexpr db::Query waiting{"status_waiting", R"sql(
    select count(*) from nfce
    where estado in ('enviando', 'indefinida', 'contingencia') and ambiente <> 'simulador')sql"};
constexpr db::Query last_receipt{"status_last_receipt", R"sql(
    select nome_fantasia, razao_social, nfce.serie, nfce.numero, nfce.dhEmi from nfce
    join emitente on emitente.id = nfce.emitente_id
    where nfce.ambiente = 'producao' order by nfce.seq desc limit 1)sql"};
constexpr db::Query size_of_database{"status_database_size", "select pg_database_size(current_database())"};

std::string size_text(double bytes) {
    auto const is_large = bytes >= 1e9;
    auto text = fmt::format("{:.1f} {}", bytes / (is_large ? 1e9 : 1e6), is_large ? "GB" : "MB");
    text[text.find('.')] = ',';
    return text;
}

std::string time_text(Instant at) { return local_date_time_text(at, time_zone); }

std::int64_t days_until(Instant at, Instant now) { return (at - now) / std::chrono::days{1}; }

std::string server_text(Config const& config, bool& is_ready) {
    auto const address = server_address(config.data_folder);
    auto const status = address ? ask_readyz(*address) : 0;
    is_ready = status == 200;
    if (status == 0) return "parado. Inicie-o com “systemctl start balcao”, ou “balcao serve”.";
    auto const where =
        fmt::format("{}://{}:{}", config.server.tls ? "https" : "http",
                    address->host.contains(':') ? "[" + address->host + "]" : address->host, address->port);
    if (is_ready) return fmt::format("em execução em {}, pronto.", where);
    return fmt::format("em execução em {}, mas não pronto ({}): veja “journalctl -u balcao”.", where, status);
}

std::string backup_text(Config const& config) {
    if (config.backup_folder.empty())
        return "nenhuma: ponha uma pasta em BALCAO_BACKUP_DIR, de preferência em outro disco.";
    if (std::error_code error; !std::filesystem::is_directory(config.backup_folder, error))
        return fmt::format("nenhuma: a pasta {} não existe ou não pôde ser lida.", config.backup_folder.string());
    auto const made = backups::last_made(config.backup_folder);
    if (!made)
        return fmt::format("nenhuma ainda em {}; a primeira vem depois das 3 horas.", config.backup_folder.string());
    return fmt::format("{} em {}.", time_text(*made), config.backup_folder.string());
}

// What the database tells, line by line.
void write_database(db::Connection& connection, Instant now, std::ostream& out) {
    connection.run(first_certificate, {}, [&](db::Row const& row) {
        auto const until = row.get<std::optional<Instant>>(1);
        out << "Certificados: "
            << (until ? fmt::format("{}; o primeiro vence em {} ({} dias).\n", row.get<std::int64_t>(0),
                                    time_text(*until), days_until(*until, now))
                      : std::string("nenhum.\n"));
    });
    connection.run(series, {}, [&](db::Row const& row) {
        auto const stopped = row.get<std::int64_t>(1);
        out << fmt::format("Séries de notas: {}, {}.\n", row.get<std::int64_t>(0),
                           stopped == 0 ? "nenhuma parada"
                                        : fmt::format("{} PARADAS: veja Números no programa", stopped));
    });
    out << fmt::format("Notas à espera da SEFAZ: {}.\n", connection.scalar<std::int64_t>(waiting).value_or(0));
    std::string last = "nenhuma.";
    connection.run(last_receipt, {}, [&](db::Row const& row) {
        last = fmt::format("{}, série {}, número {}, {}.",
                           row.get<std::optional<std::string>>(0).value_or(row.get<std::string>(1)),
                           row.get<std::int64_t>(2), row.get<std::int64_t>(3), time_text(row.get<Instant>(4)));
    });
    out << "Última nota em produção: " << last << '\n';
}

} // namespace

bool write_status(Config const& config, std::ostream& out) {
    out << fmt::format("Balcão {}{}\n", BALCAO_VERSION, commit.empty() ? std::string{} : fmt::format(" ({})", commit));
    bool is_ready = false;
    out << "Servidor: " << server_text(config, is_ready) << '\n';
    std::error_code error;
    auto const space = std::filesystem::space(config.data_folder, error);
    out << (error ? fmt::format("Dados: {} não existe.\n", config.data_folder.string())
                  : fmt::format("Dados: {}, {} livres no disco.\n", config.data_folder.string(),
                                size_text(static_cast<double>(space.available))));
    out << "Última cópia: " << backup_text(config) << '\n';
    out << "E-mail: "
        << (config.mail ? fmt::format("por {}, de {}.\n", config.mail->url, config.mail->from)
                        : std::string("não é enviado: falta BALCAO_SMTP_URL.\n"));
    auto const file = sqlite_file(config);
    if (file && !std::filesystem::exists(*file)) { // to open would make it
        out << "Banco de dados: ainda não há; o servidor o cria quando inicia.\n";
        return false;
    }
    try {
        auto const database = db::Database::open(config.database);
        auto const is_current = db::is_current(*database);
        database->read([&](db::Connection& connection) {
            auto const bytes = file
                                   ? static_cast<double>(std::filesystem::file_size(*file))
                                   : static_cast<double>(connection.scalar<std::int64_t>(size_of_database).value_or(0));
            out << fmt::format("Banco de dados: {}, {}{}\n", file ? file->string() : "PostgreSQL", size_text(bytes),
                               is_current ? ", desta versão."
                                          : ", de OUTRA versão: inicie o servidor desta versão uma vez.");
            if (is_current) write_database(connection, SystemClock{}.now(), out);
        });
        return is_ready && is_current;
    } catch (db::Error const& failure) {
        out << "Banco de dados: NÃO pôde ser lido. " << failure.what() << '\n';
        return false;
    }
}

} // namespace balcao::app
