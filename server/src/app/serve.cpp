#include "app/serve.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>

#include <fmt/core.h>

#include "accounts/audit_log/audit_log.hpp"
#include "accounts/password_resets/password_resets.hpp"
#include "accounts/saved_filters/saved_filters.hpp"
#include "accounts/users/users.hpp"
#include "app/backup_notices.hpp"
#include "app/commit.hpp"
#include "app/database_notices.hpp"
#include "app/health.hpp"
#include "app/operation.hpp"
#include "app/outage_answers.hpp"
#include "app/own_simulator.hpp"
#include "app/proxy_notice.hpp"
#include "app/replication.hpp"
#include "app/server_address.hpp"
#include "app/service_manager.hpp"
#include "app/update_notice.hpp"
#include "fiscal/certificates/certificates.hpp"
#include "fiscal/certificates/opened_certificates.hpp"
#include "fiscal/fiscal_tables/fiscal_tables.hpp"
#include "fiscal/ibpt/ibpt.hpp"
#include "fiscal/numbers/marks.hpp"
#include "fiscal/numbers/stopped_series.hpp"
#include "fiscal/sefaz_calls/caller.hpp"
#include "fiscal/sefaz_calls/fiscal_clock.hpp"
#include "fiscal/sefaz_calls/watch.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "fiscal/taxpayers/taxpayers.hpp"
#include "nfce/tables.hpp"
#include "office/dashboard/dashboard.hpp"
#include "office/example_shop/example_shop.hpp"
#include "office/notifications/notifications.hpp"
#include "office/readiness/readiness.hpp"
#include "office/reports/reports.hpp"
#include "office/versions/versions.hpp"
#include "platform/audit/chain.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/auth_routes.hpp"
#include "platform/auth/email_forms.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/idempotency.hpp"
#include "platform/auth/own_password.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/auth/pins.hpp"
#include "platform/auth/refusals_before.hpp"
#include "platform/auth/second_factor.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/auth/typed_codes.hpp"
#include "platform/base/background.hpp"
#include "platform/base/crash_point.hpp"
#include "platform/base/embedded.hpp"
#include "platform/base/log.hpp"
#include "platform/base/protection.hpp"
#include "platform/base/time.hpp"
#include "platform/base/time_scale.hpp"
#include "platform/db/list_totals.hpp"
#include "platform/db/migrations.hpp"
#include "platform/db/server_lock.hpp"
#include "platform/db/statement_record.hpp"
#include "platform/db/statistics.hpp"
#include "platform/events/events.hpp"
#include "platform/jobs/jobs.hpp"
#include "platform/reference/fiscal_tables.hpp"
#include "platform/reference/reference_routes.hpp"
#include "platform/secrets/key_file.hpp"
#include "platform/security_notices/security_notices.hpp"
#include "registry/companies/companies.hpp"
#include "registry/imports/imports.hpp"
#include "registry/installation/installation.hpp"
#include "registry/people/people.hpp"
#include "registry/products/judging.hpp"
#include "registry/products/products.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "registry/stations/stations.hpp"
#include "registry/tax_profiles/tax_profiles.hpp"
#include "sefaz/client.hpp"
#include "sefaz/simulator_access.hpp"
#include "selling/approvals/approvals.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/cash/cash_routes.hpp"
#include "selling/deliveries/deliveries.hpp"
#include "selling/operators/operators.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/receipts.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"
#include "selling/returns/returns.hpp"
#include "selling/store_credits/store_credits.hpp"
#include "selling/training/training.hpp"

BALCAO_EMBEDDED(changelog)

namespace balcao::app {

namespace {

/// Lets a stop end in time when the database does not answer: some seconds after it began, nobody waits for it any
/// more.
class StopLimit {
public:
    static constexpr std::chrono::seconds patience{9};

    explicit StopLimit(db::Database& database) : database_(database) {}

