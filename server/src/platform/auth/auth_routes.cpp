#include "platform/auth/auth_routes.hpp"

#include <memory>
#include <utility>

#include "platform/audit/audit.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/active_company.hpp"
#include "platform/auth/attempts.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/auth/recent_password.hpp"
#include "platform/auth/refusals_before.hpp"
#include "platform/auth/session_cookie.hpp"
#include "platform/auth/typed_codes.hpp"
#include "platform/base/email.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/security_notices/security_notices.hpp"

namespace balcao::auth {

namespace {

constexpr auto sign_in_failed = "Sign in Failed";
constexpr auto sign_up_failed = "Sign up Failed";

struct Credentials {
    std::string email;
    Secret password;
    std::string full_name;
    std::string code; // of the second factor
};

enum class Form { sign_in, sign_up };

bool is_known(std::string_view name, Form form) {
    if (name == "email" || name == "password") return true;
    return form == Form::sign_up ? name == "full_name" || name == "setup_code" : name == "code";
}

FieldProblem setup_code_problem(bool is_missing) {
    return {"setup_code", is_missing ? "Digite o código de instalação. Ele aparece no servidor quando o Balcão inicia."
                                     : "O código não confere. Copie o que apareceu no servidor no último início."};
}

// Reads the form. The rules for new passwords and names hold at sign-up; `setup_code`: what has to be typed there.
Result<Credentials> read_credentials(http::Request const& request, Form form, Secret const* setup_code = nullptr) {
    auto const with_name = form == Form::sign_up;
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
        if (!is_known(name, form)) problems.push_back({std::string(name), "Este campo não existe."});
    }

    credentials.email = normalize_email(text("email"));
    credentials.password = Secret{text("password")};
    if (problems.empty() && credentials.email.empty()) problems.push_back({"email", "Preencha este campo."});
    else if (auto problem = email_problem(credentials.email); problem && problems.empty())
        problems.push_back({"email", *problem});
    auto const password = credentials.password.reveal();
    if (password.empty()) problems.push_back({"password", "Preencha este campo."});
    else if (password.size() > 1000) problems.push_back({"password", "Use no máximo 200 caracteres."});
    if (!with_name) credentials.code = text("code");
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
        auto const code = text("setup_code");
        if (setup_code != nullptr && !is_same_code(code, setup_code->reveal()))
            problems.push_back(setup_code_problem(trim(code).empty()));
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return credentials;
}

std::unexpected<Failure> sign_in_refused() {
    return fail({.kind = FailureKind::unauthenticated,
                 .title = sign_in_failed,
                 .detail = "E-mail ou senha incorretos. Confira e tente de novo."});
}

bool lacks(db::Connection& connection, Actor const& actor, AuthServices const& services) {
    return services.rules.admins_need_second_factor && lacks_second_factor(connection, actor);
}

// A session that ends meanwhile is refused with its next request.
std::string refused_json(Gate const& gate, AuthServices const& services, db::Connection& connection,
                         http::Request const& request, Actor const& actor) {
    auto const caller = services.sessions.find(connection, given_token(request)->token);
    return gate.refused_json(caller.value_or(Caller{.actor = actor}));
}

class SignIn {
public:
    SignIn(Gate const& gate, AuthServices services, AuthOptions options)
        : gate_(gate), services_(services), options_(std::move(options)), sign_ups_(services.clock, 60) {}

    Answer sign_up_options(http::Request const&) {
        auto const is_first = services_.database.read(first_admin_is_open);
        json::ObjectWriter writer;
        writer.boolean("open", options_.registration_open);
        writer.boolean("first_account", is_first);
        writer.boolean("setup_code", is_first && has_setup_code());
        writer.boolean("password_reset", options_.password_reset);
        return http::json(200, writer.take());
    }

