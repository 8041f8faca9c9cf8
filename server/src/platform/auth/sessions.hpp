#pragma once
// Sessions: a random token in a cookie, only its hash in the table. 12 h idle, 30 days at most.

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

/// One place where an account is signed in.
struct OpenSession {
    SessionId id;
    std::string user_agent;
    Instant created_at;
    Instant last_used_at; // to within some minutes
};

/// Who makes a request, and what the access check needs to know of them.
struct Caller {
    Actor actor;
    std::optional<Papel> highest{}; // in any company; none: linked to no company
    std::optional<Papel> papel{};   // in the company that was asked for; none: not linked to it
};

/// Thread-safe.
class Sessions {
public:
    static constexpr auto idle_limit = std::chrono::hours{12};
    static constexpr auto absolute_limit = std::chrono::days{30};

    explicit Sessions(Clock const& clock) : clock_(clock) {}

    /// Starts a session; `device` is shown to its owner. Returns the token for the cookie.
    std::string start(db::Transaction& transaction, UserId user, std::string_view device);
    /// Whose token it is, and whether they are linked to `company`, in one statement; nullopt when it is unknown, too
    /// old or of an account that may not sign in.
    std::optional<Caller> find(db::Connection& connection, std::string_view token,
                               std::optional<CompanyId> company = std::nullopt);
    void end(db::Transaction& transaction, SessionId session);
    /// Password reset, change of role or state.
    void end_all_of(db::Transaction& transaction, UserId user);
    /// All of the user's but this one.
    void end_others_of(db::Transaction& transaction, UserId user, SessionId kept);
    /// False when the user has no such session.
    bool end_of(db::Transaction& transaction, UserId user, SessionId session);
    /// Those that can still be used, last used first.
    std::vector<OpenSession> list_of(db::Connection& connection, UserId user);
    void remember_company(db::Transaction& transaction, SessionId session, std::optional<CompanyId> company);

    /// Writes the last-use times gathered by find(); every minute, in the background.
    void write_last_use(db::Database& database);
    /// Deletes sessions that can no longer be used.
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
