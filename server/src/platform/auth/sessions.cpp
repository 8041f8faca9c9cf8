#include "platform/auth/sessions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include "platform/auth/accounts.hpp"
#include "platform/base/text.hpp"
#include "platform/base/token_hash.hpp"

namespace balcao::auth {

namespace {

// Last use is written at most this often per session.
constexpr auto last_use_step = std::chrono::minutes{5};

constexpr db::Query insert_session{"sessions_insert", R"sql(
    insert into sessions (id, token_hash, user_id, device, created_at, last_used_at, senha_em)
    values (:id, :token_hash, :user_id, :device, :now, :now, :now))sql"};

// The least of the words is the highest papel: gerente comes before operador.
constexpr db::Query session_by_token{"sessions_by_token", R"sql(
    select s.id, s.user_id, s.active_emitente_id, s.created_at, s.last_used_at, u.email, u.full_name, r.name,
      (select min(l.papel) from emitente_users l where l.user_id = u.id),
      (select l.papel from emitente_users l where l.user_id = u.id and l.emitente_id = :company)
    from sessions s
    join users u on u.id = s.user_id
    left join user_roles ur on ur.user_id = u.id
    left join roles r on r.id = ur.role_id
    where s.token_hash = :token_hash and u.active = 'S' and u.deleted_at is null)sql"};

constexpr db::Query delete_session{"sessions_delete", "delete from sessions where id = :id"};
constexpr db::Query delete_sessions_of_user{"sessions_delete_of_user", "delete from sessions where user_id = :user_id"};
constexpr db::Query delete_other_sessions{"sessions_delete_others",
                                          "delete from sessions where user_id = :user_id and id <> :kept"};
constexpr db::Query delete_session_of_user{"sessions_delete_one_of_user",
                                           "delete from sessions where id = :id and user_id = :user_id"};
constexpr db::Query sessions_of_user{"sessions_of_user", R"sql(
    select id, device, created_at, last_used_at from sessions where user_id = :user_id and created_at >= :created_since)sql"};
constexpr db::Query delete_old_sessions{
    "sessions_delete_old", "delete from sessions where last_used_at < :idle_since or created_at < :created_before"};
constexpr db::Query set_active_company{"sessions_set_company",
                                       "update sessions set active_emitente_id = :company where id = :id"};
constexpr db::Query set_last_used{"sessions_set_last_used", R"sql(
    update sessions set last_used_at = :used_at where id = :id and last_used_at < :used_at)sql"};

Papel papel_of(std::string const& stored) { return stored == "gerente" ? Papel::gerente : Papel::operador; }

} // namespace

std::string Sessions::start(db::Transaction& transaction, UserId user, std::string_view device) {
    auto token = random_token();
    auto const hash = token_hash(token);
    auto shown = is_utf8(device) ? std::string(device.substr(0, 200)) : std::string{};
    if (!is_utf8(shown)) shown.clear(); // the cut fell inside a character
    transaction.execute(insert_session, {{"id", SessionId::make()},
                                         {"token_hash", db::BlobView{hash}},
                                         {"user_id", user},
                                         {"device", shown},
                                         {"now", clock_.now()}});
    return token;
}

std::optional<Caller> Sessions::find(db::Connection& connection, std::string_view token,
                                     std::optional<CompanyId> company) {
    auto const hash = token_hash(token);
    struct Found {
        Caller caller;
        Instant created_at;
        Instant last_used_at;
    };
    auto const read = [](db::Row const& row) {
        Actor actor{.user = row.get<UserId>(1),
                    .email = row.get<std::string>(5),
                    .full_name = row.get<std::string>(6),
                    .role = row.get<std::optional<std::string>>(7).value_or(std::string(user_role)),
                    .session = row.get<SessionId>(0),
                    .remembered_company = row.get<std::optional<CompanyId>>(2)};
        return Found{.caller = {.actor = std::move(actor),
                                .highest = row.get<std::optional<std::string>>(8).transform(papel_of),
                                .papel = row.get<std::optional<std::string>>(9).transform(papel_of)},
                     .created_at = row.get<Instant>(3),
                     .last_used_at = row.get<Instant>(4)};
    };
    auto found = connection.first(session_by_token, {{"token_hash", db::BlobView{hash}}, {"company", company}}, read);
    if (!found) return std::nullopt;
    auto const now = clock_.now();
    if (now - found->created_at > absolute_limit) return std::nullopt;
    if (now - found->last_used_at > last_use_step) {
        std::lock_guard const lock(mutex_);
        auto& used = used_[found->caller.actor.session];
        if (now - std::max(found->last_used_at, used) > idle_limit) {
            used_.erase(found->caller.actor.session);
            return std::nullopt;
        }
        used = now;
    }
    return std::move(found->caller);
}

void Sessions::end(db::Transaction& transaction, SessionId session) {
    transaction.execute(delete_session, {{"id", session}});
}

void Sessions::end_all_of(db::Transaction& transaction, UserId user) {
    transaction.execute(delete_sessions_of_user, {{"user_id", user}});
}

void Sessions::end_others_of(db::Transaction& transaction, UserId user, SessionId kept) {
    transaction.execute(delete_other_sessions, {{"user_id", user}, {"kept", kept}});
}

bool Sessions::end_of(db::Transaction& transaction, UserId user, SessionId session) {
    return transaction.execute(delete_session_of_user, {{"id", session}, {"user_id", user}}) == 1;
}

std::vector<OpenSession> Sessions::list_of(db::Connection& connection, UserId user) {
    auto const now = clock_.now();
    auto open = connection.all(sessions_of_user, {{"user_id", user}, {"created_since", now - absolute_limit}},
                               [](db::Row const& row) {
                                   return OpenSession{.id = row.get<SessionId>(0),
                                                      .user_agent = row.get<std::string>(1),
                                                      .created_at = row.get<Instant>(2),
                                                      .last_used_at = row.get<Instant>(3)};
                               });
    {
        std::lock_guard const lock(mutex_);
        for (auto& session : open) {
            if (auto const used = used_.find(session.id); used != used_.end())
                session.last_used_at = std::max(session.last_used_at, used->second);
        }
    }
    std::erase_if(open, [&](OpenSession const& session) { return now - session.last_used_at > idle_limit; });
    std::ranges::sort(open, std::greater{},
                      [](OpenSession const& session) { return std::pair(session.last_used_at, session.id); });
    return open;
}

void Sessions::remember_company(db::Transaction& transaction, SessionId session, std::optional<CompanyId> company) {
    transaction.execute(set_active_company, {{"id", session}, {"company", company}});
}

void Sessions::write_last_use(db::Database& database) {
    std::map<SessionId, Instant> used;
    {
        std::lock_guard const lock(mutex_);
        used.swap(used_);
    }
    if (used.empty()) return;
    try {
        database.write([&](db::Transaction& transaction) {
            for (auto const& [session, at] : used)
                transaction.execute(set_last_used, {{"id", session}, {"used_at", at}});
        });
    } catch (...) { // for the next time
        std::lock_guard const lock(mutex_);
        for (auto const& [session, at] : used) {
            auto& kept = used_[session];
            kept = std::max(kept, at);
        }
        throw;
    }
}

void Sessions::clean_up(db::Database& database) {
    auto const now = clock_.now();
    database.write([&](db::Transaction& transaction) {
        transaction.execute(delete_old_sessions,
                            {{"idle_since", now - idle_limit}, {"created_before", now - absolute_limit}});
    });
}

std::string session_cookie(std::string_view token, bool secure) {
    std::string cookie(secure ? "__Host-" : "");
    cookie += session_cookie_name;
    cookie += '=';
    cookie += token;
    cookie += "; Path=/; HttpOnly; SameSite=Lax";
    cookie += token.empty() ? "; Max-Age=0"
                            : "; Max-Age=" + std::to_string(std::chrono::seconds{Sessions::absolute_limit}.count());
    if (secure) cookie += "; Secure";
    return cookie;
}

} // namespace balcao::auth
