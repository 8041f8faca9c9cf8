#pragma once
// The access check. Every route except public ones is added through the gate.

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
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
/// Inside the request's transaction.
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
    /// For reading routes; writing ones have their own lane.
    http::Lane lane = http::Lane::read;
    BodyRules body{};
    /// A creating POST: may be repeated with an Idempotency-Key. Writing routes only.
    bool is_repeatable = false;
    /// Who took the counter by PIN calls it as an operador (platform/auth/counter_person.hpp). Company routes only.
    bool at_counter = false;
};

/// Adds routes with their access check. Refusals (403, and 404 for a company out of reach) look alike everywhere and
/// are logged in the audit log. Used at start; the handlers it makes are thread-safe.
///
/// The parameters of a handler declare what it gets:
///   ReadCall&                          a read connection
///   WriteCall&                         one transaction, rolled back on failure
///   Request const&, Actor const&       neither: for handlers that must not hold a connection (hashing, calls to
///                                      others); they verify again in their own transaction
///   …, CompanyScope const&             the same for the company in the pattern's `{id}`
///   ReadCall&, VisibleCompanies const& the company of the query's `company_id`; without it all for an
///                                      administrator, the active company for others
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

    /// For handlers without connection: reads actor and rights again, in the writing transaction.
    Result<CompanyScope> ask_again(db::Transaction& transaction, http::Request const& request, Who who);

private:
    /// The company of a route, from the header; none: of no single company.
    using Subject = std::optional<CompanyId> (*)(http::Request const&);
    /// Admission by the header alone.
    using Check = std::function<Result<void>(http::Request const&, Caller const&)>;
    /// How a route authenticates.
    struct Access {
        Subject subject;
        Check check;
    };
    static Access access_of(Who who);
    static Access access_of_company(Who who);
    static Access access_of_visible_companies(Who who);

    /// The caller; nothing without session. Also named in the log.
    std::optional<Caller> caller(db::Connection& connection, http::Request const& request, Subject subject);
    /// Puts who took the counter by PIN in the place of the session's person, where the request names them.
    void take_counter_person(db::Connection& connection, http::Request const& request, Caller& caller);
    /// Runs `work` for an authorised caller, or answers the refusal.
    template <class Work>
    Answer checked(http::Request const& request, std::optional<Caller>& caller, Access const& access, Work work);

    void declare(Route const& route, bool is_of_company);
    void add(Route route, Access access, http::Handler handler);
    void add_reading(Route route, Access access, Handler<ReadCall&, Caller const&> handler);
    void add_writing(Route route, Access access, Handler<WriteCall&, Caller const&> handler);
    void add_waiting(Route route, Access access, Handler<http::Request const&, Caller const&> handler);
    void note_refusal(http::Request const& request, Actor const& actor, Failure const& failure);

    static Result<CompanyScope> company_scope(http::Request const& request, Caller const& caller, CompanyId id);
    /// The scope for `{id}`, after the check.
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
    std::set<std::string> at_counter_; // operations

    std::mutex mutex_;
    std::map<std::string, Instant> noted_; // refusals noted lately; guarded by mutex_
};

/// The answer to a Result: the response, or the failure as a problem.
http::Response to_response(Answer&& answer, http::Request const& request);

} // namespace balcao::auth
