// `balcao`: the command line. Errors are one sentence on standard error and exit code 1.

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <sodium.h>

#include "app/audit_commands.hpp"
#include "app/commit.hpp"
#include "app/config.hpp"
#include "app/move_command.hpp"
#include "app/receipts_commands.hpp"
#include "app/reports_commands.hpp"
#include "app/secrets_commands.hpp"
#include "app/serve.hpp"
#include "app/simulator_command.hpp"
#include "app/status_command.hpp"
#include "app/tables_commands.hpp"
#include "app/tls_command.hpp"
#include "app/update_commands.hpp"
#include "app/user_commands.hpp"
#include "fiscal/numbers/marks.hpp"
#include "nfce/cli.hpp"
#include "office/backups/backups.hpp"
#include "platform/base/priority.hpp"
#include "platform/base/time.hpp"
#include "platform/db/fence.hpp"
#include "platform/pictures/drawing_process.hpp"
#include "sefaz/simulator.hpp"

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
    if (argc > 1 && std::string_view(argv[1]) == "nfce")
        return nfce::nfce_main({argv + 2, argv + argc}, std::cin, std::cout, std::cerr);

    CLI::App program{"Balcão: back office of companies that issue NFC-e."};
    program.set_version_flag("--version", app::commit.empty() ? BALCAO_VERSION
                                                              : fmt::format("{} ({})", BALCAO_VERSION, app::commit));
    program.require_subcommand(1);
    auto const help = app::config_help();

    auto* const serve = program.add_subcommand("serve", "Start the server and stay in the foreground.");
    serve->footer(help);
    bool wants_example = false;
    serve->add_flag("--example-config", wants_example, "Print a configuration file with every setting, and end.");
    serve->callback([&wants_example] {
        if (wants_example) {
            std::cout << app::config_example();
            return;
        }
        auto config = app::read_config();
        app::prepare_data_folder(config);
        app::serve(std::move(config));
    });

    std::string file;
    auto* const backup = program.add_subcommand(
        "backup", "Write a consistent, checked copy of the database to FILE, also while the server runs.");
    backup->add_option("FILE", file)->required();
    backup->footer(
        "The copy never contains the secret key. Keep the key apart from it: one without the other tells nothing.");
    backup->callback([&file] {
        lower_priority();
        backups::make(app::backup_settings(app::read_config()), file, SystemClock{}.now());
        std::cout << "Cópia conferida em " << file << ", e a folha dela em " << file
                  << ".json: guarde as duas juntas. A cópia não contém a chave secreta; guarde-a em outro lugar.\n";
    });

    auto* const restore =
        program.add_subcommand("restore", "Put a backup in the place of the database. Stop the server first.");
    restore->add_option("FILE", file)->required();
    bool without_sheet = false;
    restore->add_flag("--without-sheet", without_sheet, "The backup has no FILE.json beside it: it is not checked.");
    restore->callback([&file, &without_sheet] {
        auto const config = app::read_config();
        app::prepare_data_folder(config);
        numbers::Marks marks(app::marks_file(config));
        backups::restore(app::backup_settings(config), file, without_sheet, marks);
        std::cout << "Restaurado de " << file << ". Todos precisam entrar de novo.\n";
    });

    std::string email;
    auto* const user = program.add_subcommand(
        "user", "Accounts, for who locked themselves out. The password is read from standard input.");
    user->require_subcommand(1);
    auto* const create_admin = user->add_subcommand("create-admin", "Create an administrator.");
    create_admin->add_option("EMAIL", email)->required();
    create_admin->callback([&email] {
        app::create_admin(app::read_config(), email, password_from_stdin());
        std::cout << "Administrador " << email << " criado.\n";
    });
    auto* const reset_password =
        user->add_subcommand("reset-password", "Give an account a new password and end its sessions.");
    reset_password->add_option("EMAIL", email)->required();
    reset_password->callback([&email] {
        app::reset_password(app::read_config(), email, password_from_stdin());
        std::cout << "Senha de " << email << " trocada. As sessões abertas foram encerradas.\n";
    });

    auto* const reset_totp =
        user->add_subcommand("reset-totp", "Turn an account's second factor off, for who lost telephone and codes.");
    reset_totp->add_option("EMAIL", email)->required();
    reset_totp->callback([&email] {
        auto const had_one = app::reset_second_factor(app::read_config(), email);
        std::cout << (had_one ? "A verificação em duas etapas de " + email + " foi desligada.\n"
                              : email + " não tinha verificação em duas etapas.\n");
    });

    int status = 0;
    program
        .add_subcommand("status",
                        "Say what an owner wants to know: server, database, backup, certificates, receipts, disk.")
        ->footer("Only reads. Exit code 1 when the server does not run or is not ready.")
        ->callback([&status] { status = app::write_status(app::read_config(), std::cout) ? 0 : 1; });

    auto* const tls = program.add_subcommand("tls", "HTTPS without a proxy, in a shop's own network.");
    tls->require_subcommand(1);
    auto* const self_signed =
        tls->add_subcommand("self-signed", "Make a certificate for this server, and what computers need to trust it.");
    std::vector<std::string> names;
    std::string folder;
    bool replace = false;
    self_signed->add_option("NAME", names, "What people type: a name or an IP address; several are possible.")
        ->required();
    self_signed->add_option("--folder", folder, "Where the files go. Default: tls in the data folder.");
    self_signed->add_flag("--replace", replace, "Replace a certificate that is there.");
    self_signed->callback([&names, &folder, &replace] {
        auto const where = folder.empty() ? app::read_config().data_folder / "tls" : std::filesystem::path(folder);
        app::make_certificate(names, where, replace, SystemClock{}.now(), std::cout);
    });

    auto* const update = program.add_subcommand("update", "What the package runs when it takes a new version over.");
    update->require_subcommand(1);
    update->add_subcommand("has-data", "Print yes or no: whether there is a database to keep.")->callback([] {
        std::cout << (app::has_data(app::read_config()) ? "yes\n" : "no\n");
    });
    bool faults_known = false;
    auto* const verify_update = update->add_subcommand(
        "verify", "Migrate the database and prove that this version can work on it, serving nobody.");
    verify_update->add_flag("--faults-known", faults_known, "Numbers were missing before the update: say it, go on.");
    verify_update->callback([&] { status = app::verify_update(app::read_config(), faults_known, std::cout) ? 0 : 1; });
    auto* const undo =
        update->add_subcommand("undo", "Put the backup that was made before the update in its place again.");
    undo->add_option("FILE", file)->required();
    undo->footer("Refused as soon as anything was recorded since that backup; then `balcao restore` is the way.");
    undo->callback([&file] {
        app::undo_update(app::read_config(), file);
        std::cout << "O banco de dados está como antes da atualização.\n";
    });

    auto* const database = program.add_subcommand("database", "Which PostgreSQL is the right one.");
    database->require_subcommand(1);
    auto* const accept =
        database->add_subcommand("accept", "Go on with the PostgreSQL of BALCAO_DATABASE_URL as it is.");
    accept->footer(
        "For when it was deliberately put in the place of another: recovered to an earlier moment, or copied to "
        "another\n"
        "server. All servers take it from then on and refuse the one before. Series whose numbers are behind stop "
        "until\n"
        "an administrator confirms the next one. Turn the other PostgreSQL off first, and start the servers anew.");
    accept->callback([] {
        auto const config = app::read_config();
        app::prepare_data_folder(config);
        db::accept(config.database, SystemClock{}.now());
        std::cout << "Este banco de dados passa a ser o atual. Inicie de novo os servidores do Balcão.\n";
    });

    std::string url;
    auto* const move = program.add_subcommand("move", "Move everything from SQLite to an empty PostgreSQL database.");
    move->add_option("--to", url, "postgresql://USER:PASSWORD@HOST/DATABASE")->required();
    move->footer(
        "Stop the server first. The SQLite file stays as it is, and is marked so that no server uses it by mistake.\n"
        "Interrupted: run it again. Exit code 1 when what arrived is not the same; then go on with SQLite.");
    move->callback([&] { status = app::move_database(app::read_config(), url, std::cout) ? 0 : 1; });

    auto* const receipts = program.add_subcommand("receipts", "Receipts and their numbers.");
    receipts->require_subcommand(1);
    receipts->add_subcommand("check", "Prove that each number of every series is accounted for exactly once.")
        ->callback([&status] { status = app::check_receipts(app::read_config(), std::cout) ? 0 : 1; });
    std::string chave;
    auto* const show = receipts->add_subcommand("show", "Tell all that happened to a receipt.");
    show->add_option("KEY", chave, "Its access key, 44 characters.")->required();
    show->callback([&] { status = app::show_receipt(app::read_config(), chave, std::cout) ? 0 : 1; });

    bool repair = false;
    auto* const reports = program.add_subcommand("reports", "The sums that reports and dashboard read.");
    reports->require_subcommand(1);
    auto* const check_sums =
        reports->add_subcommand("check", "Compare all sums with the documents and name each difference.");
    check_sums->add_flag("--repair", repair, "Append what is missing; the server may run.");
    check_sums->callback([&] { status = app::check_reports(app::read_config(), repair, std::cout) ? 0 : 1; });

    auto* const tables = program.add_subcommand("tables", "Fiscal tables of this installation.");
    tables->require_subcommand(1);
    tables->add_subcommand("list", "What is in force, and what changed it.")->callback([] {
        app::list_tables(app::read_config(), std::cout);
    });
    std::string table_file, table_name, as_of;
    auto const table_command = [&](std::string const& name, std::string const& what, auto run) {
        auto* const command = tables->add_subcommand(name, what);
        command->footer("The server may run. Exit code 1 when something is wrong with the file; then nothing changes.");
        command->add_option("FILE", table_file, "Shaped as its namesake in reference-data/.")->required();
        command->add_option("--table", table_name, "Which table it is. Default: the file's own name.");
        command->add_option("--as-of", as_of, "Day whose state it says, as AAAA-MM-DD. Default: today.");
        command->callback(
            [&, run] { status = run(app::read_config(), table_file, table_name, as_of, std::cout) ? 0 : 1; });
    };
    table_command("check", "Tell what a file would change, or what is wrong with it.", app::check_table);
    table_command("load", "The same, and take it over.", app::load_table);

    auto* const audit = program.add_subcommand("audit", "The audit log.");
    audit->require_subcommand(1);
    auto* const verify =
        audit->add_subcommand("verify", "Prove that no row of the audit log was changed, removed or put in between.");
    verify->footer("Only reads; the server may run. Exit code 1 when something was found.");
    std::string sheet;
    verify->add_option("--sheet", sheet, "FILE.json of a backup: the log must still hold what it held then.");
    verify->callback(
        [&status, &sheet] { status = app::verify_audit_log(app::read_config(), sheet, std::cout) ? 0 : 1; });

    auto* const secrets =
        program.add_subcommand("secrets", "The key that certificates, passwords and codes are encrypted with.");
    secrets->require_subcommand(1);
    auto* const export_key = secrets->add_subcommand(
        "export", "Print the key, to be kept apart from backups. One without the other tells nothing.");
    export_key->callback([] { app::export_secret_key(app::read_config(), std::cout); });
    auto* const rotate = secrets->add_subcommand("rotate", "Make a new key and encrypt everything anew with it.");
    rotate->footer(
        "Stop the server first. One that still runs refuses to write secrets and cannot read them until it is started "
        "anew.\n"
        "When the command is interrupted nothing is lost: run it again. The old key opens backups made until now.");
    rotate->callback([] { app::rotate_secret_key(app::read_config(), std::cout); });

    sefaz::SimulatorOptions simulator;
    std::vector<std::string> behaviours;
    auto* const sefaz_simulator =
        program.add_subcommand("sefaz-simulator", "Stand in for SEFAZ on this machine, for tests.");
    sefaz_simulator->add_option("--port", simulator.port, "Port of the services on 127.0.0.1; 0: any.")
        ->capture_default_str();
    sefaz_simulator->add_option("--control-port", simulator.control_port,
                                "Port of its control routes, /simulador/…; 0: any. Default: none.");
    sefaz_simulator->add_option("--data", simulator.folder, "Folder of its authority and its memory.")
        ->capture_default_str();
    sefaz_simulator
        ->add_option("--set", behaviours,
                     R"(How a service behaves, e.g. '{"service":"*","delay_ms":2000}'. May be repeated.)")
        ->allow_extra_args(false);
    sefaz_simulator
        ->add_option("--fast", simulator.fast, "Waits, windows and limits of use pass so many times quicker.")
        ->check(CLI::Range(1.0, 10'000.0));
    sefaz_simulator->add_option("--parent", simulator.parent, "End together with this process, which started it.");
    sefaz_simulator->callback([&] { app::run_simulator(simulator, behaviours); });

    int longest_side = 0;
    auto* const draw_picture =
        program.add_subcommand(std::string(pictures::draw_command), "Draw a picture, confined; the server calls it.");
    draw_picture->group(""); // not for people
    draw_picture->add_option("SIDE", longest_side)->required()->check(CLI::Range(1, pictures::document_side));
    draw_picture->callback([&] { status = pictures::run_draw_command(longest_side); });

    program.add_subcommand("nfce",
                           "Build, check, sign, draw and explain receipts without the server; see balcao nfce --help.");

    CLI11_PARSE(program, argc, argv);
    return status;
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
