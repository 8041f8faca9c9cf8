#pragma once
// Sessions: a random token in a cookie, its hash in the table. 12 h idle, at most 30 days.

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {

/// A session, for the list in the account.
struct OpenSession {
    SessionId id;
    std::string user_agent;
    Instant created_at;
    Instant last_used_at; // to within some minutes
};

/// The caller of a request, for the access check.
struct Caller {
    Actor actor;
    std::optional<Papel> highest{}; // in any company; none: linked to no company
    std::optional<Papel> papel{};   // in the company of the request; none: not linked to it
    bool person_ended = false;      // the request names somebody who is not at the counter any more
};

/// Thread-safe.
class Sessions {
public:
    static constexpr auto idle_limit = std::chrono::hours{12};
    static constexpr auto absolute_limit = std::chrono::days{30};

    explicit Sessions(Clock const& clock) : clock_(clock) {}

    /// Starts a session; its owner sees `device`. Returns the token for the cookie.
    std::string start(db::Transaction& transaction, UserId user, std::string_view device);
    /// The owner of the token and the link to `company`, in one statement; nullopt if unknown, expired or of a disabled
    /// account.
    std::optional<Caller> find(db::Connection& connection, std::string_view token,
                               std::optional<CompanyId> company = std::nullopt);
    void end(db::Transaction& transaction, SessionId session);
    /// Ends all sessions of a user: password reset, change of role or state.
    void end_all_of(db::Transaction& transaction, UserId user);
    /// Ends all of the user's sessions but this one.
    void end_others_of(db::Transaction& transaction, UserId user, SessionId kept);
    /// False if the user has no such session.
    bool end_of(db::Transaction& transaction, UserId user, SessionId session);
    /// Usable sessions, most recently used first.
    std::vector<OpenSession> list_of(db::Connection& connection, UserId user);
    void remember_company(db::Transaction& transaction, SessionId session, std::optional<CompanyId> company);

    /// Writes the last-use times collected by find(); every minute, in the background.
    void write_last_use(db::Database& database);
    /// Deletes expired sessions.
    void clean_up(db::Database& database);

private:
    Clock const& clock_;
    std::mutex mutex_;
    std::map<SessionId, Instant> used_; // to be written; guarded by mutex_
};

/// The `Set-Cookie` value that sets or (with an empty token) removes the session.
std::string session_cookie(std::string_view token, bool secure);

inline constexpr std::string_view session_cookie_name = "balcao_session";

} // namespace balcao::auth
