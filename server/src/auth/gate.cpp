#include "auth/gate.hpp"

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
    select 1 from emitente_users where emitente_id = :emitente_id and user_id = :user_id)sql"};

constexpr std::string_view company_parameter = "company_id"; // of the queries that read_reach answers

// The company that a request is about.
std::optional<CompanyId> named_company(http::Request const& request) {
    if (request.route.starts_with("/api/companies/{id}")) return CompanyId::parse(request.param("id"));
    if (request.route.starts_with("/api/audit-log"))
        return CompanyId::parse(request.query(company_parameter).value_or(""));
    return std::nullopt;
}

constexpr db::Query any_company{"gate_any_company", "select 1 from emitente_users where user_id = :user_id limit 1"};

} // namespace

http::Response to_response(Answer&& answer, http::Request const& request) {
    if (answer) return std::move(*answer);
    return http::problem(answer.error(), request.id);
}

Gate::Gate(http::Router& router, db::Database& database, Sessions& sessions, Background& background, Clock const& clock)
    : router_(router), database_(database), sessions_(sessions), background_(background), clock_(clock) {}

Answer Gate::authenticated(http::Request const& request, std::function<Answer(Caller const&)> const& next) {
    auto const token = request.cookie(session_cookie_name);
    auto const caller =
        token ? database_.read([&](db::Connection& connection) { return sessions_.find(connection, *token); })
              : std::nullopt;
    if (!caller) {
        return fail({.kind = FailureKind::unauthenticated,
                     .title = "Sessão encerrada",
                     .detail = "Entre de novo para continuar."});
    }
    request.log.user_id = caller->user.to_string();
    auto answer = next(*caller);
    if (!answer) note_refusal(request, *caller, answer.error());
    return answer;
}

Result<CompanyScope> Gate::company_scope(db::Connection& connection, http::Request const& request,
                                         Caller const& caller) {
    auto const id = CompanyId::parse(request.param("id"));
    if (!id) return not_found();
    return company_scope(connection, request, caller, *id);
}

Result<CompanyScope> Gate::company_scope(db::Connection& connection, http::Request const& request, Caller const& caller,
                                         CompanyId id) {
    // An administrator reaches every company: a missing one shows when the record is read.
    if (!caller.is_admin() &&
        !connection.scalar<std::int64_t>(linked_company, {{"emitente_id", id}, {"user_id", caller.user}}))
        return not_found();
    request.log.company_id = id.to_string();
    return CompanyScope{id};
}

Result<Reach> Gate::reach_of(db::Connection& connection, http::Request const& request, Caller const& caller) {
    auto named =
        request.query(company_parameter).transform([](std::string_view text) { return CompanyId::parse(text); });
    if (named && !*named)
        return invalid(std::vector<FieldProblem>{{std::string(company_parameter), "Esta empresa não existe."}});
    if (!named) {
        if (caller.is_admin()) return Reach{.is_everything = true};
        auto const active = view_session(connection, caller).active_company;
        if (!active) return Reach{};
        named = active->id;
    }
    auto const scope = company_scope(connection, request, caller, **named);
    if (!scope) return fail(scope.error());
    return Reach{.company = *scope};
}

Result<void> Gate::check_who(db::Connection& connection, Caller const& caller, Who who) {
    if (caller.is_admin() || who == Who::signed_in) return {};
    if (who == Who::with_company && connection.scalar<std::int64_t>(any_company, {{"user_id", caller.user}})) return {};
    return forbidden();
}

void Gate::note_refusal(http::Request const& request, Caller const& caller, Failure const& failure) {
    auto const company = named_company(request);
    auto const is_foreign_company = failure.kind == FailureKind::not_found && company;
    if (failure.kind != FailureKind::forbidden && !is_foreign_company) return;

    auto const now = clock_.now();
    {
        auto const key = caller.user.to_string() + ' ' + request.path;
        std::lock_guard const lock(mutex_);
        if (noted_.size() >= most_noted) noted_.clear();
        auto& last = noted_[key];
        if (now - last < refusal_step) return;
        last = now;
    }
    background_.post("audit_refusal", [&database = database_, now, user = caller.user, company,
                                       route = std::string(request.route), kind = failure.kind] {
        database.write([&](db::Transaction& transaction) {
            audit::write(transaction, now,
                         {.action = "access_refused",
                          .description = kind == FailureKind::forbidden
                                             ? "Tentou fazer o que só um administrador pode: " + route
                                             : "Tentou abrir uma empresa a que não tem acesso: " + route,
                          .user = user,
                          .company = company,
                          .outcome = audit::Outcome::error});
        });
    });
}

void Gate::signed_in(http::Method method, std::string pattern, http::Lane lane,
                     std::function<Answer(http::Request const&, Caller const&)> handler, BodyRules body) {
    router_.add({.method = method,
                 .pattern = std::move(pattern),
                 .lane = lane,
                 .handler =
                     [this, handler = std::move(handler)](http::Request const& request) {
                         return to_response(
                             authenticated(request, [&](Caller const& caller) { return handler(request, caller); }),
                             request);
                     },
                 .body_limit = body.limit,
                 .content_types = std::move(body.content_types)});
}