    void start() {
        timer_ = std::jthread([this](std::stop_token const& in_time) {
            std::unique_lock lock(mutex_);
            ended_.wait_for(lock, in_time, patience, [] { return false; });
            if (!in_time.stop_requested()) database_.stop_waiting();
        });
    }

private:
    db::Database& database_;
    std::mutex mutex_;
    std::condition_variable_any ended_;
    std::jthread timer_; // its end wakes it
};

std::unique_ptr<db::Database> open_to_write(db::Options const& options) {
    auto database = db::Database::open(options);
    if (auto const refusal = database->refusal()) throw db::Refused(*refusal);
    return database;
}

/// A PostgreSQL that is started together with this server may need a while, or a standby to be promoted; a SQLite file
/// is there or not.
std::unique_ptr<db::Database> open_database(db::Options const& options) {
    auto const patience = shortened<std::chrono::milliseconds>(std::chrono::seconds{60});
    auto const pause = shortened<std::chrono::milliseconds>(std::chrono::seconds{1});
    auto const began = since_boot();
    for (bool is_first = true;; is_first = false) {
        try {
            return open_to_write(options);
        } catch (db::Away const& error) {
            if (options.url.starts_with("sqlite:") || since_boot() - began >= patience) throw;
            if (is_first) log::warning("database_awaited", {{"error", error.what()}});
        }
        std::this_thread::sleep_for(pause);
    }
}

/// A standby that has just come may not be waited for yet.
void refuse_async(db::Database& database) {
    auto const patience = shortened<std::chrono::milliseconds>(std::chrono::seconds{60});
    auto const pause = shortened<std::chrono::milliseconds>(std::chrono::seconds{1});
    auto const began = since_boot();
    for (bool is_first = true;; is_first = false) {
        auto const risk = database.read([](db::Connection& connection) {
            auto found = async_risk(connection);
            return found && has_producao(connection) ? found : std::nullopt;
        });
        if (!risk) return;
        if (is_first) log::warning("database_async", {{"error", *risk}});
        if (since_boot() - began >= patience) {
            throw std::runtime_error(fmt::format(
                "{} Assim o Balcão não emite em produção; quem aceita perder vendas põe BALCAO_ALLOW_ASYNC=yes.",
                *risk));
        }
        std::this_thread::sleep_for(pause);
    }
}

std::string addresses_of(std::filesystem::path const& file) {
    if (file.empty()) return {};
    std::ifstream input(file, std::ios::binary);
    if (!input) throw std::runtime_error("BALCAO_SEFAZ_ADDRESSES: o arquivo " + file.string() + " não pôde ser lido.");
    std::string text{std::istreambuf_iterator<char>(input), {}};
    auto const made = nfce::Tables::make({}, text);
    if (made) return text;
    auto sentence = "BALCAO_SEFAZ_ADDRESSES: corrija o arquivo " + file.string() + ".";
    for (auto const& error : made.error().second) sentence += "\n  " + nfce::sentence_of(error);
    throw std::runtime_error(sentence);
}

void add_clean_up(Background& background, db::Database& database, auth::Sessions& sessions, events::Events& events,
                  jobs::Queue& queue, Clock const& clock) {
    using namespace std::chrono_literals;
    background.every("write_last_use", 1min, [&] { sessions.write_last_use(database); });
    background.every("clean_up", 10min, [&] {
        // An older version may run beside this one for a while.
        database.write([&](db::Transaction& transaction) {
            auth::normalize_emails(transaction, clock.now());
            auth::fill_search_texts(transaction);
        });
        security_notices::drop_old(database, clock.now());
        password_resets::drop_old(database, clock.now());
        sessions.clean_up(database);
        events.clean_up();
        auth::forget_old_answers(database, clock.now());
        queue.clean_up();
        imports::clean_up(database, clock.now());
    });
    background.every("follow_clock", 1s, [&] { queue.follow_clock(); });
    background.every("add_up_list_totals", 2s, [&] { db::add_up_list_totals(database); });
    background.every("refresh_statistics", 1h, [&] { db::refresh_statistics(database); });
    background.every("seal_audit_log", 2s, [&] { audit::seal(database); });
    // Budgets first: they hold on to their people and products.
    background.every("empty_bins", 10min, [&] {
        budgets::empty_bin(database, clock.now());
        people::empty_bin(database, clock.now());
        products::empty_bin(database, clock.now());
    });
}

jobs::Options job_times() {
    jobs::Options options;
    for (auto* const time : {&options.lease, &options.poll, &options.retry})
        *time = shortened<std::chrono::milliseconds>(*time);
    return options;
}

/// The named one, or one of our own.
void use_simulator(SefazConfig const& config, std::optional<sefaz::SimulatorAccess>& access,
                   std::optional<OwnSimulator>& own) {
    if (config.simulator_url.empty()) {
        access.emplace(config.simulator_folder);
        own.emplace(config.simulator_folder, *access);
    } else {
        access.emplace(config.simulator_folder,
                       sefaz::SimulatorAddress{.services = config.simulator_url, .control = config.simulator_control});
    }
}

void set_test_switches(TestSwitches const& test) {
    if (test.quick_passwords) auth::hash_quickly();
    set_time_scale(test.time_scale);
    if (test.without) remove_protection(*test.without);
    if (!test.statements.empty()) db::record_statements(test.statements);
    try {
        arm_crash_points(test.crash_points);
    } catch (std::runtime_error const& error) {
        throw std::runtime_error(std::string("BALCAO_TEST_CRASH: ") + error.what());
    }
}

// Made first: whoever logs ends before it.
class Logging {
public:
    Logging() { log::start(); }
    ~Logging() { log::stop(); }
    Logging(Logging const&) = delete;
    Logging& operator=(Logging const&) = delete;
};

/// Empty where it is not asked for.
Secret setup_code_of(Config const& config) {
    constexpr int groups = 3;
    if (!strangers_reach(config)) return {};
    auto const given = config.setup_code.reveal();
    return Secret{given.empty() ? auth::make_code(groups) : std::string(given)};
}

/// What who runs the server is told of it while there is no account.
std::string setup_announcement(Config const& config, db::Database& database, Secret const& code) {
    if (code.reveal().empty() || !database.read(auth::first_admin_is_open)) return {};
    if (!config.setup_code.reveal().empty())
        return "A primeira conta pede o código de instalação de BALCAO_SETUP_CODE.\n";
    return fmt::format("Código de instalação, que a primeira conta pede: {}\n", code.reveal());
}

// The last time; what cannot be written now is only a little older then.
void write_last_use(auth::Sessions& sessions, db::Database& database) {
    try {
        sessions.write_last_use(database);
    } catch (db::Unavailable const& error) {
        log::warning("last_use_not_written", {{"error", error.what()}});
    }
}

} // namespace

void serve(Config config) {
    Logging const logging;
    use_passed_socket(config);
    http::check_tls(config.server);
    if constexpr (has_test_switches) set_test_switches(config.test);
    auto const addresses = addresses_of(config.sefaz.addresses);
    auto const trust = sefaz::Trust::of_system(config.sefaz.authorities);
    SystemClock const clock;
    db::ServerLock const only_server(config.database);
    auto const database = open_database(config.database);
    StopLimit stop_limit(*database); // outlives what waits for the database
    for (auto const number : db::migrate(*database, config.database))
        log::info("migration_applied", {{"number", std::to_string(number)}});
    if (!config.allow_async) refuse_async(*database);
    database->write([&](db::Transaction& transaction) {
        auth::ensure_roles(transaction);
        auth::normalize_emails(transaction, clock.now());
        auth::fill_search_texts(transaction);
        versions::note_running_version(transaction, clock.now(), BALCAO_VERSION, commit,
                                       versions::changes_of(changelog(), BALCAO_VERSION));
    });

    companies::convert_logos(*database, clock);

    auto const secrets = secrets::open_secrets(*database, config.key);

    numbers::Marks marks(marks_file(config));
    numbers::stop_behind_marks(*database, marks, clock);
    budgets::mark_numbers_in(marks);
    budgets::go_on_above_marks(*database, marks);

    // Everything that handlers use outlives the server, which is therefore made last; what background tasks use
    // outlives the background.
    events::Events events(*database, clock);
    auth::Sessions sessions(clock);
    auth::OwnPassword own_password(*database, clock);
    std::optional<sefaz::SimulatorAccess> simulator;
    fiscal_tables::Follower fiscal_tables(*database, addresses, [&simulator](nfce::Tables const& tables) {
        if (simulator) simulator->use_tables(tables);
    });
    fiscal_tables.look(); // before anybody asks for them
    certificates::OpenedCertificates opened_certificates(*database, secrets);
    auto const& authorities = config.sefaz.authorities;
    certificates::IcpBrasil const icp_brasil(authorities.empty() ? nullptr : sefaz::Trust::only_of(authorities));
    auto const sefaz_client = sefaz::make_client();
    std::optional<OwnSimulator> own_simulator;
    if (has_simulator(config)) use_simulator(config.sefaz, simulator, own_simulator);
    if (simulator) simulator->use_tables(*reference::fiscal_tables());
    sefaz_calls::Caller const caller(opened_certificates, clock, *sefaz_client, trust,
                                     simulator ? &*simulator : nullptr);
    auto const mail_server = std::move(config.mail);
    auto const* const mail = mail_server ? &*mail_server : nullptr;
    std::string own_address = config.server.public_url; // without one, known once the port is bound
    jobs::Queue queue(*database, job_times());
    imports::ImportServices const importing{queue, {events, clock}};
    imports::add_import_jobs(importing);
    products::Judging judging(*database, queue, {events, clock}, receipts::Upkeep::scope_of,
                              fmt::format("{} {}", BALCAO_VERSION, commit));
    judging.add_job();
    sefaz_calls::FiscalClocks fiscal_clocks;
    sefaz_calls::Watch watch;
    receipts::Wire const wire{.database = *database,
                              .records = {events, clock},
                              .queue = queue,
                              .marks = marks,
                              .caller = caller,
                              .clocks = fiscal_clocks,
                              .watch = watch,
                              .secrets = secrets,
                              .verProc = "Balcao " BALCAO_VERSION};
    stations::Reach const reach{.this_machine = serves_here_alone(config) || config.test.is_any_on()};
    receipts::add_jobs(wire, reach, mail);
    receipts::Issuing issuing(
        {.database = *database,
         .records = {events, clock},
         .queue = queue,
         .marks = marks,
         .rules = {.secrets = secrets,
                   .clocks = fiscal_clocks,
                   .offline = receipts::offline_by(watch),
                   .verProc = "Balcao " BALCAO_VERSION},
         .signer = receipts::signers(opened_certificates, icp_brasil, simulator ? &*simulator : nullptr)});
    std::function<std::optional<std::string>(db::Connection&)> why_not_database;
    if (!config.allow_async) why_not_database = async_risk;
    sefaz_settings::SettingsServices const settings_services{.secrets = secrets,
                                                             .records = {events, clock},
                                                             .certificates = opened_certificates,
                                                             .icp_brasil = icp_brasil,
                                                             .has_simulator = simulator.has_value(),
                                                             .why_not_database = why_not_database};
    example_shop::Services const example_shop{.wire = wire,
                                              .issuing = issuing,
                                              .settings = settings_services,
                                              .simulator = simulator ? &*simulator : nullptr,
                                              .scope_of = receipts::Upkeep::scope_of};
    example_shop::add_example_shop_job(example_shop);
    reports::Services const reporting{.database = *database, .queue = queue, .records = {events, clock}};
    reports::add_reports_jobs(queue, reporting);
    Background background;
    auth::PasswordGuard passwords(*database, clock, {secrets, http::is_secure(config.server)});
    auth::PinGuard pins(*database, secrets, clock);
    auth::SecondFactor const second_factor(secrets, clock);
    auth::AuthServices const services{*database,
                                      sessions,
                                      events,
                                      background,
                                      clock,
                                      passwords,
                                      second_factor,
                                      {.secure_cookie = http::is_secure(config.server),
                                       .admins_need_second_factor = config.admins_need_second_factor}};

    password_resets::Services const resets{.database = *database,
                                           .clock = clock,
                                           .events = events,
                                           .background = background,
                                           .queue = queue,
                                           .sessions = sessions,
                                           .passwords = passwords,
                                           .mail = mail,
                                           .address = [&own_address] { return own_address; }};
    password_resets::add_password_resets_job(resets);

    http::Router router;
    auth::Gate gate(router, *database, sessions, background, clock);
    Health const health(*database, clock, config.data_folder);
    add_operation_routes(router, health);
    auto setup_code = setup_code_of(config);
    auto const announcement = setup_announcement(config, *database, setup_code);
    auth::add_auth_routes(router, gate, services,
                          {.registration_open = config.registration_open,
                           .setup_code = std::move(setup_code),
                           .password_reset = mail_server.has_value()});
    password_resets::add_password_resets_routes(router, resets);
    auth::add_session_routes(gate, services, own_password);
    users::Services const administration{{events, clock}, sessions};
    users::add_users_routes(gate, *database, administration);
    users::add_account_routes(gate, *database, administration, own_password);
    users::add_second_factor_routes(gate, administration, second_factor, config.admins_need_second_factor);
    companies::add_companies_routes(gate, router, *database, {events, clock});
    certificates::add_certificates_routes(gate, {*database, secrets, icp_brasil, {events, clock}});
    sefaz_settings::add_sefaz_settings_routes(gate, *database, settings_services, own_password);
    sefaz_settings::add_connection_test_route(gate, {.database = *database, .clock = clock, .caller = caller});
    sale_settings::add_sale_settings_routes(gate, {events, clock});
    numbers::add_stopped_series_routes(gate, {events, clock}, marks);
    products::add_products_routes(gate, {events, clock});
    tax_profiles::add_tax_profiles_routes(gate, {events, clock});
    people::add_people_routes(gate, {events, clock});
    taxpayers::add_taxpayers_routes(gate, {.database = *database, .clock = clock, .caller = caller});
    budgets::add_budgets_routes(gate, {events, clock});
    receipts::add_sales_routes(gate, issuing, {events, clock});
    receipts::add_receipts_routes(gate, wire, mail);
    approvals::add_approvals_routes(gate, {*database, passwords, pins, clock});
    operators::add_operators_routes(gate, {*database, secrets, pins, clock});
    cash::add_cash_routes(gate, {*database, {events, clock}, reach});
    store_credits::add_store_credits_routes(gate, {*database, {events, clock}, reach});
    returns::add_returns_routes(gate, {wire});
    receipts::add_remessas_routes(gate, wire);
    deliveries::add_deliveries_routes(gate, {*database, {events, clock}, reach});
    training::add_training_routes(gate, wire, simulator ? &*simulator : nullptr);
    example_shop::add_example_shop_routes(gate, example_shop);
    stations::add_stations_routes(gate, {*database, {events, clock}, reach});
    imports::add_imports_routes(gate, importing);
    reports::add_reports_routes(gate, reporting);
    audit_log::add_audit_log_routes(gate, clock);
    backups::DailyBackups const daily_backups(backup_settings(config));
    dashboard::add_dashboard_routes(gate, clock,
                                    [&](Instant now) { return !backup_notices(daily_backups.status(), now).empty(); });
    ProxyNotice proxy_notice;
    auto const data_folder = config.data_folder;
    auto const allows_async = config.allow_async;
    notifications::add_notifications_routes(gate, clock, [&](Instant now) {
        auto notices = backup_notices(daily_backups.status(), now);
        proxy_notice.add_to(notices);
        std::ranges::move(update_notices(data_folder), std::back_inserter(notices));
        std::ranges::move(database_notices(health.report(), allows_async, now), std::back_inserter(notices));
        return notices;
    });
    readiness::add_readiness_routes(gate, {.records = {events, clock},
                                           .clocks = fiscal_clocks,
                                           .backups = daily_backups,
                                           .judging = judging,
                                           .has_authorities = !config.sefaz.authorities.empty()});
    saved_filters::add_saved_filters_routes(gate, clock);
    reference::add_reference_routes(gate);
    fiscal_tables::add_fiscal_tables_routes(gate, {events, clock}, fiscal_tables);
    ibpt::add_ibpt_routes(gate, {events, clock}, *database);
    versions::add_versions_routes(gate);
    installation::CepDirectory cep_directory(config.cep_url);
    installation::add_installation_routes(gate, config.support, cep_directory);
    add_clean_up(background, *database, sessions, events, queue, clock);
    background.every("follow_fiscal_tables", shortened<std::chrono::milliseconds>(std::chrono::seconds{2}),
                     [&fiscal_tables] { fiscal_tables.look(); });
    background.every("judge_products", shortened<std::chrono::milliseconds>(std::chrono::seconds{5}),
                     [&judging] { judging.look(); });
    background.every("look_for_connection", shortened<std::chrono::milliseconds>(std::chrono::seconds{15}),
                     [&wire] { receipts::look_for_connection(wire); });

    if (config.admins_need_second_factor)
        router = auth::behind(auth::second_factor_refusal(*database, sessions), router);
    if (http::is_secure(config.server)) router = auth::behind(auth::plain_cookie_refusal(*database, sessions), router);

    auto const files = std::make_shared<http::StaticFiles const>(config.web_folder);
    auto const listen_address = config.server.listen_address;
    auto const* const scheme = config.server.tls ? "https" : "http";
    http::Server server(std::move(config.server), std::move(router), files);
    server.map_exceptions(answer_to);
    server.on_stop([&] {
        notify_stopping();
        stop_limit.start();
    });
    server.on_untrusted_proxy([&] { proxy_notice.saw(clock.now()); });
    server.watch("backup_age_seconds", "Since the last daily backup; NaN when there is none.",
                 [&]() -> std::optional<double> {
                     auto const made = daily_backups.status().last_made;
                     if (!made) return std::nullopt;
                     return std::chrono::duration<double>(clock.now() - *made).count();
                 });
    watch_operation(server, health, *database);
    server.bind();
    if (own_address.empty()) own_address = fmt::format("{}://localhost:{}", scheme, server.port());
    fmt::print(stderr, "Balcão {} em {}\n", BALCAO_VERSION, own_address);
    fmt::print(stderr, "{}", announcement);
    ServerAddress const written_address(data_folder, listen_address, server.port());
    // Before any work: an update that fails up to here has changed nothing and can be undone.
    notify_ready(fmt::format("Balcão {} em {}", BALCAO_VERSION, own_address));
    // Before jobs go on, which may hold the turn to write for longer than a start waits for it.
    receipts::begin(wire);
    database->write([&](db::Transaction& transaction) { reports::ensure_comparison(transaction, queue); });
    queue.start();
    server.run();
    queue.stop();
    write_last_use(sessions, *database);
}

} // namespace balcao::app
