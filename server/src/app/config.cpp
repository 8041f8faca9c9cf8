#include "app/config.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sodium.h>

#include "platform/auth/typed_codes.hpp"
#include "platform/base/email.hpp"
#include "platform/base/test_switches.hpp"
#include "platform/base/text.hpp"

namespace balcao::app {

namespace {

struct Variable {
    std::string_view name;
    std::string_view fallback;
    std::string_view meaning;
    void (*set)(Config& config, std::string const& value);
};

std::runtime_error wrong(std::string_view name, std::string_view expected) {
    return std::runtime_error(std::string(name) + ": " + std::string(expected));
}

std::vector<std::string> split(std::string const& list) {
    std::vector<std::string> parts;
    std::string_view rest = list;
    while (!rest.empty()) {
        auto const comma = rest.find(',');
        if (auto part = trim(rest.substr(0, comma)); !part.empty()) parts.push_back(std::move(part));
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
    return parts;
}

constexpr std::string_view no_simulator = "off";

constexpr std::array variables{
    Variable{"BALCAO_LISTEN", "127.0.0.1", "Address to listen on. Keep the default behind a proxy on the same machine.",
             [](Config& config, std::string const& value) { config.server.listen_address = value; }},
    Variable{"BALCAO_PORT", "8080", "Port to listen on.",
             [](Config& config, std::string const& value) {
                 auto const port = parse_int(value);
                 if (!port || *port > 65535) throw wrong("BALCAO_PORT", "use um número de 0 a 65535.");
                 config.server.port = static_cast<std::uint16_t>(*port);
             }},
    Variable{
        "BALCAO_TLS_CERT", "",
        "PEM file with the certificate of this server: BALCAO_PORT then speaks HTTPS, without a proxy. See `balcao "
        "tls self-signed`. Read again when it changes.",
        [](Config& config, std::string const& value) { config.tls_certificate = value; }},
    Variable{"BALCAO_TLS_KEY", "", "PEM file with its key, without a password.",
             [](Config& config, std::string const& value) { config.tls_key = value; }},
    Variable{"BALCAO_TLS_REDIRECT_PORT", "",
             "Port where plain HTTP leads to HTTPS. Who speaks plain HTTP at BALCAO_PORT is led there anyway.",
             [](Config& config, std::string const& value) {
                 if (value.empty()) return;
                 auto const port = parse_int(value);
                 if (!port || *port < 1 || *port > 65535)
                     throw wrong("BALCAO_TLS_REDIRECT_PORT", "use um número de 1 a 65535.");
                 config.server.redirect_port = static_cast<std::uint16_t>(*port);
             }},
    Variable{
        "BALCAO_PUBLIC_URL", "",
        "Address people use, e.g. https://balcao.example.com. Fixes Host and Origin, and Secure cookies under https.",
        [](Config& config, std::string const& value) {
            if (!value.empty() && !value.starts_with("http://") && !value.starts_with("https://"))
                throw wrong("BALCAO_PUBLIC_URL", "comece com http:// ou https://.");
            config.server.public_url = value.ends_with('/') ? value.substr(0, value.size() - 1) : value;
        }},
    Variable{"BALCAO_TRUSTED_PROXIES", "",
             "Addresses or CIDR ranges, separated by commas, whose X-Forwarded-For is believed.",
             [](Config& config, std::string const& value) { config.server.trusted_proxies = split(value); }},
    Variable{"BALCAO_CONNECTIONS_PER_ADDRESS", "256",
             "Connections that one address may have open. Those of trusted proxies are not counted.",
             [](Config& config, std::string const& value) {
                 auto const count = parse_int(value);
                 if (!count || *count < 8 || *count > 4096)
                     throw wrong("BALCAO_CONNECTIONS_PER_ADDRESS", "use um número de 8 a 4096.");
                 config.server.limits.connections_per_address = static_cast<std::size_t>(*count);
             }},
    Variable{"BALCAO_DATA_DIR", "data", "Folder of the database and of everything else that must be kept.",
             [](Config& config, std::string const& value) { config.data_folder = value; }},
    Variable{"BALCAO_DATABASE_URL", "",
             "sqlite:FILE or postgresql://USER:PASSWORD@HOST/DATABASE. Default: balcao.sqlite3 in the data folder.",
             [](Config& config, std::string const& value) { config.database.url = value; }},
    Variable{"BALCAO_DATABASE_CONNECTIONS", "8", "Connections to the database.",
             [](Config& config, std::string const& value) {
                 auto const count = parse_int(value);
                 if (!count || *count < 2 || *count > 200)
                     throw wrong("BALCAO_DATABASE_CONNECTIONS", "use um número de 2 a 200.");
                 config.database.connections = static_cast<int>(*count);
             }},
    Variable{
        "BALCAO_DATABASE_PREPARE", "on",
        "off: no prepared statements, for PostgreSQL poolers in transaction mode. on: neither behind a pooler, which "
        "is recognised.",
        [](Config& config, std::string const& value) {
            if (value != "on" && value != "off") throw wrong("BALCAO_DATABASE_PREPARE", "use on ou off.");
            config.database.prepare = value == "on";
        }},
    Variable{
        "BALCAO_ALLOW_ASYNC", "",
        "yes: produção also on a PostgreSQL that may lose acknowledged sales when a machine dies, since it does not "
        "wait for its standby.",
        [](Config& config, std::string const& value) {
            if (!value.empty() && value != "yes") throw wrong("BALCAO_ALLOW_ASYNC", "use yes, ou nada.");
            config.allow_async = value == "yes";
        }},
    Variable{"BALCAO_REGISTRATION", "open", "closed: nobody can sign up; accounts come from an administrator.",
             [](Config& config, std::string const& value) {
                 if (value != "open" && value != "closed") throw wrong("BALCAO_REGISTRATION", "use open ou closed.");
                 config.registration_open = value == "open";
             }},
    Variable{"BALCAO_REQUIRE_TOTP", "",
             "admin: administrators without a second factor (a code of their telephone) can do nothing but set it up.",
             [](Config& config, std::string const& value) {
                 if (!value.empty() && value != "admin") throw wrong("BALCAO_REQUIRE_TOTP", "use admin.");
                 config.admins_need_second_factor = value == "admin";
             }},
    Variable{"BALCAO_SETUP_CODE", "",
             "At least 12 characters that the first account has to give where strangers reach the server. Default: one "
             "that is made and printed at each start until there is an account; several processes need the same.",
             [](Config& config, std::string const& value) {
                 if (!value.empty() && auth::normalize_code(value).size() < 12)
                     throw wrong("BALCAO_SETUP_CODE", "use ao menos 12 letras e números.");
                 config.setup_code = Secret{value};
             }},
    Variable{"BALCAO_SUPPORT_EMAIL", "", "E-mail of whom people ask for help; shown in Ajuda.",
             [](Config& config, std::string const& value) {
                 config.support.email = trim(value);
                 if (!config.support.email.empty() && email_problem(normalize_email(value)))
                     throw wrong("BALCAO_SUPPORT_EMAIL", "use um endereço como suporte@empresa.com.br.");
             }},
    Variable{"BALCAO_SUPPORT_PHONE", "", "Their phone, as people write it, e.g. (17) 3222-1234.",
             [](Config& config, std::string const& value) {
                 config.support.phone = trim(value);
                 auto const count = digits(value).size();
                 if (!config.support.phone.empty() &&
                     (!is_utf8(value) || count < 3 || length(value) > 40 || has_control_characters(value)))
                     throw wrong("BALCAO_SUPPORT_PHONE", "use um telefone como (17) 3222-1234, até 40 caracteres.");
             }},
    Variable{
        "BALCAO_SMTP_URL", "",
        "SMTP server that e-mails are sent through, e.g. smtps://user%40example.com:password@mail.example.com. TLS "
        "and a valid certificate are required, but of smtp:// to this machine. Empty: no e-mail is sent.",
        [](Config& config, std::string const& value) {
            if (value.empty()) return;
            auto server = mail::parse_server(value);
            if (!server) throw wrong("BALCAO_SMTP_URL", server.error());
            config.mail = *std::move(server);
        }},
    Variable{"BALCAO_MAIL_FROM", "", "Address that e-mails come from. Default: who signs in at the SMTP server.",
             [](Config& config, std::string const& value) {
                 if (value.empty() || !config.mail) return;
                 config.mail->from = normalize_email(value);
                 if (email_problem(config.mail->from))
                     throw wrong("BALCAO_MAIL_FROM", "use um endereço como balcao@empresa.com.br.");
             }},
    Variable{"BALCAO_CEP_URL", "",
             "Address of a service that knows CEPs, with {cep} where the eight digits go, e.g. "
             "https://viacep.com.br/ws/{cep}/json/. Empty: addresses are typed.",
             [](Config& config, std::string const& value) {
                 auto const is_web = value.starts_with("https://") || value.starts_with("http://");
                 if (!value.empty() && (!is_web || !value.contains("{cep}")))
                     throw wrong("BALCAO_CEP_URL", "comece com http:// ou https:// e ponha {cep} no lugar do CEP.");
                 config.cep_url = value;
             }},
    Variable{"BALCAO_SECRET_KEY", "",
             "Key that secrets are encrypted with, as `balcao secrets export` shows it. Default: the file secret.key "
             "in the data folder.",
             [](Config& config, std::string const& value) {
                 if (!value.empty()) config.key.given = secrets::Key::parse(value);
             }},
    Variable{"BALCAO_SEFAZ_CA", "",
             "PEM file of authorities that SEFAZ's servers may have besides those of the system, e.g. ICP-Brasil's.",
             [](Config& config, std::string const& value) { config.sefaz.authorities = value; }},
    Variable{"BALCAO_SEFAZ_ADDRESSES", "",
             "JSON file whose rows replace addresses of SEFAZ; shaped as reference-data/nfce-endpoints.json.",
             [](Config& config, std::string const& value) { config.sefaz.addresses = value; }},
    Variable{
        "BALCAO_SIMULATOR_URL", "",
        "Address of a running `balcao sefaz-simulator`, e.g. https://127.0.0.1:8443. Empty: the server runs one of "
        "its own. off: there is none.",
        [](Config& config, std::string const& value) {
            if (!value.empty() && value != no_simulator && !value.starts_with("https://"))
                throw wrong("BALCAO_SIMULATOR_URL", "comece com https://, ou use off.");
            config.sefaz.simulator_url = value.ends_with('/') ? value.substr(0, value.size() - 1) : value;
        }},
    Variable{"BALCAO_SIMULATOR_CONTROL_URL", "",
             "Address of the control routes of the simulator named above, e.g. http://127.0.0.1:8444: for guided "
             "practice, and to make it forget what was practised.",
             [](Config& config, std::string const& value) {
                 if (!value.empty() && !value.starts_with("http://"))
                     throw wrong("BALCAO_SIMULATOR_CONTROL_URL", "comece com http://.");
                 config.sefaz.simulator_control = value.ends_with('/') ? value.substr(0, value.size() - 1) : value;
             }},
    Variable{"BALCAO_SIMULATOR_DATA", "", "Folder of the simulator. Default: simulador in the data folder.",
             [](Config& config, std::string const& value) { config.sefaz.simulator_folder = value; }},
    Variable{"BALCAO_BACKUP_DIR", "",
             "Folder for a backup a day: 7 daily, 5 weekly and 12 monthly ones are kept. Best on another disk. Empty: "
             "none.",
             [](Config& config, std::string const& value) { config.backup_folder = value; }},
    Variable{"BALCAO_AUDIT_KEY", "",
             "At least 32 characters, kept apart from database and backups: signs the sheets of backups, so that an "
             "audit log written anew is found out.",
             [](Config& config, std::string const& value) {
                 if (!value.empty() && value.size() < 32)
                     throw wrong("BALCAO_AUDIT_KEY", "use ao menos 32 caracteres.");
                 config.audit_key = value;
             }},
    Variable{
        "BALCAO_METRICS_TOKEN", "",
        "Bearer token that lets /metrics be read from elsewhere than this machine; with BALCAO_PUBLIC_URL also from "
        "here.",
        [](Config& config, std::string const& value) { config.server.metrics_token = value; }},
    Variable{"BALCAO_WEB_DIR", "",
             "Folder of the built web application. Default: web beside the program, else web/dist.",
             [](Config& config, std::string const& value) { config.web_folder = value; }},
};

#ifndef BALCAO_NO_TEST_SWITCHES
// For tests, on loopback only.
constexpr std::array test_variables{
    Variable{"BALCAO_TEST_PASSWORDS", "", "quick: hashes of passwords cost nothing. For tests, on loopback only.",
             [](Config& config, std::string const& value) {
                 if (!value.empty() && value != "quick") throw wrong("BALCAO_TEST_PASSWORDS", "use quick.");
                 config.test.quick_passwords = value == "quick";
             }},
    Variable{
        "BALCAO_TEST_TIME_SCALE", "1",
        "From 0.001 to 1: shortens the times of the listener, of jobs and of receipts. For tests, on loopback only.",
        [](Config& config, std::string const& value) {
            auto const [end, error] =
                std::from_chars(value.data(), value.data() + value.size(), config.test.time_scale);
            if (error != std::errc() || end != value.data() + value.size() || config.test.time_scale < 0.001 ||
                config.test.time_scale > 1)
                throw wrong("BALCAO_TEST_TIME_SCALE", "use um número de 0.001 a 1.");
        }},
    Variable{"BALCAO_TEST_CRASH", "",
             "name:probability:seed, separated by commas: where the process ends by itself; name:hold:FILE: where it "
             "waits while "
             "that file exists. For tests, on loopback only.",
             [](Config& config, std::string const& value) { config.test.crash_points = value; }},
    Variable{"BALCAO_TEST_STATEMENTS", "",
             "File that each statement given to the database is appended to once. For tests, on loopback only.",
             [](Config& config, std::string const& value) { config.test.statements = value; }},
    Variable{
        "BALCAO_TEST_WITHOUT", "",
        "One of platform/base/protection.hpp, which is taken away: for the tests of the crash test, on loopback only.",
        [](Config& config, std::string const& value) {
            config.test.without = protection_of(value);
            if (!value.empty() && !config.test.without)
                throw wrong("BALCAO_TEST_WITHOUT", "use um dos nomes de platform/base/protection.hpp.");
        }},
};
#else
constexpr std::array<Variable, 0> test_variables;
#endif

void apply_time_scale(http::Limits& limits, double scale) {
    for (auto* const time : {&limits.header_time, &limits.body_time, &limits.idle_time, &limits.write_time,
                             &limits.drain_time, &limits.heartbeat_time})
        *time = std::chrono::milliseconds(static_cast<std::int64_t>(static_cast<double>(time->count()) * scale));
}

std::string config_file() {
    auto const* const named = std::getenv("BALCAO_CONFIG");
    return named != nullptr ? named : "";
}

struct Line {
    int number = 0;
    std::string value;
};

/// The settings in the file that BALCAO_CONFIG names, by name; every wrong line at once as std::runtime_error.
std::map<std::string, Line> read_config_file() {
    std::map<std::string, Line> lines;
    auto const path = config_file();
    if (path.empty()) return lines;
    std::ifstream input(path);
    if (!input) {
        throw std::runtime_error("O arquivo " + path +
                                 " (BALCAO_CONFIG) não pôde ser lido. Confira se ele existe e a permissão.");
    }
    std::vector<std::string> problems;
    int number = 0;
    for (std::string text; std::getline(input, text);) {
        ++number;
        auto const line = trim(text);
        if (line.empty() || line.starts_with('#')) continue;
        auto const equals = line.find('=');
        auto const name = trim(std::string_view(line).substr(0, equals));
        auto const problem = [&](std::string const& what) {
            problems.push_back(fmt::format("{}, linha {}: {}", path, number, what));
        };
        auto const is_known = std::ranges::find(variables, std::string_view(name), &Variable::name) != variables.end();
        if (equals == std::string::npos) {
            problem("escreva NOME=valor, ou comece a linha com #.");
        } else if (!is_known) {
            problem(fmt::format("“{}” não é uma configuração. Veja os nomes em balcao serve --help.", name));
        } else {
            auto const [entry, is_new] = lines.try_emplace(name, number, trim(line.substr(equals + 1)));
            if (!is_new) problem(fmt::format("{} já está na linha {}: deixe uma só.", name, entry->second.number));
        }
    }
    if (!problems.empty()) throw std::runtime_error(fmt::format("{}", fmt::join(problems, "\n  ")));
    return lines;
}

/// Where an installed program has its web application; in a source folder, what ./run built.
std::string default_web_folder() {
    std::error_code error;
    auto const beside = std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "web";
    return std::filesystem::exists(beside / "index.html", error) ? beside.string() : "web/dist";
}

bool is_this_machine(std::string_view host) {
    return host == "localhost" || host == "::1" || host == "[::1]" || host.starts_with("127.");
}

bool listens_here_alone(Config const& config) { return is_this_machine(config.server.listen_address); }

// The name in `https://name:port`.
std::string_view host_of(std::string_view url) {
    auto const authority = url.substr(url.find("://") + 3);
    auto const end = authority.starts_with('[') ? authority.find(']') + 1 : authority.find(':');
    return authority.substr(0, end);
}

} // namespace

bool has_simulator(Config const& config) { return config.sefaz.simulator_url != no_simulator; }

bool serves_here_alone(Config const& config) {
    return listens_here_alone(config) && config.server.public_url.empty() && config.server.trusted_proxies.empty();
}

bool strangers_reach(Config const& config) {
    auto const& url = config.server.public_url;
    return !listens_here_alone(config) || (!url.empty() && !is_this_machine(host_of(url)));
}

Config read_config() {
    Config config;
    auto const file = read_config_file();
    std::vector<std::string> problems;
    auto const read = [&](Variable const& variable) {
        auto const name = std::string(variable.name);
        auto const* given = std::getenv(name.c_str());
        auto const line = given == nullptr ? file.find(name) : file.end();
        auto value = given != nullptr     ? std::string(given)
                     : line != file.end() ? line->second.value
                                          : std::string(variable.fallback);
        try {
            variable.set(config, value);
        } catch (std::runtime_error const& error) {
            auto const where =
                line != file.end() ? fmt::format("{}, linha {}: ", config_file(), line->second.number) : std::string{};
            problems.push_back(where + error.what());
        }
        sodium_memzero(value.data(), value.size()); // it may be the key
        return given != nullptr || line != file.end();
    };
    for (auto const& variable : variables) {
        auto const is_given = read(variable);
        if (is_given && (variable.name == "BALCAO_LISTEN" || variable.name == "BALCAO_PORT"))
            config.has_own_address = true;
        if (!is_given && variable.name == "BALCAO_DATA_DIR" && !config_file().empty())
            problems.push_back(config_file() + ": falta BALCAO_DATA_DIR, a pasta dos dados. Ponha a que valia antes.");
    }
    std::ranges::for_each(test_variables, read);
    if (config.tls_certificate.empty() != config.tls_key.empty()) {
        problems.emplace_back("BALCAO_TLS_CERT e BALCAO_TLS_KEY vêm juntas: ponha o certificado e a chave dele.");
    } else if (!config.tls_certificate.empty()) {
        config.server.tls = {.certificate = config.tls_certificate, .key = config.tls_key};
    } else if (config.server.redirect_port != 0) {
        problems.emplace_back("BALCAO_TLS_REDIRECT_PORT só serve com BALCAO_TLS_CERT.");
    }
    if (config.mail && config.mail->from.empty())
        problems.emplace_back("BALCAO_MAIL_FROM: diga de que endereço os e-mails saem.");
    if (config.mail && config.server.public_url.empty() && !serves_here_alone(config)) {
        problems.emplace_back(
            "BALCAO_PUBLIC_URL: diga o endereço que as pessoas usam; os links dos e-mails começam com "
            "ele.");
    }
    if (!problems.empty()) throw std::runtime_error(fmt::format("{}", fmt::join(problems, "\n  ")));
    if constexpr (has_test_switches) {
        if (config.test.is_any_on() && !listens_here_alone(config)) {
            throw std::runtime_error(
                "As variáveis BALCAO_TEST_… servem só a testes: tire-as, ou ouça só em 127.0.0.1 (BALCAO_LISTEN).");
        }
    }
    apply_time_scale(config.server.limits, config.test.time_scale);
    config.key.file = config.data_folder / "secret.key";
    if (config.sefaz.simulator_folder.empty()) config.sefaz.simulator_folder = config.data_folder / "simulador";
    if (config.web_folder.empty()) config.web_folder = default_web_folder();
    if (config.database.url.empty()) config.database.url = "sqlite:" + (config.data_folder / "balcao.sqlite3").string();
    config.database.mark_file = config.data_folder / "banco.marca";
    auto const is_sqlite = sqlite_file(config).has_value();
    // SQLite commits together what waits together, so many may wait; its reads by key wait for nobody. PostgreSQL:
    // half of the connections each, and no I/O thread waits for it.
    auto const half = std::max(2, config.database.connections / 2);
    config.server.key_on_io = is_sqlite;
    config.server.read_threads = is_sqlite ? static_cast<int>(std::max(2U, std::thread::hardware_concurrency())) : half;
    config.server.write_threads = is_sqlite ? 32 : half;
    return config;
}

std::optional<std::filesystem::path> sqlite_file(Config const& config) {
    constexpr std::string_view prefix = "sqlite:";
    if (!config.database.url.starts_with(prefix)) return std::nullopt;
    return config.database.url.substr(prefix.size());
}

backups::Settings backup_settings(Config const& config) {
    return {.database = config.database,
            .version = BALCAO_VERSION,
            .audit_key = config.audit_key,
            .folder = config.backup_folder};
}

std::filesystem::path marks_file(Config const& config) { return config.data_folder / "numeros.max"; }

void prepare_data_folder(Config const& config) {
    std::error_code error;
    std::filesystem::create_directories(config.data_folder, error);
    auto const probe = config.data_folder / ".balcao-write-test";
    auto const is_writable = !error && std::ofstream(probe).put('x').good();
    std::filesystem::remove(probe, error);
    if (!is_writable) {
        throw std::runtime_error("Não é possível gravar na pasta de dados " + config.data_folder.string() +
                                 ". Confira a permissão e o espaço em disco, ou escolha outra com BALCAO_DATA_DIR.");
    }
}

std::string config_help() {
    std::string text = "Environment, or lines NAME=value of the file that BALCAO_CONFIG names:\n";
    for (auto const& variable : variables) {
        text += "  " + std::string(variable.name);
        if (!variable.fallback.empty()) text += " (default " + std::string(variable.fallback) + ")";
        text += "\n      " + std::string(variable.meaning) + "\n";
    }
    return text;
}

std::string config_example() {
    std::string text = "# Settings of Balcão, lines NAME=value. What is commented out has the value shown.\n";
    for (auto const& variable : variables)
        text += fmt::format("\n# {}\n#{}={}\n", variable.meaning, variable.name, variable.fallback);
    return text;
}

} // namespace balcao::app