    Answer sign_up(http::Request const& request) {
        if (!options_.registration_open) {
            return fail({.kind = FailureKind::forbidden,
                         .title = sign_up_failed,
                         .detail = "O cadastro está fechado. Peça uma conta ao administrador."});
        }
        if (auto const seconds = sign_ups_.wait(request.remote_address))
            return too_many_attempts(sign_up_failed, *seconds);
        auto const* const setup_code = needs_setup_code() ? &options_.setup_code : nullptr;
        // A form with mistakes costs nothing, but where it is a try to guess the code.
        if (setup_code != nullptr) sign_ups_.count(request.remote_address);
        auto const credentials = BALCAO_TRY(read_credentials(request, Form::sign_up, setup_code));
        if (setup_code == nullptr) sign_ups_.count(request.remote_address);

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
        auto const credentials = BALCAO_TRY(read_credentials(request, Form::sign_in));
        auto const [account, matches] =
            BALCAO_TRY(services_.passwords.identify(credentials.email, credentials.password, request, sign_in_failed));
        if (!matches) {
            note_refusal(account, request.remote_address, {});
            return sign_in_refused();
        }
        auto wants_code = false;
        auto answer = services_.database.write([&](db::Transaction& transaction) -> Answer {
            // The account may have got another password, been deactivated or gone while this one was compared.
            auto const now = find_account(transaction, account->id);
            if (!now || !now->active || now->password_hash != account->password_hash) return sign_in_refused();
            wants_code = trim(credentials.code).empty() && has_second_factor(transaction, now->id);
            if (wants_code) return code_needed(request);
            BALCAO_TRY(check_second_factor(transaction, *now, credentials.code));
            audit::write(transaction, services_.clock.now(),
                         {.action = "session_sign_in", .description = "Entrou no sistema", .user = account->id});
            return start_session(transaction, request, *now, 200);
        });
        if (answer && !wants_code) services_.passwords.forget(credentials.email, request);
        // A wrong code counts as a wrong password, which an empty one is for everybody: who has the password must not
        // guess the code either.
        if (!answer && answer.error().kind == FailureKind::invalid) {
            BALCAO_TRY(services_.passwords.identify(credentials.email, Secret{}, request, sign_in_failed));
            note_refusal(account, request.remote_address, ": código da verificação em duas etapas errado");
        }
        return answer;
    }

    Answer sign_out(http::Request const& request) {
        http::Response response{.status = 204, .content_type = {}};
        set_session_cookie(response, {}, services_.rules.secure_cookie);
        auto const given = given_token(request);
        if (!given) return response;
        services_.database.write([&](db::Transaction& transaction) {
            auto const caller = services_.sessions.find(transaction, given->token);
            if (!caller) return;
            services_.sessions.end(transaction, caller->actor.session);
            services_.events.publish(transaction, {.topic = "session", .user = caller->actor.user});
        });
        return response;
    }

private:
    bool has_setup_code() const { return !options_.setup_code.reveal().empty(); }
    // Once false it stays so: the mark of the first administrator is never taken away.
    bool needs_setup_code() { return has_setup_code() && services_.database.read(first_admin_is_open); }

    Answer start_session(db::Transaction& transaction, http::Request const& request, Account const& account,
                         int status) {
        set_last_sign_in(transaction, account.id, services_.clock.now());
        auto const token = services_.sessions.start(transaction, account.id, request.header("user-agent").value_or(""));
        auto const caller = services_.sessions.find(transaction, token);
        if (!caller) throw db::Error("a session just started was not found");
        auto const view = settle_active_company(transaction, services_.sessions, caller->actor);
        auto response =
            http::json(status, session_json(caller->actor, view, lacks(transaction, caller->actor, services_),
                                            gate_.refused_json(*caller)));
        set_session_cookie(response, token, services_.rules.secure_cookie);
        // Accounts of earlier versions keep their e-mail as it was typed then.
        services_.passwords.devices().remember(response, request, normalize_email(account.email));
        return response;
    }

    static http::Response code_needed(http::Request const& request) {
        return http::problem(403, "codigo_necessario", "Falta o código",
                             "Digite o código que o aplicativo do celular mostra agora, ou um código de recuperação.",
                             request.id);
    }

    // Uses the code up, where the account has a second factor.
    Result<void> check_second_factor(db::Transaction& transaction, Account const& account, std::string const& code) {
        auto const& second_factor = services_.second_factor;
        if (!has_second_factor(transaction, account.id)) return {};
        auto const kind = second_factor.take(transaction, account.id, code);
        if (!kind) {
            return invalid(std::vector<FieldProblem>{
                {"code", "O código não confere ou já foi usado. Digite o que o aplicativo mostra agora."}});
        }
        if (*kind == CodeKind::recovery) {
            security_notices::tell_person(
                transaction, services_.clock.now(), account.id, "segundo_fator_mudado",
                "Sua conta foi aberta com um código de recuperação; restam " +
                    std::to_string(second_factor.state(transaction, account.id).recovery_codes_left) +
                    ". Se não foi você, troque a senha já e faça códigos novos em Minha conta.");
        }
        return {};
    }

