#include "accounts/users/users.hpp"

#include <array>
#include <utility>

#include <boost/json/serialize.hpp>

#include "accounts/users/users_store.hpp"
#include "platform/auth/accounts.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/idempotency.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/auth/recent_password.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/list_query.hpp"

namespace balcao::users {

namespace {

http::Response answer(int status, StoredUser const& stored, UserId actor) {
    return records::answer(status, to_json(stored, actor), stored.version);
}

Result<UserId> id_of(http::Request const& request) {
    auto const id = UserId::parse(request.param("uid"));
    if (!id) return not_found();
    return *id;
}

auth::Answer done(Result<void> const& result) {
    BALCAO_TRY(result);
    return records::no_content();
}

bool is_password_recent(auth::WriteCall& call, Services const& services) {
    return auth::is_password_recent(call.db, call.actor, services.records.clock.now());
}

auth::Answer list_users(auth::ReadCall& call) {
    constexpr std::array<std::string_view, 5> sorts{"full_name", "email", "role", "created_at", "last_sign_in_at"};
    constexpr std::array<std::string_view, 2> filters{"situacao", "role"};
    auto const query = records::read_list_query(call.request, sorts, filters);
    std::vector<FieldProblem> problems;
    if (!query) problems = query.error().fields;
    UserFilter filter;
    if (auto const situacao = call.request.query("situacao")) {
        if (*situacao == "ativos") filter.active = "S";
        else if (*situacao == "inativos") filter.active = "N";
        else problems.push_back({"situacao", "Use ativos ou inativos."});
    }
    if (auto const role = call.request.query("role")) filter.role = std::string(*role);
    if (!problems.empty()) return invalid(std::move(problems));
    return http::json(200, to_json(list(call.db, *query, filter, call.actor.user), *query));
}

auth::Answer list_user_companies(auth::ReadCall& call) {
    constexpr std::array<std::string_view, 1> sorts{"razao_social"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts));
    auto const id = BALCAO_TRY(id_of(call.request));
    if (!find(call.db, id)) return not_found();
    return http::json(200, to_json(list_companies(call.db, query, id), query));
}

auth::Answer get_roles(auth::ReadCall& call) {
    std::string roles = "[";
    for (auto const& name : list_roles(call.db)) {
        if (roles.size() > 1) roles += ',';
        json::ObjectWriter writer;
        writer.text("name", name);
        roles += writer.take();
    }
    return http::json(200, roles += ']');
}

// What tells one creation from another, without anything that the password could quickly be guessed from.
std::string told_apart_by(boost::json::object object, Secret const& password, std::string_view salt) {
    object.erase("password");
    return boost::json::serialize(object) + auth::password_fingerprint(password, salt);
}

auth::Answer create_user(db::Database& database, Services const& services, http::Request const& request,
                         auth::Actor const& actor) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto const creation = read_creation(object, problems);
    if (!problems.empty()) return invalid(std::move(problems));

    if (creation.user.role != auth::user_role) {
        auto const is_recent = database.read([&](db::Connection& connection) {
            return auth::is_password_recent(connection, actor, services.records.clock.now());
        });
        if (!is_recent) return auth::password_needed(request);
    }

    auto const hash = auth::hash_password(creation.password);
    std::optional<std::string> identity;
    if (auto const key = request.header("idempotency-key"))
        identity = told_apart_by(object, creation.password, actor.user.to_string() + std::string(*key));
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auto const work = [&]() -> auth::Answer {
            auth::Write const write{transaction, actor};
            auto const stored = BALCAO_TRY(create(write, services, creation.user, hash));
            return answer(201, stored, actor.user);
        };
        return auth::run_once(transaction, services.records.clock.now(), request, actor, work, identity);
    });
}

auth::Answer reset_user_password(db::Database& database, Services const& services, http::Request const& request,
                                 auth::Actor const& actor) {
    auto const id = BALCAO_TRY(id_of(request));
    if (id == actor.user)
        return invalid("Troque a sua própria senha na página da sua conta, onde a senha atual é pedida.");
    auto const account = database.read([&](db::Connection& connection) { return find(connection, id); });
    if (!account) return not_found();
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    refuse_others(object, {"password"}, problems);
    auto const password =
        read_new_password(object, {.email = account->user.email, .full_name = account->user.full_name}, problems);
    if (!problems.empty()) return invalid(std::move(problems));

    auto const hash = auth::hash_password(password);
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auth::Write const write{transaction, actor};
        return done(reset_password(write, services, id, hash));
    });
}

auth::Answer get_user(auth::WriteCall& call, Services const& services) {
    auto const purpose = call.request.query("purpose").value_or("view");
    if (purpose != "view" && purpose != "refresh")
        return invalid(std::vector<FieldProblem>{{"purpose", "Use view ou refresh."}});
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const stored = BALCAO_TRY(view(call, services, id, purpose == "view" ? Look::noted : Look::unnoted));
    return answer(200, stored, call.actor.user);
}

