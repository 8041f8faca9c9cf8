#include "accounts/password_resets/password_resets.hpp"

#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "accounts/users/users.hpp"
#include "platform/audit/audit.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/attempts.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/own_password.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/base/email.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/base/token_hash.hpp"
#include "platform/security_notices/security_notices.hpp"

namespace balcao::password_resets {

namespace {

using auth::Answer;

constexpr std::string_view job_type = "senha_nova";
constexpr std::string_view request_failed = "E-mail não enviado";
constexpr std::string_view reset_failed = "Senha não trocada";
constexpr std::chrono::minutes lifetime{30};
constexpr std::int64_t most_links = 3; // of a person at a time, so that nobody fills a mailbox
constexpr int attempts = 8;            // about as long as a person waits

constexpr db::Query count_links{"password_resets_count", R"sql(
    select count(*) from senha_nova where user_id = :user_id and expira_em > :now)sql"};
constexpr db::Query store_link{"password_resets_store", R"sql(
    insert into senha_nova (id, token_hash, user_id, versao, expira_em)
    select :id, :token_hash, u.id, u.version, :expira_em from users u
    where u.id = :user_id and u.active = 'S' and u.deleted_at is null
    on conflict (id) do update set token_hash = excluded.token_hash, versao = excluded.versao,
        expira_em = excluded.expira_em)sql"};
// A change of the account, such as another password or e-mail, voids its links.
constexpr db::Query owner_of_link{"password_resets_owner", R"sql(
    select u.id from senha_nova s join users u on u.id = s.user_id and u.version = s.versao
    where s.token_hash = :token_hash and s.expira_em > :now and u.active = 'S' and u.deleted_at is null)sql"};
constexpr db::Query delete_links{"password_resets_delete", "delete from senha_nova where user_id = :user_id"};
constexpr db::Query delete_old{"password_resets_delete_old", "delete from senha_nova where expira_em <= :now"};

std::optional<auth::Account> find_owner(db::Connection& connection, std::string_view token, Instant now) {
    auto const hash = token_hash(token);
    auto const user = connection.first(owner_of_link, {{"token_hash", db::BlobView{hash}}, {"now", now}},
                                       [](db::Row const& row) { return row.get<UserId>(0); });
    return user ? auth::find_account(connection, *user) : std::nullopt;
}

std::unexpected<Failure> no_such_link() {
    return fail({.kind = FailureKind::invalid,
                 .title = std::string(reset_failed),
                 .detail = "Este link não vale mais: já foi usado ou passou do tempo. Peça outro em “Esqueci minha "
                           "senha”."});
}

std::string text_of(auth::Account const& account, std::string const& link) {
    return fmt::format("Olá, {}.\r\n\r\n"
                       "Recebemos um pedido de senha nova para a sua conta no Balcão. Para escolher a senha, abra:"
                       "\r\n\r\n{}\r\n\r\n"
                       "O link vale por {} minutos e uma vez só. Se não foi você que pediu, não faça nada: a sua "
                       "senha continua a mesma.\r\n",
                       account.full_name, link, lifetime.count());
}

// Each run makes a new token, which voids that of the run before: only its hash was stored.
Result<void> send_link(Services const& services, jobs::JobContext& job) {
    auto const dados = BALCAO_TRY(json::parse_object(job.job().dados));
    auto const* const id = dados.if_contains("user_id");
    auto const user = id != nullptr && id->is_string() ? UserId::parse(id->get_string()) : std::nullopt;
    if (!user || services.mail == nullptr) return {}; // sending was turned off meanwhile
    auto const token = random_token();
    auto const hash = token_hash(token);
    auto const account = job.step([&](db::Transaction& transaction) -> std::optional<auth::Account> {
        auto const stored = transaction.execute(store_link, {{"id", job.job().id},
                                                             {"token_hash", db::BlobView{hash}},
                                                             {"user_id", *user},
                                                             {"expira_em", services.clock.now() + lifetime}});
        return stored == 1 ? auth::find_account(transaction, *user) : std::nullopt;
    });
    if (!account) return {}; // deactivated or deleted
    job.confirm_lease();
    auto const link = services.address() + "/app/new-password#" + token;
    auto const sent = mail::send(
        *services.mail, {.to = account->email, .subject = "Senha nova no Balcão", .text = text_of(*account, link)},
        services.clock.now());
    if (sent) return {};
    log::warning("mail_failed", {{"error", sent.error().why}});
    if (!sent.error().is_final) throw std::runtime_error("mail: " + sent.error().why);
    return fail({.kind = FailureKind::unavailable, .title = std::string(request_failed), .detail = sent.error().why});
}

class Resets {
public:
    explicit Resets(Services const& services)
        : services_(services), by_account_(services.clock, 5), by_network_(services.clock, 60),
          wrong_links_(services.clock, 20) {}