    // In a transaction of its own, after the answer: the time of the answer must not tell whether the account exists.
    void note_refusal(std::optional<Account> const& account, std::string address, std::string why) {
        services_.background.post("audit_sign_in", [services = services_, account, address = std::move(address),
                                                    why = std::move(why), now = services_.clock.now()] {
            services.database.write([&](db::Transaction& transaction) {
                audit::write(transaction, now,
                             {.action = "session_sign_in",
                              .description = account ? "Entrada recusada de " + address + why
                                                     : "Entrada recusada de " + address + ": conta desconhecida",
                              .user = account.transform([](Account const& known) { return known.id; }),
                              .outcome = audit::Outcome::error});
            });
        });
    }

    Gate const& gate_;
    AuthServices services_;
    AuthOptions options_;
    Attempts sign_ups_; // by address
};

Answer give_password(AuthServices const& services, OwnPassword& own_password, http::Request const& request,
                     Actor const& actor) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    auto const* const value = object.if_contains("password");
    if (object.size() != 1 || value == nullptr || !value->is_string())
        return invalid(std::vector<FieldProblem>{{"password", "Preencha este campo."}});
    Secret const typed{std::string(value->get_string())};
    BALCAO_TRY(own_password.check(actor, typed, "password"));
    services.database.write(
        [&](db::Transaction& transaction) { note_password_given(transaction, actor.session, services.clock.now()); });
    return http::Response{.status = 204, .content_type = {}};
}

} // namespace

void add_auth_routes(http::Router& router, Gate const& gate, AuthServices services, AuthOptions options) {
    auto const sign_in = std::make_shared<SignIn>(gate, services, std::move(options));
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
    router.add({.method = http::Method::get,
                .pattern = "/api/auth/sign-up",
                .lane = http::Lane::read,
                .handler = [sign_in](http::Request const& request) {
                    return to_response(sign_in->sign_up_options(request), request);
                }});
    add("/api/auth/sign-up", http::Lane::hash, &SignIn::sign_up);
    add("/api/auth/sign-in", http::Lane::hash, &SignIn::sign_in);
    add("/api/auth/sign-out", http::Lane::write, &SignIn::sign_out);
}

void add_session_routes(Gate& gate, AuthServices services, OwnPassword& own_password) {
    gate.route({.method = http::Method::put,
                .pattern = "/api/session/password",
                .who = Who::signed_in,
                .lane = http::Lane::hash,
                .body = {.limit = 16 * 1024}},
               [services, &own_password](http::Request const& request, Actor const& actor) {
                   return give_password(services, own_password, request, actor);
               });

    gate.route({.pattern = "/api/session", .who = Who::signed_in},
               [&gate, services](http::Request const& request, Actor const& actor) -> Answer {
                   auto lacks_factor = false;
                   std::string refused;
                   auto view = services.database.read([&](db::Connection& connection) {
                       lacks_factor = lacks(connection, actor, services);
                       refused = refused_json(gate, services, connection, request, actor);
                       return view_session(connection, actor);
                   });
                   // Rare: only when what was remembered is gone.
                   if (view.unsettled) {
                       view = services.database.write([&](db::Transaction& transaction) {
                           return settle_active_company(transaction, services.sessions, actor);
                       });
                   }
                   auto response = http::json(200, session_json(actor, view, lacks_factor, refused));
                   // Asked by each page at its start: so a session of an earlier version goes on under the name of now.
                   auto const given = given_token(request);
                   if (services.rules.secure_cookie && given && given->by_plain_name)
                       set_session_cookie(response, given->token, true);
                   return response;
               });

    gate.route({.method = http::Method::put, .pattern = "/api/session/active-company", .who = Who::signed_in},
               [&gate, services](WriteCall& call) -> Answer {
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
                   return http::json(200,
                                     session_json(call.actor, *view, lacks(call.db, call.actor, services),
                                                  refused_json(gate, services, call.db, call.request, call.actor)));
               });

    gate.route({.pattern = "/api/events", .who = Who::signed_in, .lane = http::Lane::key},
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
