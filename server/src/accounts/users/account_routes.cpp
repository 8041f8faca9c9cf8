#include "accounts/users/users.hpp"

#include <utility>

#include "accounts/users/users_store.hpp"
#include "platform/auth/device.hpp"
#include "platform/auth/gate.hpp"
#include "platform/auth/passwords.hpp"
#include "platform/auth/recent_password.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"

namespace balcao::users {

namespace {

http::Response answer(StoredUser const& stored) {
    return records::answer(200, to_json(stored, stored.user.id), stored.version);
}

auth::Answer get_account(auth::ReadCall& call) {
    auto const stored = find(call.db, call.actor.user);
    if (!stored) return not_found();
    return answer(*stored);
}

auth::Answer update_account(auth::WriteCall& call, Services const& services) {
    auto const if_match = BALCAO_TRY(http::if_match(call.request));
    auto const object = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto name = read_own_name(object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const stored = BALCAO_TRY(rename_self(call, services, if_match, std::move(name)));
    return answer(stored);
}

auth::Answer change_password(db::Database& database, Services const& services, auth::OwnPassword& own_password,
                             http::Request const& request, auth::Actor const& actor) {
    auto const object = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    refuse_others(object, {"current_password", "password"}, problems);
    auto const current = read_secret(object, "current_password", problems);
    auto const password = read_new_password(object, {.email = actor.email, .full_name = actor.full_name}, problems);
    if (!problems.empty()) return invalid(std::move(problems));

    auto const checked_hash = BALCAO_TRY(own_password.check(actor, current, "current_password"));
    auto const hash = auth::hash_password(password);
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auth::Write const write{transaction, actor};
        BALCAO_TRY(change_own_password(write, services, checked_hash, hash));
        auth::note_password_given(transaction, actor.session, services.records.clock.now());
        return records::no_content();
    });
}

auth::Answer list_sessions(auth::ReadCall& call, auth::Sessions& sessions) {
    std::string items = "[";
    for (auto const& session : sessions.list_of(call.db, call.actor.user)) {
        if (items.size() > 1) items += ',';
        json::ObjectWriter writer;
        writer.text("id", session.id.to_string());
        writer.text("device", auth::device_name(session.user_agent));
        writer.text("created_at", session.created_at.to_iso());
        writer.text("last_used_at", session.last_used_at.to_iso());
        writer.boolean("current", session.id == call.actor.session);
        items += writer.take();
    }
    json::ObjectWriter list;
    list.raw("items", items += ']');
    return http::json(200, list.take());
}

} // namespace

void add_account_routes(auth::Gate& gate, db::Database& database, Services services, auth::OwnPassword& own_password) {
    auth::BodyRules const small{.limit = 16 * 1024};
    gate.route({.pattern = "/api/account", .who = auth::Who::signed_in}, get_account);
    gate.route({.method = http::Method::put, .pattern = "/api/account", .who = auth::Who::signed_in, .body = small},
               [services](auth::WriteCall& call) { return update_account(call, services); });

    gate.route({.method = http::Method::put,
                .pattern = "/api/account/password",
                .who = auth::Who::signed_in,
                .lane = http::Lane::hash,
                .body = small},
               [&database, &own_password, services](http::Request const& request, auth::Actor const& actor) {
                   return change_password(database, services, own_password, request, actor);
               });

    gate.route({.pattern = "/api/account/sessions", .who = auth::Who::signed_in},
               [services](auth::ReadCall& call) { return list_sessions(call, services.sessions); });
    gate.route({.method = http::Method::del, .pattern = "/api/account/sessions", .who = auth::Who::signed_in},
               [services](auth::WriteCall& call) -> auth::Answer {
                   end_own_other_sessions(call, services);
                   return records::no_content();
               });
    gate.route({.method = http::Method::del, .pattern = "/api/account/sessions/{sid}", .who = auth::Who::signed_in},
               [services](auth::WriteCall& call) -> auth::Answer {
                   auto const session = SessionId::parse(call.request.param("sid"));
                   if (!session) return not_found();
                   BALCAO_TRY(end_own_session(call, services, *session));
                   return records::no_content();
               });
}

} // namespace balcao::users