    Answer request(http::Request const& request) {
        auto const object = BALCAO_TRY(json::parse_object(request.body));
        std::vector<FieldProblem> problems;
        users::refuse_others(object, {"email"}, problems);
        auto const* const typed = object.if_contains("email");
        auto const email = normalize_email(typed != nullptr && typed->is_string() ? typed->get_string() : "");
        if (auto problem = email_problem(email)) problems.push_back({"email", *std::move(problem)});
        if (!problems.empty()) return invalid(std::move(problems));
        if (services_.mail == nullptr)
            return invalid("Este Balcão não envia e-mails. Peça uma senha nova a quem o administra.");
        auto const network = http::network_of(request.remote_address);
        auto const account_key = email + '\n' + network;
        auto const network_wait = request.address_is_shared ? std::nullopt : by_network_.wait(network);
        for (auto const& seconds : {by_account_.wait(account_key), network_wait})
            if (seconds) return auth::too_many_attempts(std::string(request_failed), *seconds);
        by_account_.count(account_key);
        by_network_.count(network);
        // After the answer, whose time must not tell whether the account exists.
        services_.background.post("request_password_reset",
                                  [services = services_, email] { add_job(services, email); });
        return http::Response{.status = 204, .content_type = {}};
    }

    Answer reset(http::Request const& request) {
        auto const object = BALCAO_TRY(json::parse_object(request.body));
        std::vector<FieldProblem> problems;
        users::refuse_others(object, {"token", "password"}, problems);
        auto const token = users::read_secret(object, "token", problems);
        if (!problems.empty()) return invalid(std::move(problems));
        auto const network = http::network_of(request.remote_address);
        if (auto const seconds = request.address_is_shared ? std::nullopt : wrong_links_.wait(network))
            return auth::too_many_attempts(std::string(reset_failed), *seconds);
        auto const account = services_.database.read(
            [&](db::Connection& connection) { return find_owner(connection, token.reveal(), services_.clock.now()); });
        if (!account) {
            wrong_links_.count(network);
            return no_such_link();
        }
        auto const password =
            users::read_new_password(object, {.email = account->email, .full_name = account->full_name}, problems);
        if (!problems.empty()) return invalid(std::move(problems));
        auto const hash = auth::hash_password(password);
        auto answer = services_.database.write([&](db::Transaction& transaction) -> Answer {
            auto const now = services_.clock.now();
            if (!find_owner(transaction, token.reveal(), now)) return no_such_link(); // used meanwhile
            auth::set_password(transaction, account->id, hash);
            transaction.execute(delete_links, {{"user_id", account->id}});
            services_.sessions.end_all_of(transaction, account->id);
            services_.events.publish(transaction, {.topic = "session", .user = account->id});
            security_notices::tell_person(transaction, now, account->id, "senha_trocada",
                                          "A senha da sua conta foi trocada pelo link do e-mail, e ela saiu de todos "
                                          "os aparelhos. Se não foi você, troque a senha do e-mail e peça já a um "
                                          "administrador que troque esta.");
            audit::write(transaction, now,
                         {.action = "user_edit",
                          .description = "Trocou a própria senha pelo link do e-mail",
                          .user = account->id,
                          .target_user = account->id,
                          .details = R"({"password":"alterado"})"});
            return http::Response{.status = 204, .content_type = {}};
        });
        if (answer) services_.passwords.forget(account->email, request);
        return answer;
    }

private:
    static void add_job(Services const& services, std::string const& email) {
        services.database.write([&](db::Transaction& transaction) {
            auto const now = services.clock.now();
            auto const account = auth::find_account_by_email(transaction, email);
            if (!account || !account->active) return;
            auto const links =
                transaction.scalar<std::int64_t>(count_links, {{"user_id", account->id}, {"now", now}}).value_or(0);
            if (links >= most_links) return;
            auto const id = account->id.to_string();
            auto const is_added =
                services.queue.enqueue(transaction, {.tipo = job_type,
                                                     .dados = fmt::format(R"({{"user_id":"{}"}})", id),
                                                     .chave = fmt::format("{}:{}", job_type, id)});
            if (!is_added) return; // one is on its way
            audit::write(transaction, now,
                         {.action = "password_reset_request",
                          .description = "Pediu por e-mail uma senha nova para a conta de " + account->full_name,
                          .target_user = account->id});
        });
    }

    Services const services_;
    auth::Attempts by_account_; // requests, by e-mail and network
    auth::Attempts by_network_;
    auth::Attempts wrong_links_;
};

} // namespace

void add_password_resets_job(Services const& services) {
    services.queue.handle(
        std::string(job_type),
        {.run = [services](jobs::JobContext& job) { return send_link(services, job); }, .attempts = attempts});
}

void add_password_resets_routes(http::Router& router, Services const& services) {
    auto const resets = std::make_shared<Resets>(services);
    auto const add = [&](http::Method method, std::string pattern, http::Lane lane,
                         Answer (Resets::*action)(http::Request const&)) {
        router.add({.method = method,
                    .pattern = std::move(pattern),
                    .lane = lane,
                    .handler =
                        [resets, action](http::Request const& request) {
                            return auth::to_response(((*resets).*action)(request), request);
                        },
                    .body_limit = 16UL * 1024});
    };
    add(http::Method::post, "/api/auth/password-reset", http::Lane::io, &Resets::request);
    add(http::Method::put, "/api/auth/password", http::Lane::hash, &Resets::reset);
}

void drop_old(db::Database& database, Instant now) {
    database.write([&](db::Transaction& transaction) { transaction.execute(delete_old, {{"now", now}}); });
}

} // namespace balcao::password_resets
