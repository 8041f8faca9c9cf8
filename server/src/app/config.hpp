#pragma once
// What the operator may set: BALCAO_… of the environment, or of the file that BALCAO_CONFIG names.

#include <filesystem>
#include <optional>
#include <string>

#include "office/backups/backups.hpp"
#include "platform/base/protection.hpp"
#include "platform/base/secret.hpp"
#include "platform/db/database.hpp"
#include "platform/http/server.hpp"
#include "platform/mail/mail.hpp"
#include "platform/secrets/key_file.hpp"
#include "registry/installation/installation.hpp"

namespace balcao::app {

/// What concerns calls to SEFAZ.
struct SefazConfig {
    std::filesystem::path authorities; // PEM, besides the system's; empty: none
    std::filesystem::path addresses;   // shaped as reference-data/nfce-endpoints.json; empty: the table's own only
    std::string simulator_url;         // empty: one of the server's own; "off": none
    std::string simulator_control;     // of the named one; empty: it has no control routes
    std::filesystem::path simulator_folder;
};

/// What only tests switch, so that they drive the very program people run. Refused unless it listens on loopback.
struct TestSwitches {
    bool quick_passwords = false;      // auth::hash_quickly
    double time_scale = 1;             // of what is waited for: platform/base/time_scale.hpp, and the listener's limits
    std::string crash_points;          // arm_crash_points
    std::filesystem::path statements;  // db::record_statements; empty: nothing is recorded
    std::optional<Protection> without; // remove_protection

    bool is_any_on() const {
        return quick_passwords || time_scale < 1 || !crash_points.empty() || !statements.empty() || without;
    }
};

struct Config {
    http::ServerOptions server;
    bool has_own_address = false;          // BALCAO_LISTEN or BALCAO_PORT is set
    std::filesystem::path tls_certificate; // and its key, put together in server.tls
    std::filesystem::path tls_key;
    db::Options database;
    bool allow_async = false; // produção also with standbys that are not waited for
    std::filesystem::path data_folder;
    std::filesystem::path web_folder;
    secrets::KeySource key;
    SefazConfig sefaz;
    bool registration_open = true;
    bool admins_need_second_factor = false;
    Secret setup_code; // what the first account has to know; empty: made at the start where it is needed
    installation::Support support;
    std::optional<mail::Server> mail;    // nullopt: no e-mail is sent
    std::string cep_url;                 // a template with {cep}; empty: addresses are typed
    std::filesystem::path backup_folder; // of daily backups; empty: none are made
    std::string audit_key;               // signs the sheets of backups; empty: they are not signed
    TestSwitches test;
};

/// Reads the environment and, for what is not set there, the file that BALCAO_CONFIG names. Throws std::runtime_error
/// with a sentence for each value or line that cannot be used, and when a switch for tests is set although the server
/// would listen beyond loopback.
Config read_config();

/// Whether people can practise: in a simulator of the server's own, or in the named one.
bool has_simulator(Config const& config);

/// Whether nobody but programs on this machine reaches the server, none of them a proxy as far as its settings say.
bool serves_here_alone(Config const& config);

/// Whether strangers could be the first to sign up: the server listens beyond loopback, or its public address lies
/// there.
bool strangers_reach(Config const& config);

/// The file of a SQLite database; nullopt: it is PostgreSQL.
std::optional<std::filesystem::path> sqlite_file(Config const& config);

backups::Settings backup_settings(Config const& config);
/// Of numbers::Marks.
std::filesystem::path marks_file(Config const& config);

/// Creates the data folder if needed and checks that it can be written to; throws std::runtime_error with a sentence.
void prepare_data_folder(Config const& config);

/// The table of variables for `balcao serve --help`.
std::string config_help();
/// A file for BALCAO_CONFIG that sets nothing: each variable with its meaning and default as a comment.
std::string config_example();

} // namespace balcao::app
