#include "users/account_routes.hpp"

#include <utility>

#include "auth/device.hpp"
#include "auth/passwords.hpp"
#include "base/json.hpp"
#include "http/etag.hpp"
#include "http/problem.hpp"
#include "users/users_store.hpp"

namespace balcao::users {

namespace {

using auth::Who::signed_in;

http::Response answer(StoredUser const& stored) {
    return records::answer(200, to_json(stored, stored.user.id), stored.version);
}

auth::Answer get_account(auth::ReadCall& call) {
    auto const stored = find(call.db, call.caller.user);
    if (!stored) return not_found();
    return answer(*stored);
}

auth::Answer update_account(auth::WriteCall& call, Services const& services) {
    auto const if_match = http::if_match(call.request);
    if (!if_match) return fail(if_match.error());
    auto const object = json::parse_object(call.request.body);
    if (!object) return fail(object.error());
    std::vector<FieldProblem> problems;
    auto name = read_own_name(*object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const stored = rename_self(call, services, *if_match, std::move(name));
    if (!stored) return fail(stored.error());
    return answer(*stored);
}

auth::Answer change_password(db::Database& database, Services const& services, auth::OwnPassword& own_password,
                             http::Request const& request, auth::Caller const& caller) {
    auto const object = json::parse_object(request.body);
    if (!object) return fail(object.error());
    std::vector<FieldProblem> problems;
    refuse_others(*object, {"current_password", "password"}, problems);
    auto const current = read_secret(*object, "current_password", problems);
    auto const password = read_new_password(*object, caller.email, problems);
    if (!problems.empty()) return invalid(std::move(problems));

    auto const checked_hash = own_password.check(caller, current, "current_password");
    if (!checked_hash) return fail(checked_hash.error());
    auto const hash = auth::hash_password(password);
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auth::WriteCall call{request, caller, transaction};
        if (auto const changed = change_own_password(call, services, *checked_hash, hash); !changed)
            return fail(changed.error());
        return records::no_content();
    });
}

auth::Answer list_sessions(auth::ReadCall& call, auth::Sessions& sessions) {
    std::string items = "[";
    for (auto const& session : sessions.list_of(call.db, call.caller.user)) {
        if (items.size() > 1) items += ',';
        json::ObjectWriter writer;
        writer.text("id", session.id.to_string());
        writer.text("device", auth::device_name(session.user_agent));
        writer.text("created_at", session.created_at.to_iso());
        writer.text("last_used_at", session.last_used_at.to_iso());
        writer.boolean("current", session.id == call.caller.session);
        items += writer.take();
    }
    json::ObjectWriter list;
    list.raw("items", items += ']');
    return http::json(200, list.take());
}

} // namespace

void add_account_routes(auth::Gate& gate, db::Database& database, Services services, auth::OwnPassword& own_password) {
    auth::BodyRules const small{.limit = 16 * 1024};
    gate.read("/api/account", get_account);
    gate.write(
        http::Method::put, "/api/account", signed_in,
        [services](auth::WriteCall& call) { return update_account(call, services); }, small);

    gate.signed_in(
        http::Method::put, "/api/account/password", http::Lane::hash,
        [&database, &own_password, services](http::Request const& request, auth::Caller const& caller) {
            return change_password(database, services, own_password, request, caller);
        },
        small);

    gate.read("/api/account/sessions",
              [services](auth::ReadCall& call) { return list_sessions(call, services.sessions); });
    gate.write(http::Method::del, "/api/account/sessions", signed_in,
               [services](auth::WriteCall& call) -> auth::Answer {
                   end_own_other_sessions(call, services);
                   return records::no_content();
               });
    gate.write(http::Method::del, "/api/account/sessions/{sid}", signed_in,
               [services](auth::WriteCall& call) -> auth::Answer {
                   auto const session = SessionId::parse(call.request.param("sid"));
                   if (!session) return not_found();
                   if (auto const ended = end_own_session(call, services, *session); !ended) return fail(ended.error());
                   return records::no_content();
               });
}

} // namespace balcao::users
