#pragma once
// The access check. Every route except the open ones is added through the gate, so it cannot be forgotten.

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/auth/sessions.hpp"
#include "platform/base/background.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/http/http.hpp"

namespace balcao::auth {

using Answer = Result<http::Response>;

struct ReadCall {
    http::Request const& request;
    Actor const& actor;
    db::Connection& db;
};
/// Inside the request's one transaction.
struct WriteCall : Write {
    http::Request const& request;
};

/// What a route asks of its callers; an administrator is refused nothing.
///   signed_in  an account
///   operador   a link to the company that the pattern's `{id}` names, with any papel
///   gerente    to be a gerente of that company
///   admin
/// Where the pattern names no company, as with people, which all companies share: the same in at least one company.
/// What writes company data or exports is a gerente's unless the counter needs it.
enum class Who { signed_in, operador, gerente, admin };

/// Has no default, so that a route without its Who does not compile.
class Asks {
public:
    constexpr Asks(Who who) : who_(who) {}          // NOLINT(google-explicit-constructor): as in `.who = Who::gerente`
    constexpr operator Who() const { return who_; } // NOLINT(google-explicit-constructor)

private:
    Who who_;
};

struct BodyRules {
    std::size_t limit = 2 * 1024 * 1024;
    std::vector<std::string> content_types{}; // empty: JSON
};

struct Route {
    http::Method method = http::Method::get;
    std::string pattern;
    Asks who;
    /// Of what does not write: that has its own.
    http::Lane lane = http::Lane::read;
    BodyRules body{};
    /// A POST that creates: safe to repeat with an Idempotency-Key. Only of what writes.
    bool is_repeatable = false;
};

/// Adds routes with their access check. Refusals (403, and 404 for a company out of reach) are answered alike
/// everywhere and noted in the audit log. Used while wiring; the handlers it makes are thread-safe.
///
/// What a handler takes says what it is given:
///   ReadCall&                          a read connection
///   WriteCall&                         one transaction, rolled back when the handler fails
///   Request const&, Actor const&       neither, for what must not hold a connection while it works (hashing, calls to
///                                      elsewhere); what it writes checks what it relies on again in its own
///                                      transaction
///   …, CompanyScope const&             the same for one company, the pattern's `{id}`
///   ReadCall&, VisibleCompanies const& the same for the company that the query's `company_id` names; without it
///                                      everything for an administrator, for others the session's active company
class Gate {
public:
    template <class... Given>
    using Handler = std::function<Answer(Given...)>;

    Gate(http::Router& router, db::Database& database, Sessions& sessions, Background& background, Clock const& clock);

    void route(Route route, Handler<ReadCall&> handler);
    void route(Route route, Handler<ReadCall&, CompanyScope const&> handler);
    void route(Route route, Handler<ReadCall&, VisibleCompanies const&> handler);
    void route(Route route, Handler<WriteCall&> handler);
    void route(Route route, Handler<WriteCall&, CompanyScope const&> handler);
    void route(Route route, Handler<http::Request const&, Actor const&> handler);
    void route(Route route, Handler<http::Request const&, Actor const&, CompanyScope const&> handler);

    /// Method and pattern of what the caller is refused in a company of which they are operador or gerente:
    /// `{"operador":["PUT /api/…",…],"gerente":[…]}`. Once all routes are added.
    std::string refused_json(Caller const& caller) const;

    /// For handlers that hold no connection while they work: who asked and what he may do, looked up again in the
    /// transaction that writes.
    Result<CompanyScope> ask_again(db::Transaction& transaction, http::Request const& request, Who who);

private:
    /// Which company a route is about, by the request's header; none: about no one company.
    using Subject = std::optional<CompanyId> (*)(http::Request const&);
    /// What may be said to a caller by the request's header alone.
    using Check = std::function<Result<void>(http::Request const&, Caller const&)>;
    /// How a route knows its callers.
    struct Access {
        Subject subject;
        Check check;
    };
    static Access access_of(Who who);
    static Access access_of_company(Who who);
    static Access access_of_visible_companies(Who who);

    /// Who asks; nothing when there is no session. They are named in the log from now on.
    std::optional<Caller> caller(db::Connection& connection, http::Request const& request, Subject subject);
    /// The answer of `work` to who asks, unless they are refused.
    template <class Work>
    Answer checked(http::Request const& request, std::optional<Caller>& caller, Access const& access, Work work);

    void declare(Route const& route, bool is_of_company);
    void add(Route route, Access access, http::Handler handler);
    void add_reading(Route route, Access access, Handler<ReadCall&, Caller const&> handler);
    void add_writing(Route route, Access access, Handler<WriteCall&, Caller const&> handler);
    void add_waiting(Route route, Access access, Handler<http::Request const&, Caller const&> handler);
    void note_refusal(http::Request const& request, Actor const& actor, Failure const& failure);

    static Result<CompanyScope> company_scope(http::Request const& request, Caller const& caller, CompanyId id);
    /// Of the pattern's `{id}`, once the check has passed.
    static CompanyScope checked_scope(http::Request const& request, Caller const& caller);
    Result<VisibleCompanies> visible_companies(ReadCall& call, Caller const& caller, Who who);

    http::Router& router_;
    db::Database& database_;
    Sessions& sessions_;
    Background& background_;
    Clock const& clock_;

    struct Declared {
        std::string operation; // method and pattern
        Who who;
        bool is_of_company;
    };
    std::vector<Declared> declared_;

    std::mutex mutex_;
    std::map<std::string, Instant> noted_; // refusals noted lately; guarded by mutex_
};

/// The answer to a Result: the response itself or the failure as a problem.
http::Response to_response(Answer&& answer, http::Request const& request);

} // namespace balcao::auth
