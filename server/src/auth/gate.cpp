#include "auth/gate.hpp"

#include <stdexcept>
#include <utility>

#include "audit/audit.hpp"
#include "auth/active_company.hpp"
#include "auth/idempotency.hpp"
#include "http/problem.hpp"

namespace balcao::auth {

namespace {

// One refusal of the same kind by the same person is noted once in this time.
constexpr auto refusal_step = std::chrono::seconds{10};
constexpr std::size_t most_noted = 10'000;

constexpr db::Query linked_company{"gate_linked_company", R"sql(
    select papel from emitente_users where emitente_id = :emitente_id and user_id = :user_id)sql"};

constexpr std::string_view company_parameter = "company_id"; // of what looks across companies

// The company that a request is about.
std::optional<CompanyId> named_company(http::Request const& request) {
    if (request.route.starts_with("/api/companies/{id}")) return CompanyId::parse(request.param("id"));
    if (request.route.starts_with("/api/audit-log"))
        return CompanyId::parse(request.query(company_parameter).value_or(""));
    return std::nullopt;
}

constexpr db::Query any_company{"gate_any_company", "select 1 from emitente_users where user_id = :user_id limit 1"};

std::unexpected<Failure> session_ended() {
    return fail(
        {.kind = FailureKind::unauthenticated, .title = "Sessão encerrada", .detail = "Entre de novo para continuar."});
}

Result<void> check_who(db::Connection& connection, Actor const& actor, Who who) {
    if (actor.is_admin() || who == Who::signed_in) return {};
    if (who == Who::with_company && connection.scalar<std::int64_t>(any_company, {{"user_id", actor.user}})) return {};
    return forbidden();
}

Result<void> check_who(db::Connection& connection, Actor const& actor, CompanyScope const& scope, Who who) {
    if (who != Who::gerente) return check_who(connection, actor, who);
    if (scope.is_gerente()) return {};
    return fail({.kind = FailureKind::forbidden,
                 .title = "Acesso Negado",
                 .detail = "Só um gerente desta empresa pode fazer isto. Peça a um gerente ou a um administrador."});
}

void require_no_company(Who who) {
    if (who == Who::gerente) throw std::logic_error("whoever has to be a gerente is so in a company");
}

} // namespace

http::Response to_response(Answer&& answer, http::Request const& request) {
    if (answer) return std::move(*answer);
    return http::problem(answer.error(), request.id);
}

Gate::Gate(http::Router& router, db::Database& database, Sessions& sessions, Background& background, Clock const& clock)
    : router_(router), database_(database), sessions_(sessions), background_(background), clock_(clock) {}

Answer Gate::authenticated(http::Request const& request, Handler<Actor const&> const& next) {
    auto const token = request.cookie(session_cookie_name);
    auto const actor =
        token ? database_.read([&](db::Connection& connection) { return sessions_.find(connection, *token); })
              : std::nullopt;
    if (!actor) return session_ended();
    request.log.user_id = actor->user.to_string();
    auto answer = next(*actor);
    if (!answer) note_refusal(request, *actor, answer.error());
    return answer;
}

// Out of reach comes before not allowed: it must look as if it did not exist.
Result<CompanyScope> Gate::company_scope(db::Connection& connection, http::Request const& request, Actor const& actor,
                                         Who who) {
    auto const id = CompanyId::parse(request.param("id"));
    if (!id) return not_found();
    auto const scope = BALCAO_TRY(company_scope(connection, request, actor, *id));
    BALCAO_TRY(check_who(connection, actor, scope, who));
    return scope;
}

Result<CompanyScope> Gate::company_scope(db::Connection& connection, http::Request const& request, Actor const& actor,
                                         CompanyId id) {
    // An administrator reaches every company: a missing one shows when the record is read.
    auto papel = Papel::gerente;
    if (!actor.is_admin()) {
        auto const stored =
            connection.scalar<std::string>(linked_company, {{"emitente_id", id}, {"user_id", actor.user}});
        if (!stored) return not_found();
        if (*stored != "gerente") papel = Papel::operador;
    }
    request.log.company_id = id.to_string();
    return CompanyScope{id, papel};
}

Result<VisibleCompanies> Gate::visible_companies(db::Connection& connection, http::Request const& request,
                                                 Actor const& actor) {
    auto named =
        request.query(company_parameter).transform([](std::string_view text) { return CompanyId::parse(text); });
    if (named && !*named)
        return invalid(std::vector<FieldProblem>{{std::string(company_parameter), "Esta empresa não existe."}});
    if (!named) {
        if (actor.is_admin()) return VisibleCompanies{.is_everything = true};
        auto const active = view_session(connection, actor).active_company;
        if (!active) return VisibleCompanies{};
        named = active->id;
    }
    auto const scope = BALCAO_TRY(company_scope(connection, request, actor, **named));
    return VisibleCompanies{.company = scope};
}

void Gate::note_refusal(http::Request const& request, Actor const& actor, Failure const& failure) {
    auto const company = named_company(request);
    auto const is_foreign_company = failure.kind == FailureKind::not_found && company;
    if (failure.kind != FailureKind::forbidden && !is_foreign_company) return;

    auto const now = clock_.now();
    {
        auto const key = actor.user.to_string() + ' ' + request.path;
        std::lock_guard const lock(mutex_);
        if (noted_.size() >= most_noted) noted_.clear();
        auto& last = noted_[key];
        if (now - last < refusal_step) return;
        last = now;
    }
    background_.post("audit_refusal", [&database = database_, now, user = actor.user, company,
                                       route = std::string(request.route), kind = failure.kind] {
        database.write([&](db::Transaction& transaction) {
            audit::write(transaction, now,
                         {.action = "access_refused",
                          .description = kind == FailureKind::forbidden
                                             ? "Tentou fazer o que não lhe é permitido: " + route
                                             : "Tentou abrir uma empresa a que não tem acesso: " + route,
                          .user = user,
                          .company = company,
                          .outcome = audit::Outcome::error});
        });
    });
}

Gate::Check Gate::check_of(Who who) {
    require_no_company(who);
    return [who](db::Connection& connection, http::Request const&, Actor const& actor) {
        return check_who(connection, actor, who);
    };
}

Gate::Check Gate::check_of_company(Who who) {
    return [who](db::Connection& connection, http::Request const& request, Actor const& actor) -> Result<void> {
        BALCAO_TRY(company_scope(connection, request, actor, who));
        return {};
    };
}

void Gate::add(Route route, Check check, http::Handler handler) {
    auto admission = [this, check = std::move(check)](http::Request const& request) -> std::optional<http::Response> {
        auto answer = authenticated(request, [&](Actor const& actor) -> Answer {
            BALCAO_TRY(database_.read([&](db::Connection& connection) { return check(connection, request, actor); }));
            return http::Response{};
        });
        if (answer) return std::nullopt;
        return to_response(std::move(answer), request);
    };
    router_.add({.method = route.method,
                 .pattern = std::move(route.pattern),
                 .lane = route.lane,
                 .handler = std::move(handler),
                 .body_limit = route.body.limit,
                 .content_types = std::move(route.body.content_types),
                 .admission = std::move(admission)});
}

void Gate::add(Route route, Check check, Handler<http::Request const&, Actor const&> handler) {
    auto run = [this, handler = std::move(handler)](http::Request const& request) {
        return to_response(authenticated(request, [&](Actor const& actor) { return handler(request, actor); }),
                           request);
    };
    add(std::move(route), std::move(check), http::Handler(std::move(run)));
}

// What only reads has no body.
void Gate::add_reading(Route route, Handler<ReadCall&> handler) {
    add(std::move(route), check_of(Who::signed_in),
        [this, handler = std::move(handler)](http::Request const& request, Actor const& actor) {
            return database_.read([&](db::Connection& connection) {
                ReadCall call{request, actor, connection};
                return handler(call);
            });
        });
}

void Gate::add_writing(Route route, Check check, Handler<WriteCall&> handler) {
    route.lane = http::Lane::write;
    auto run = [this, handler = std::move(handler)](http::Request const& request) {
        return to_response(write(request, handler), request);
    };
    add(std::move(route), std::move(check), http::Handler(std::move(run)));
}

// Who asks is looked up in the transaction: the session may end, or the role change, before this has its turn.
Answer Gate::write(http::Request const& request, Handler<WriteCall&> const& handler) {
    auto const token = request.cookie(session_cookie_name);
    if (!token) return session_ended();
    std::optional<Actor> actor;
    auto answer = database_.write([&](db::Transaction& transaction) -> Answer {
        actor = sessions_.find(transaction, *token);
        if (!actor) return session_ended();
        request.log.user_id = actor->user.to_string();
        WriteCall call{{transaction, *actor}, request};
        return handler(call);
    });
    if (!answer && actor) note_refusal(request, *actor, answer.error());
    return answer;
}

Result<CompanyScope> Gate::ask_again(db::Transaction& transaction, http::Request const& request, Who who) {
    auto const token = request.cookie(session_cookie_name);
    auto const actor = token ? sessions_.find(transaction, *token) : std::nullopt;
    if (!actor) return session_ended();
    return company_scope(transaction, request, *actor, who);
}

void Gate::route(Route route, Handler<ReadCall&> handler) {
    auto const who = route.who;
    add_reading(std::move(route), [who, handler = std::move(handler)](ReadCall& call) -> Answer {
        BALCAO_TRY(check_who(call.db, call.actor, who));
        return handler(call);
    });
}

void Gate::route(Route route, Handler<ReadCall&, CompanyScope const&> handler) {
    auto const who = route.who;
    add_reading(std::move(route), [who, handler = std::move(handler)](ReadCall& call) -> Answer {
        auto const scope = BALCAO_TRY(company_scope(call.db, call.request, call.actor, who));
        return handler(call, scope);
    });
}

void Gate::route(Route route, Handler<ReadCall&, VisibleCompanies const&> handler) {
    add_reading(std::move(route), [handler = std::move(handler)](ReadCall& call) -> Answer {
        auto const visible = BALCAO_TRY(visible_companies(call.db, call.request, call.actor));
        return handler(call, visible);
    });
}

void Gate::route(Route route, Handler<WriteCall&> handler) {
    auto const who = route.who;
    auto const is_repeatable = route.is_repeatable;
    add_writing(std::move(route), check_of(who),
                [this, who, is_repeatable, handler = std::move(handler)](WriteCall& call) -> Answer {
                    BALCAO_TRY(check_who(call.db, call.actor, who));
                    if (!is_repeatable) return handler(call);
                    return run_once(call.db, clock_.now(), call.request, call.actor, [&] { return handler(call); });
                });
}

void Gate::route(Route route, Handler<WriteCall&, CompanyScope const&> handler) {
    auto const who = route.who;
    auto const is_repeatable = route.is_repeatable;
    add_writing(std::move(route), check_of_company(who),
                [this, who, is_repeatable, handler = std::move(handler)](WriteCall& call) -> Answer {
                    auto const scope = BALCAO_TRY(company_scope(call.db, call.request, call.actor, who));
                    if (!is_repeatable) return handler(call, scope);
                    return run_once(call.db, clock_.now(), call.request, call.actor,
                                    [&] { return handler(call, scope); });
                });
}

void Gate::route(Route route, Handler<http::Request const&, Actor const&> handler) {
    auto const who = route.who;
    if (who == Who::signed_in) return add(std::move(route), check_of(who), std::move(handler));
    add(std::move(route), check_of(who),
        [this, who, handler = std::move(handler)](http::Request const& request, Actor const& actor) -> Answer {
            BALCAO_TRY(database_.read([&](db::Connection& connection) { return check_who(connection, actor, who); }));
            return handler(request, actor);
        });
}

void Gate::route(Route route, Handler<http::Request const&, Actor const&, CompanyScope const&> handler) {
    auto const who = route.who;
    add(std::move(route), check_of_company(who),
        [this, who, handler = std::move(handler)](http::Request const& request, Actor const& actor) -> Answer {
            auto const scope = BALCAO_TRY(database_.read(
                [&](db::Connection& connection) { return company_scope(connection, request, actor, who); }));
            return handler(request, actor, scope);
        });
}

} // namespace balcao::auth
