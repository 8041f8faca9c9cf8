#include "auth/auth_routes.hpp"

#include <memory>
#include <utility>

#include "audit/audit.hpp"
#include "auth/accounts.hpp"
#include "auth/active_company.hpp"
#include "auth/attempts.hpp"
#include "auth/own_password.hpp"
#include "auth/passwords.hpp"
#include "base/email.hpp"
#include "base/json.hpp"
#include "base/text.hpp"
#include "http/problem.hpp"

namespace balcao::auth {

namespace {

constexpr auto sign_in_failed = "Sign in Failed";
constexpr auto sign_up_failed = "Sign up Failed";

struct Credentials {
    std::string email;
    Secret password;
    std::string full_name;
};

// Reads the form; `with_name`: sign-up, where the rules for new passwords hold as well.
Result<Credentials> read_credentials(http::Request const& request, bool with_name) {
    auto object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    Credentials credentials;
    auto const text = [&](std::string_view name) -> std::string {
        auto const* value = object.if_contains(name);
        if (value == nullptr || value->is_null()) return {};
        if (value->is_string()) return std::string(value->get_string());
        problems.push_back({std::string(name), "Este valor veio em formato inesperado. Digite de novo."});
        return {};
    };
    for (auto const& [name, value] : object) {
        if (name != "email" && name != "password" && !(with_name && name == "full_name"))
            problems.push_back({std::string(name), "Este campo não existe."});
    }

    credentials.email = normalize_email(text("email"));
    credentials.password = Secret{text("password")};
    if (problems.empty() && credentials.email.empty()) problems.push_back({"email", "Preencha este campo."});
    else if (auto problem = email_problem(credentials.email); problem && problems.empty())
        problems.push_back({"email", *problem});
    auto const password = credentials.password.reveal();
    if (password.empty()) problems.push_back({"password", "Preencha este campo."});
    else if (password.size() > 1000) problems.push_back({"password", "Use no máximo 200 caracteres."});
    if (with_name) {
        credentials.full_name = trim(text("full_name"));
        if (!password.empty() && password.size() <= 1000) {
            PasswordOwner const owner{.email = credentials.email, .full_name = credentials.full_name};
            if (auto problem = password_problem(credentials.password, owner))
                problems.push_back({"password", *problem});
        }
        if (length(credentials.full_name) > 120) problems.push_back({"full_name", "Digite no máximo 120 caracteres."});
        if (has_control_characters(credentials.full_name))
            problems.push_back({"full_name", "Retire quebras de linha e caracteres invisíveis."});
        if (credentials.full_name.empty()) credentials.full_name = default_full_name;
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return credentials;
}

std::unexpected<Failure> sign_in_refused() {
    return fail({.kind = FailureKind::unauthenticated,
                 .title = sign_in_failed,
                 .detail = "E-mail ou senha incorretos. Confira e tente de novo."});
}

class SignIn {
public:
    SignIn(AuthServices services, AuthOptions options)
        : services_(services), options_(options), sign_ups_(services.clock, 60) {}

    Answer sign_up(http::Request const& request) {
        if (!options_.registration_open) {
            return fail({.kind = FailureKind::forbidden,
                         .title = sign_up_failed,
                         .detail = "O cadastro está fechado. Peça uma conta ao administrador."});
        }
        auto credentials = BALCAO_TRY(read_credentials(request, true));
        if (auto const seconds = sign_ups_.wait(request.remote_address))
            return too_many_attempts(sign_up_failed, *seconds);
        sign_ups_.count(request.remote_address);

        NewAccount const account{.email = credentials.email,
                                 .full_name = credentials.full_name,
                                 .password_hash = hash_password(credentials.password)};
        return services_.database.write([&](db::Transaction& transaction) -> Answer {
            auto const now = services_.clock.now();
            auto const created = BALCAO_TRY(create_account(transaction, now, account, user_role));
            auto const is_first = claim_first_admin(transaction, created.id);
            if (is_first) set_role(transaction, created.id, admin_role);
            audit::write(transaction, now,
                         {.action = "user_create",
                          .description =
                              is_first ? "Criou a primeira conta, com papel de administrador" : "Criou a própria conta",
                          .user = created.id,
                          .target_user = created.id});
            services_.events.publish(transaction, {.topic = "users", .entity = created.id.uuid(), .version = 1});
            return start_session(transaction, request, created, 201);
        });
    }

    Answer sign_in(http::Request const& request) {
        auto const credentials = BALCAO_TRY(read_credentials(request, false));
        auto const [account, matches] =
            BALCAO_TRY(services_.passwords.identify(credentials.email, credentials.password, request, sign_in_failed));
        if (!matches) {
            note_refusal(account, request.remote_address);
            return sign_in_refused();
        }
        auto answer = services_.database.write([&](db::Transaction& transaction) -> Answer {
            // The account may have got another password, been deactivated or gone while this one was compared.
            auto const now = find_account(transaction, account->id);
            if (!now || !now->active || now->password_hash != account->password_hash) return sign_in_refused();
            audit::write(transaction, services_.clock.now(),
                         {.action = "session_sign_in", .description = "Entrou no sistema", .user = account->id});
            return start_session(transaction, request, *now, 200);
        });
        if (answer) services_.passwords.forget(credentials.email, request);
        return answer;
    }

    Answer sign_out(http::Request const& request) {
        http::Response response{
            .status = 204, .content_type = {}, .headers = {{"Set-Cookie", session_cookie({}, options_.secure_cookie)}}};
        auto const token = request.cookie(session_cookie_name);
        if (!token) return response;
        services_.database.write([&](db::Transaction& transaction) {
            auto const caller = services_.sessions.find(transaction, *token);
            if (!caller) return;
            services_.sessions.end(transaction, caller->actor.session);
            services_.events.publish(transaction, {.topic = "session", .user = caller->actor.user});
        });
        return response;
    }

private:
    Answer start_session(db::Transaction& transaction, http::Request const& request, Account const& account,
                         int status) {
        set_last_sign_in(transaction, account.id, services_.clock.now());
        auto const token = services_.sessions.start(transaction, account.id, request.header("user-agent").value_or(""));
        auto const caller = services_.sessions.find(transaction, token);
        if (!caller) throw db::Error("a session just started was not found");
        auto const view = settle_active_company(transaction, services_.sessions, caller->actor);
        auto response = http::json(status, session_json(caller->actor, view));
        response.headers.emplace_back("Set-Cookie", session_cookie(token, options_.secure_cookie));
        return response;
    }

    // In a transaction of its own, after the answer: the time of the answer must not tell whether the account exists.
    void note_refusal(std::optional<Account> const& account, std::string address) {
        services_.background.post("audit_sign_in", [services = services_, account, address = std::move(address),
                                                    now = services_.clock.now()] {
            services.database.write([&](db::Transaction& transaction) {
                audit::write(transaction, now,
                             {.action = "session_sign_in",
                              .description = account ? "Entrada recusada de " + address
                                                     : "Entrada recusada de " + address + ": conta desconhecida",
                              .user = account.transform([](Account const& known) { return known.id; }),
                              .outcome = audit::Outcome::error});
            });
        });
    }

    AuthServices services_;
    AuthOptions options_;
    Attempts sign_ups_; // by address
};

} // namespace

void add_auth_routes(http::Router& router, AuthServices services, AuthOptions options) {
    auto const sign_in = std::make_shared<SignIn>(services, options);
    auto const add = [&](std::string pattern, http::Lane lane, Answer (SignIn::*action)(http::Request const&)) {
        router.add({.method = http::Method::post,
                    .pattern = std::move(pattern),
                    .lane = lane,
                    .handler =
                        [sign_in, action](http::Request const& request) {
                            return to_response(((*sign_in).*action)(request), request);
                        },
                    .body_limit = 16 * 1024});
    };
    add("/api/auth/sign-up", http::Lane::hash, &SignIn::sign_up);
    add("/api/auth/sign-in", http::Lane::hash, &SignIn::sign_in);
    add("/api/auth/sign-out", http::Lane::write, &SignIn::sign_out);
}

void add_session_routes(Gate& gate, AuthServices services) {
    gate.route({.pattern = "/api/session"}, [services](http::Request const&, Actor const& actor) -> Answer {
        auto view = services.database.read([&](db::Connection& connection) { return view_session(connection, actor); });
        // Rare: only when what was remembered is gone.
        if (view.unsettled) {
            view = services.database.write([&](db::Transaction& transaction) {
                return settle_active_company(transaction, services.sessions, actor);
            });
        }
        return http::json(200, session_json(actor, view));
    });

    gate.route({.method = http::Method::put, .pattern = "/api/session/active-company"},
               [services](WriteCall& call) -> Answer {
                   auto const object = BALCAO_TRY(json::parse_object(call.request.body));
                   auto const* value = object.if_contains("company_id");
                   auto const company =
                       value != nullptr && value->is_string() ? CompanyId::parse(value->get_string()) : std::nullopt;
                   if (!company || object.size() != 1)
                       return invalid(std::vector<FieldProblem>{{"company_id", "Escolha uma empresa da lista."}});
                   auto const view = choose_active_company(call.db, services.sessions, call.actor, *company);
                   if (!view) {
                       return fail({.kind = FailureKind::not_found,
                                    .title = "Erro ao mudar empresa",
                                    .detail = "Empresa selecionada não encontrada ou acessível."});
                   }
                   call.request.log.company_id = company->to_string();
                   return http::json(200, session_json(call.actor, *view));
               });

    gate.route({.pattern = "/api/events", .lane = http::Lane::key},
               [services](http::Request const&, Actor const& actor) -> Answer {
                   events::Listener const listener{
                       .user = actor.user, .session = actor.session, .admin = actor.is_admin()};
                   return http::Response{.content_type = "text/event-stream",
                                         .open_stream = [services, listener](std::shared_ptr<http::EventSink> sink) {
                                             services.events.subscribe(listener, std::move(sink));
                                         }};
               });
}

} // namespace balcao::auth
