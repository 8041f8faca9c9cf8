#include "app/user_commands.hpp"

#include <optional>
#include <stdexcept>

#include "app/migrated_database.hpp"
#include "platform/audit/audit.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/auth/second_factor.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/base/email.hpp"
#include "platform/base/time.hpp"
#include "platform/events/events.hpp"
#include "platform/security_notices/security_notices.hpp"

namespace balcao::app {

namespace {

std::unique_ptr<db::Database> open_with_roles(Config const& config) {
    auto database = open_migrated(config);
    database->write([](db::Transaction& transaction) { auth::ensure_roles(transaction); });
    return database;
}

std::string checked_email(std::string const& typed) {
    auto email = normalize_email(typed);
    if (auto const problem = email_problem(email)) throw std::runtime_error(*problem);
    return email;
}

std::string hash_of_new(Secret const& password, auth::PasswordOwner const& owner) {
    if (auto const problem = auth::password_problem(password, owner)) throw std::runtime_error(*problem);
    return auth::hash_password(password);
}

std::runtime_error no_account(std::string const& email) {
    return std::runtime_error("Não há conta com o e-mail " + email + ".");
}

} // namespace

void create_admin(Config const& config, std::string const& typed_email, Secret const& password) {
    auto const email = checked_email(typed_email);
    auto const hash = hash_of_new(password, {.email = email});
    auto const database = open_with_roles(config);
    auto const created = database->write([&](db::Transaction& transaction) -> Result<auth::Account> {
        auto const now = SystemClock{}.now();
        auto account = auth::create_account(
            transaction, now, {.email = email, .full_name = "Administrador", .password_hash = hash}, auth::admin_role);
        if (!account) return account;
        auth::claim_first_admin(transaction, account->id);
        audit::write(transaction, now,
                     {.action = "user_create",
                      .description = "Administrador criado pela linha de comando",
                      .target_user = account->id});
        return account;
    });
    if (!created) {
        throw std::runtime_error(created.error().detail + " Para trocar a senha dela use: balcao user reset-password " +
                                 email);
    }
}

void reset_password(Config const& config, std::string const& typed_email, Secret const& password) {
    auto const email = checked_email(typed_email);
    auto const database = open_with_roles(config);
    auto const known =
        database->read([&](db::Connection& connection) { return auth::find_account_by_email(connection, email); });
    if (!known) throw no_account(email);
    auto const hash = hash_of_new(password, {.email = email, .full_name = known->full_name});
    SystemClock const clock;
    auth::Sessions sessions(clock);
    events::Events events(*database, clock);
    auto const is_found = database->write([&](db::Transaction& transaction) {
        auto const account = auth::find_account_by_email(transaction, email);
        if (!account) return false;
        auth::set_password(transaction, account->id, hash);
        sessions.end_all_of(transaction, account->id);
        events.publish(transaction, {.topic = "session", .user = account->id}); // closes its streams in every process
        security_notices::tell_person(
            transaction, clock.now(), account->id, "senha_trocada",
            "A senha da sua conta foi trocada no servidor, e ela saiu de todos os aparelhos.");
        audit::write(
            transaction, clock.now(),
            {.action = "user_edit", .description = "Senha trocada pela linha de comando", .target_user = account->id});
        return true;
    });
    if (!is_found) throw no_account(email);
}

bool reset_second_factor(Config const& config, std::string const& typed_email) {
    auto const email = checked_email(typed_email);
    auto const database = open_with_roles(config);
    SystemClock const clock;
    events::Events events(*database, clock);
    auto const had_one = database->write([&](db::Transaction& transaction) -> std::optional<bool> {
        auto const account = auth::find_account_by_email(transaction, email);
        if (!account) return std::nullopt;
        if (!auth::turn_second_factor_off(transaction, account->id)) return false;
        events.publish(transaction, {.topic = "session", .user = account->id});
        security_notices::tell_person(
            transaction, clock.now(), account->id, "segundo_fator_mudado",
            "A verificação em duas etapas da sua conta foi desligada no servidor: entrar pede só a "
            "senha. Ligue de novo em Minha conta.");
        audit::write(transaction, clock.now(),
                     {.action = "user_edit",
                      .description = "Verificação em duas etapas desligada pela linha de comando",
                      .target_user = account->id});
        return true;
    });
    if (!had_one) throw no_account(email);
    return *had_one;
}

} // namespace balcao::app
