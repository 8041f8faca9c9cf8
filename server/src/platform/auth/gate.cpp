#include "platform/auth/gate.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "platform/audit/audit.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/active_company.hpp"
#include "platform/auth/counter_person.hpp"
#include "platform/auth/idempotency.hpp"
#include "platform/auth/session_cookie.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"

namespace balcao::auth {

namespace {

// One refusal of the same kind by the same person is noted once in this time.
constexpr auto refusal_step = std::chrono::seconds{10};
constexpr std::size_t most_noted = 10'000;

constexpr std::string_view company_parameter = "company_id"; // of what looks across companies

std::optional<CompanyId> no_company(http::Request const&) { return std::nullopt; }
std::optional<CompanyId> company_in_path(http::Request const& request) { return CompanyId::parse(request.param("id")); }
std::optional<CompanyId> company_in_query(http::Request const& request) {
    return CompanyId::parse(request.query(company_parameter).value_or(""));
}

// The company that a request is about.
std::optional<CompanyId> named_company(http::Request const& request) {
    if (request.route.starts_with("/api/companies/{id}")) return company_in_path(request);
    if (request.route.starts_with("/api/audit-log")) return company_in_query(request);
    return std::nullopt;
}

std::unexpected<Failure> session_ended() {
    return fail(
        {.kind = FailureKind::unauthenticated, .title = "Sessão encerrada", .detail = "Entre de novo para continuar."});
}

std::unexpected<Failure> person_ended() {
    return fail(
        {.kind = FailureKind::person_ended,
         .title = "Digite o PIN de novo",
         .detail = "Passou muito tempo sem uso, ou o acesso mudou. Na venda, tecle F7. A venda continua na tela."});
}

// `papel`: in the company that it is about, or the highest in any.
bool may(Actor const& actor, std::optional<Papel> papel, Who who) {
    if (actor.is_admin() || who == Who::signed_in) return true;
    if (who == Who::operador) return papel.has_value();
    return who == Who::gerente && papel == Papel::gerente;
}

std::unexpected<Failure> refused(std::string detail) {
    return fail({.kind = FailureKind::forbidden, .title = "Acesso Negado", .detail = std::move(detail)});
}

std::unexpected<Failure> refused(Who who, bool is_of_company) {
    if (who == Who::gerente && is_of_company)
        return refused("Só um gerente desta empresa pode fazer isto. Peça a um gerente ou a um administrador.");
    if (who == Who::gerente) return refused("Só um gerente pode fazer isto. Peça a um gerente ou a um administrador.");
    if (who == Who::admin) return refused("Só um administrador pode fazer isto. Peça a um administrador.");
    return refused("Só quem tem acesso a uma empresa pode fazer isto. Peça a um administrador.");
}

Result<void> check_in_company(Caller const& caller, Who who) {
    if (!may(caller.actor, caller.papel, who)) return refused(who, true);
    return {};
}

std::string_view name_of(http::Method method) {
    switch (method) {
    case http::Method::get: return "GET";
    case http::Method::post: return "POST";
    case http::Method::put: return "PUT";
    case http::Method::del: return "DELETE";
    }
    throw std::logic_error("a method without a name");
}

std::string operation_of(http::Method method, std::string_view pattern) {
    return std::string(name_of(method)) + ' ' + std::string(pattern);
}

} // namespace

http::Response to_response(Answer&& answer, http::Request const& request) {
    if (answer) return std::move(*answer);
    return http::problem(answer.error(), request.id);
}

Gate::Gate(http::Router& router, db::Database& database, Sessions& sessions, Background& background, Clock const& clock)
    : router_(router), database_(database), sessions_(sessions), background_(background), clock_(clock) {}

std::optional<Caller> Gate::caller(db::Connection& connection, http::Request const& request, Subject subject) {
    auto const given = given_token(request);
    if (!given) return std::nullopt;
    auto found = sessions_.find(connection, given->token, subject(request));
    if (!found) return found;
    request.log.user_id = found->actor.user.to_string();
    take_counter_person(connection, request, *found);
    return found;
}

// A gerente or administrator, too, sells there as an operador and does nothing else.
void Gate::take_counter_person(db::Connection& connection, http::Request const& request, Caller& caller) {
    auto const named = request.header(counter_person_header);
    auto& actor = caller.actor;
    if (!actor.is_admin() && !caller.papel) return;
    if (!named && (actor.is_admin() || caller.papel == Papel::gerente)) return; // sees everybody's receipts
    if (!at_counter_.contains(operation_of(request.method, request.route))) return;
    auto const company = company_in_path(request);
    if (!company) return;
    CompanyScope const scope{*company, Papel::operador};
    actor.counter_people = find_counter_people(connection, scope, actor.session);
    if (!named) return;
    auto const now = clock_.now();
    auto person = find_at_counter(connection, scope, actor.session, *named, now);
    if (!person) {
        caller.person_ended = true;
        return;
    }
    if (request.method != http::Method::get && is_use_to_note(*person, now)) {
        background_.post("counter_person_use", [&database = database_, company = *company, id = person->id, now] {
            database.write([&](db::Transaction& transaction) { note_use(transaction, company, id, now); });
        });
    }
    actor.counter_people.push_back(actor.user);
    actor.session_of = std::move(actor.full_name);
    actor.user = person->user;
    actor.email = std::move(person->email);
    actor.full_name = std::move(person->full_name);
    actor.role = user_role;
    caller.papel = caller.highest = Papel::operador;
}

template <class Work>
Answer Gate::checked(http::Request const& request, std::optional<Caller>& caller, Access const& access, Work work) {
    if (!caller) return session_ended();
    if (caller->person_ended) return person_ended();
    BALCAO_TRY(access.check(request, *caller));
    return work(*caller);
}

// An administrator reaches every company: a missing one shows when the record is read.
Result<CompanyScope> Gate::company_scope(http::Request const& request, Caller const& caller, CompanyId id) {
    if (!caller.actor.is_admin() && !caller.papel) return not_found();
    request.log.company_id = id.to_string();
    return CompanyScope{id, caller.actor.is_admin() ? Papel::gerente : *caller.papel};
}

CompanyScope Gate::checked_scope(http::Request const& request, Caller const& caller) {
    return company_scope(request, caller, *company_in_path(request)).value();
}

Result<VisibleCompanies> Gate::visible_companies(ReadCall& call, Caller const& caller, Who who) {
    if (call.request.query(company_parameter)) {
        auto const named = company_in_query(call.request);
        if (!named)
            return invalid(std::vector<FieldProblem>{{std::string(company_parameter), "Esta empresa não existe."}});
        auto const scope = BALCAO_TRY(company_scope(call.request, caller, *named));
        BALCAO_TRY(check_in_company(caller, who));
        return VisibleCompanies{.company = scope};
    }
    if (call.actor.is_admin()) return VisibleCompanies{.is_everything = true};
    auto const active = view_session(call.db, call.actor).active_company;
    if (!active) return refused(who, false);
    auto const again = sessions_.find(call.db, given_token(call.request)->token, active->id);
    if (!again) return session_ended();
    BALCAO_TRY(check_in_company(*again, who));
    return VisibleCompanies{.company = BALCAO_TRY(company_scope(call.request, *again, active->id))};
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

Gate::Access Gate::access_of(Who who) {
    return {.subject = no_company, .check = [who](http::Request const&, Caller const& caller) -> Result<void> {
                if (!may(caller.actor, caller.highest, who)) return refused(who, false);
                return {};
            }};
}

// Out of reach comes before not allowed: it must look as if it did not exist.
Gate::Access Gate::access_of_company(Who who) {
    if (who == Who::signed_in) throw std::logic_error("what is about a company asks for an operador at least");
    return {.subject = company_in_path,
            .check = [who](http::Request const& request, Caller const& caller) -> Result<void> {
                auto const id = company_in_path(request);
                if (!id) return not_found();
                BALCAO_TRY(company_scope(request, caller, *id));
                return check_in_company(caller, who);
            }};
}

// Which company it is shows in the handler's read.
Gate::Access Gate::access_of_visible_companies(Who who) {
    return {.subject = company_in_query, .check = access_of(who).check};
}

void Gate::declare(Route const& route, bool is_of_company) {
    auto operation = operation_of(route.method, route.pattern);
    if (route.at_counter) at_counter_.insert(operation);
    declared_.push_back({.operation = std::move(operation), .who = route.who, .is_of_company = is_of_company});
}

std::string Gate::refused_json(Caller const& caller) const {
    auto const refused_as = [&](Papel papel) {
        auto const highest = std::max(caller.highest, std::optional(papel));
        std::string list = "[";
        for (auto const& route : declared_) {
            if (may(caller.actor, route.is_of_company ? papel : highest, route.who)) continue;
            if (list.size() > 1) list += ',';
            list += '"' + route.operation + '"';
        }
        return list + ']';
    };
    json::ObjectWriter writer;
    for (auto const papel : {Papel::operador, Papel::gerente}) writer.raw(text(papel), refused_as(papel));
    return writer.take();
}

void Gate::add(Route route, Access access, http::Handler handler) {
    auto admission = [this, access = std::move(access)](http::Request const& request) -> std::optional<http::Response> {
        std::optional<Caller> found;
        auto answer = database_.read([&](db::Connection& connection) {
            found = caller(connection, request, access.subject);
            return checked(request, found, access, [](Caller const&) -> Answer { return http::Response{}; });
        });
        if (answer) return std::nullopt;
        if (found) note_refusal(request, found->actor, answer.error());
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

// What only reads has no body. Who asks, and what they are told, are of one moment.
void Gate::add_reading(Route route, Access access, Handler<ReadCall&, Caller const&> handler) {
    auto run = [this, access, handler = std::move(handler)](http::Request const& request) {
        std::optional<Caller> found;
        auto answer = database_.read([&](db::Connection& connection) {
            found = caller(connection, request, access.subject);
            return checked(request, found, access, [&](Caller const& caller) {
                ReadCall call{request, caller.actor, connection};
                return handler(call, caller);
            });
        });
        if (!answer && found) note_refusal(request, found->actor, answer.error());
        return to_response(std::move(answer), request);
    };
    add(std::move(route), std::move(access), std::move(run));
}

// Who asks is looked up in the transaction: the session may end, or the role change, before this has its turn.
void Gate::add_writing(Route route, Access access, Handler<WriteCall&, Caller const&> handler) {
    route.lane = http::Lane::write;
    auto run = [this, access, handler = std::move(handler)](http::Request const& request) {
        if (!given_token(request)) return to_response(session_ended(), request);
        std::optional<Caller> found;
        auto answer = database_.write([&](db::Transaction& transaction) {
            found = caller(transaction, request, access.subject);
            return checked(request, found, access, [&](Caller const& caller) {
                WriteCall call{{transaction, caller.actor}, request};
                return handler(call, caller);
            });
        });
        if (!answer && found) note_refusal(request, found->actor, answer.error());
        return to_response(std::move(answer), request);
    };
    add(std::move(route), std::move(access), std::move(run));
}

void Gate::add_waiting(Route route, Access access, Handler<http::Request const&, Caller const&> handler) {
    auto run = [this, access, handler = std::move(handler)](http::Request const& request) {
        auto found =
            database_.read([&](db::Connection& connection) { return caller(connection, request, access.subject); });
        auto answer = checked(request, found, access, [&](Caller const& caller) { return handler(request, caller); });
        if (!answer && found) note_refusal(request, found->actor, answer.error());
        return to_response(std::move(answer), request);
    };
    add(std::move(route), std::move(access), std::move(run));
}

Result<CompanyScope> Gate::ask_again(db::Transaction& transaction, http::Request const& request, Who who) {
    auto const found = caller(transaction, request, company_in_path);
    if (!found) return session_ended();
    if (found->person_ended) return person_ended();
    BALCAO_TRY(access_of_company(who).check(request, *found));
    return checked_scope(request, *found);
}

void Gate::route(Route route, Handler<ReadCall&> handler) {
    declare(route, false);
    auto access = access_of(route.who);
    add_reading(std::move(route), std::move(access),
                [handler = std::move(handler)](ReadCall& call, Caller const&) { return handler(call); });
}

void Gate::route(Route route, Handler<ReadCall&, CompanyScope const&> handler) {
    declare(route, true);
    auto access = access_of_company(route.who);
    add_reading(std::move(route), std::move(access),
                [handler = std::move(handler)](ReadCall& call, Caller const& caller) {
                    return handler(call, checked_scope(call.request, caller));
                });
}

void Gate::route(Route route, Handler<ReadCall&, VisibleCompanies const&> handler) {
    declare(route, true);
    Who const who = route.who;
    add_reading(std::move(route), access_of_visible_companies(who),
                [this, who, handler = std::move(handler)](ReadCall& call, Caller const& caller) -> Answer {
                    auto const visible = BALCAO_TRY(visible_companies(call, caller, who));
                    return handler(call, visible);
                });
}

void Gate::route(Route route, Handler<WriteCall&> handler) {
    declare(route, false);
    auto access = access_of(route.who);
    auto const is_repeatable = route.is_repeatable;
    add_writing(std::move(route), std::move(access),
                [this, is_repeatable, handler = std::move(handler)](WriteCall& call, Caller const&) -> Answer {
                    if (!is_repeatable) return handler(call);
                    return run_once(call.db, clock_.now(), call.request, call.actor, [&] { return handler(call); });
                });
}

void Gate::route(Route route, Handler<WriteCall&, CompanyScope const&> handler) {
    declare(route, true);
    auto access = access_of_company(route.who);
    auto const is_repeatable = route.is_repeatable;
    add_writing(std::move(route), std::move(access),
                [this, is_repeatable, handler = std::move(handler)](WriteCall& call, Caller const& caller) -> Answer {
                    auto const scope = checked_scope(call.request, caller);
                    if (!is_repeatable) return handler(call, scope);
                    return run_once(call.db, clock_.now(), call.request, call.actor,
                                    [&] { return handler(call, scope); });
                });
}

void Gate::route(Route route, Handler<http::Request const&, Actor const&> handler) {
    declare(route, false);
    auto access = access_of(route.who);
    add_waiting(std::move(route), std::move(access),
                [handler = std::move(handler)](http::Request const& request, Caller const& caller) {
                    return handler(request, caller.actor);
                });
}

void Gate::route(Route route, Handler<http::Request const&, Actor const&, CompanyScope const&> handler) {
    declare(route, true);
    auto access = access_of_company(route.who);
    add_waiting(std::move(route), std::move(access),
                [handler = std::move(handler)](http::Request const& request, Caller const& caller) {
                    return handler(request, caller.actor, checked_scope(request, caller));
                });
}

} // namespace balcao::auth
