// `balcao`: the command line. Errors are one sentence on standard error and exit code 1.

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>

#include <CLI/CLI.hpp>
#include <sodium.h>

#include "app/config.hpp"
#include "app/serve.hpp"
#include "app/user_commands.hpp"
#include "db/backup.hpp"
#include "nfce/cli.hpp"

namespace {

using namespace balcao;

Secret password_from_stdin() {
    std::string line;
    std::getline(std::cin, line);
    if (line.ends_with('\r')) line.pop_back();
    return Secret{std::move(line)};
}

int run(int argc, char** argv) {
    // A command line of its own, with its own exit codes.
    if (argc > 1 && std::string_view(argv[1]) == "nfce") return nfce::nfce_main({argv + 2, argv + argc}, std::cin, std::cout, std::cerr);

    CLI::App program{"Balcão: back office of companies that issue NFC-e."};
    program.set_version_flag("--version", std::string(BALCAO_VERSION) + (std::string(BALCAO_COMMIT).empty() ? "" : " (" BALCAO_COMMIT ")"));
    program.require_subcommand(1);
    auto const help = app::config_help();

    auto* const serve = program.add_subcommand("serve", "Start the server and stay in the foreground.");
    serve->footer(help);
    serve->callback([] {
        auto config = app::read_config();
        app::prepare_data_folder(config);
        app::serve(std::move(config));
    });

    std::string file;
    auto* const backup =
        program.add_subcommand("backup", "Write a consistent, checked copy of the database to FILE, also while the server runs.");
    backup->add_option("FILE", file)->required();
    backup->footer("The copy never contains the secret key. Keep the key apart from it: one without the other tells nothing.");
    backup->callback([&file] {
        db::backup(app::read_config().database, file);
        std::cout << "Cópia conferida em " << file << ". Ela não contém a chave secreta; guarde as duas em lugares separados.\n";
    });

    auto* const restore = program.add_subcommand("restore", "Put a backup in the place of the database. Stop the server first.");
    restore->add_option("FILE", file)->required();
    restore->callback([&file] {
        auto const config = app::read_config();
        app::prepare_data_folder(config);
        db::restore(config.database, file);
        std::cout << "Restaurado de " << file << ".\n";
    });

    std::string email;
    auto* const user = program.add_subcommand("user", "Accounts, for who locked themselves out. The password is read from standard input.");
    user->require_subcommand(1);
    auto* const create_admin = user->add_subcommand("create-admin", "Create an administrator.");
    create_admin->add_option("EMAIL", email)->required();
    create_admin->callback([&email] {
        app::create_admin(app::read_config(), email, password_from_stdin());
        std::cout << "Administrador " << email << " criado.\n";
    });
    auto* const reset_password = user->add_subcommand("reset-password", "Give an account a new password and end its sessions.");
    reset_password->add_option("EMAIL", email)->required();
    reset_password->callback([&email] {
        app::reset_password(app::read_config(), email, password_from_stdin());
        std::cout << "Senha de " << email << " trocada. As sessões abertas foram encerradas.\n";
    });

    program.add_subcommand("nfce", "Build, check, sign, draw and explain receipts without the server; see balcao nfce --help.");

    CLI11_PARSE(program, argc, argv);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    try {
        if (sodium_init() < 0) throw std::runtime_error("A biblioteca de criptografia não pôde ser iniciada.");
        return run(argc, argv);
    } catch (std::exception const& error) {
        std::cerr << "balcao: " << error.what() << '\n';
        return 1;
    }
}