auth::Answer update_user(auth::WriteCall& call, Services const& services) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const if_match = BALCAO_TRY(http::if_match(call.request));
    auto const object = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto typed = read_user(object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const before = find(call.db, id);
    if (before && before->user.role != typed.role && !is_password_recent(call, services))
        return auth::password_needed(call.request);
    auto const stored = BALCAO_TRY(update(call, services, id, if_match, std::move(typed)));
    return answer(200, stored, call.actor.user);
}

// `{"company_id":…}`, null included.
Result<std::optional<CompanyId>> read_choice(std::string_view body) {
    auto const object = BALCAO_TRY(json::parse_object(body));
    auto const* const value = object.if_contains("company_id");
    if (value != nullptr && object.size() == 1) {
        if (value->is_null()) return std::optional<CompanyId>{};
        if (auto const company = value->is_string() ? CompanyId::parse(value->get_string()) : std::nullopt)
            return std::optional<CompanyId>{company};
    }
    return invalid(std::vector<FieldProblem>{{"company_id", "Escolha uma empresa da lista."}});
}

auth::Answer set_default_company(auth::WriteCall& call, Services const& services) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const company = BALCAO_TRY(read_choice(call.request.body));
    return done(choose_default(call, services, id, company));
}

struct Link {
    UserId user;
    CompanyId company;
};
Result<Link> link_of(http::Request const& request) {
    auto const user = BALCAO_TRY(id_of(request));
    auto const company = CompanyId::parse(request.param("id"));
    if (!company) return not_found();
    return Link{user, *company};
}

// None without a body.
Result<std::optional<auth::Papel>> read_papel(std::string_view body) {
    if (body.empty()) return std::nullopt;
    auto const object = BALCAO_TRY(json::parse_object(body));
    std::vector<FieldProblem> problems;
    refuse_others(object, {"papel"}, problems);
    auto const* const value = object.if_contains("papel");
    auto const typed = value != nullptr && value->is_string() ? std::string_view(value->get_string()) : "";
    for (auto const papel : {auth::Papel::gerente, auth::Papel::operador}) {
        if (problems.empty() && typed == auth::text(papel)) return papel;
    }
    if (problems.empty()) problems.push_back({"papel", "Escolha gerente ou operador."});
    return invalid(std::move(problems));
}

auth::Answer link_company(auth::WriteCall& call, Services const& services) {
    auto const link = BALCAO_TRY(link_of(call.request));
    auto const papel = BALCAO_TRY(read_papel(call.request.body));
    auto const linked = find_company(call.db, link.company, link.user);
    auto const stays = linked && linked->papel && (!papel || *linked->papel == auth::text(*papel));
    if (linked && !stays && !is_password_recent(call, services)) return auth::password_needed(call.request);
    return done(give_access(call, services, link.user, link.company, papel));
}

auth::Answer unlink_company(auth::WriteCall& call, Services const& services) {
    auto const link = BALCAO_TRY(link_of(call.request));
    return done(take_access(call, services, link.user, link.company));
}

} // namespace

void add_users_routes(auth::Gate& gate, db::Database& database, Services services) {
    auth::BodyRules const small{.limit = 16 * 1024};
    gate.route({.pattern = "/api/users", .who = auth::Who::admin}, list_users);
    gate.route({.pattern = "/api/roles", .who = auth::Who::admin}, get_roles);

    gate.route({.method = http::Method::post,
                .pattern = "/api/users",
                .who = auth::Who::admin,
                .lane = http::Lane::hash,
                .body = small},
               [&database, services](http::Request const& request, auth::Actor const& actor) {
                   return create_user(database, services, request, actor);
               });

    // Writes: looking is noted.
    gate.route({.pattern = "/api/users/{uid}", .who = auth::Who::admin},
               [services](auth::WriteCall& call) { return get_user(call, services); });

    gate.route({.method = http::Method::put, .pattern = "/api/users/{uid}", .who = auth::Who::admin, .body = small},
               [services](auth::WriteCall& call) { return update_user(call, services); });

    gate.route({.method = http::Method::del, .pattern = "/api/users/{uid}", .who = auth::Who::admin},
               [services](auth::WriteCall& call) -> auth::Answer {
                   auto const id = BALCAO_TRY(id_of(call.request));
                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                   return done(remove(call, services, id, if_match));
               });

    gate.route({.method = http::Method::put,
                .pattern = "/api/users/{uid}/password",
                .who = auth::Who::admin,
                .lane = http::Lane::hash,
                .body = small},
               [&database, services](http::Request const& request, auth::Actor const& actor) {
                   return reset_user_password(database, services, request, actor);
               });

    gate.route({.pattern = "/api/users/{uid}/companies", .who = auth::Who::admin}, list_user_companies);
    gate.route({.method = http::Method::put,
                .pattern = "/api/users/{uid}/companies/{id}",
                .who = auth::Who::admin,
                .body = small},
               [services](auth::WriteCall& call) { return link_company(call, services); });
    gate.route({.method = http::Method::del, .pattern = "/api/users/{uid}/companies/{id}", .who = auth::Who::admin},
               [services](auth::WriteCall& call) { return unlink_company(call, services); });
    gate.route({.method = http::Method::put,
                .pattern = "/api/users/{uid}/default-company",
                .who = auth::Who::admin,
                .body = small},
               [services](auth::WriteCall& call) { return set_default_company(call, services); });
}

} // namespace balcao::users