void Gate::signed_in(http::Method method, std::string pattern, Who who, http::Lane lane,
                     std::function<Answer(http::Request const&, Caller const&)> handler, BodyRules body) {
    signed_in(
        method, std::move(pattern), lane,
        [this, who, handler = std::move(handler)](http::Request const& request, Caller const& caller) -> Answer {
            auto const allowed =
                database_.read([&](db::Connection& connection) { return check_who(connection, caller, who); });
            if (!allowed) return fail(allowed.error());
            return handler(request, caller);
        },
        std::move(body));
}

void Gate::signed_in_company(http::Method method, std::string pattern, Who who, http::Lane lane,
                             std::function<Answer(http::Request const&, Caller const&, CompanyScope const&)> handler,
                             BodyRules body) {
    signed_in(
        method, std::move(pattern), lane,
        [this, who, handler = std::move(handler)](http::Request const& request, Caller const& caller) -> Answer {
            auto const scope = database_.read([&](db::Connection& connection) -> Result<CompanyScope> {
                auto reached = company_scope(connection, request, caller);
                if (!reached) return reached;
                if (auto const allowed = check_who(connection, caller, who); !allowed) return fail(allowed.error());
                return reached;
            });
            if (!scope) return fail(scope.error());
            return handler(request, caller, *scope);
        },
        std::move(body));
}

void Gate::read(std::string pattern, Who who, std::function<Answer(ReadCall&)> handler, http::Lane lane) {
    signed_in(http::Method::get, std::move(pattern), lane,
              [this, who, handler = std::move(handler)](http::Request const& request, Caller const& caller) {
                  return database_.read([&](db::Connection& connection) -> Answer {
                      if (auto const allowed = check_who(connection, caller, who); !allowed)
                          return fail(allowed.error());
                      ReadCall call{request, caller, connection};
                      return handler(call);
                  });
              });
}

void Gate::read_company(std::string pattern, std::function<Answer(ReadCall&, CompanyScope const&)> handler,
                        http::Lane lane) {
    auto const with_scope = [handler = std::move(handler)](ReadCall& call) -> Answer {
        auto const scope = company_scope(call.db, call.request, call.caller);
        if (!scope) return fail(scope.error());
        return handler(call, *scope);
    };
    read(std::move(pattern), Who::signed_in, with_scope, lane);
}

void Gate::read_reach(std::string pattern, std::function<Answer(ReadCall&, Reach const&)> handler, http::Lane lane) {
    auto const with_reach = [handler = std::move(handler)](ReadCall& call) -> Answer {
        auto const reach = reach_of(call.db, call.request, call.caller);
        if (!reach) return fail(reach.error());
        return handler(call, *reach);
    };
    read(std::move(pattern), Who::signed_in, with_reach, lane);
}

void Gate::write_company(http::Method method, std::string pattern, Who who,
                         std::function<Answer(WriteCall&, CompanyScope const&)> handler, BodyRules body) {
    write(
        method, std::move(pattern), Who::signed_in,
        [who, handler = std::move(handler)](WriteCall& call) -> Answer {
            // Out of reach comes before not allowed: it must look as if it did not exist.
            auto const scope = company_scope(call.db, call.request, call.caller);
            if (!scope) return fail(scope.error());
            if (auto const allowed = check_who(call.db, call.caller, who); !allowed) return fail(allowed.error());
            return handler(call, *scope);
        },
        std::move(body));
}

void Gate::write(http::Method method, std::string pattern, Who who, std::function<Answer(WriteCall&)> handler,
                 BodyRules body) {
    router_.add({.method = method,
                 .pattern = std::move(pattern),
                 .lane = http::Lane::write,
                 .handler =
                     [this, who, handler = std::move(handler)](http::Request const& request) {
                         auto const run = [&](Caller const& caller) {
                             return database_.write([&](db::Transaction& transaction) -> Answer {
                                 if (auto const allowed = check_who(transaction, caller, who); !allowed)
                                     return fail(allowed.error());
                                 WriteCall call{request, caller, transaction};
                                 return handler(call);
                             });
                         };
                         return to_response(authenticated(request, run), request);
                     },
                 .body_limit = body.limit,
                 .content_types = std::move(body.content_types)});
}

void Gate::create(std::string pattern, Who who, std::function<Answer(WriteCall&)> handler, BodyRules body) {
    write(
        http::Method::post, std::move(pattern), who,
        [this, handler = std::move(handler)](WriteCall& call) {
            return run_once(call.db, clock_.now(), call.request, call.caller, [&] { return handler(call); });
        },
        std::move(body));
}

void Gate::create_company_record(std::string pattern, std::function<Answer(WriteCall&, CompanyScope const&)> handler,
                                 BodyRules body) {
    write_company(
        http::Method::post, std::move(pattern), Who::signed_in,
        [this, handler = std::move(handler)](WriteCall& call, CompanyScope const& scope) {
            return run_once(call.db, clock_.now(), call.request, call.caller, [&] { return handler(call, scope); });
        },
        std::move(body));
}

} // namespace balcao::auth
