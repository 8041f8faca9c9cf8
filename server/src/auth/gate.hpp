#pragma once
// The access check. Every route except the open ones is added through the gate, so it cannot be forgotten.

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "auth/sessions.hpp"
#include "base/background.hpp"
#include "base/ids.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "db/database.hpp"
#include "http/http.hpp"

namespace balcao::jobs {
class JobContext;
}

namespace balcao::auth {

/// Proof that the caller may work with this company. Only the gate makes it, and the queue hands it on to a job that
/// was put there with it. Stores of company data take it.
class CompanyScope {
public:
    CompanyId id() const { return id_; }

private:
    friend class Gate;
    friend class jobs::JobContext;
    explicit CompanyScope(CompanyId id) : id_(id) {}
    CompanyId id_;
};

using Answer = Result<http::Response>;

struct ReadCall {
    http::Request const& request;
    Caller const& caller;
    db::Connection& db;
};
/// What a caller who looks across companies may see: one company, everything, or (neither) nothing.
struct Reach {
    std::optional<CompanyScope> company{};
    bool is_everything = false;
};
/// Inside the request's one transaction. May run more than once, so it must have no effect outside the database.
struct WriteCall {
    http::Request const& request;
    Caller const& caller;
    db::Transaction& db;
};

/// `with_company`: an administrator, or linked to at least one company; people are shared by those.
enum class Who { signed_in, with_company, admin };

struct BodyRules {
    std::size_t limit = 2 * 1024 * 1024;
    std::vector<std::string> content_types{}; // empty: JSON
};

/// Adds routes with their access check. Refusals (403, and 404 for a company out of reach) are answered alike
/// everywhere and noted in the audit log. Used while wiring; the handlers it makes are thread-safe.
class Gate {
public:
    Gate(http::Router& router, db::Database& database, Sessions& sessions, Background& background, Clock const& clock);

    /// Somebody is signed in; the handler gets no connection of its own.
    void signed_in(http::Method method, std::string pattern, http::Lane lane,
                   std::function<Answer(http::Request const&, Caller const&)> handler, BodyRules body = {});

    /// The same, and `who` is asked first.
    void signed_in(http::Method method, std::string pattern, Who who, http::Lane lane,
                   std::function<Answer(http::Request const&, Caller const&)> handler, BodyRules body = {});

    /// The same for one company, the pattern's `{id}`, for what must not hold a connection while it works (hashing,
    /// calls to elsewhere). A handler that writes checks what it relies on again in its own transaction.
    void signed_in_company(http::Method method, std::string pattern, Who who, http::Lane lane,
                           std::function<Answer(http::Request const&, Caller const&, CompanyScope const&)> handler,
                           BodyRules body = {});

    /// GET on a read connection. `lane`: read, or slow for what works for long.
    void read(std::string pattern, std::function<Answer(ReadCall&)> handler) {
        read(std::move(pattern), Who::signed_in, std::move(handler));
    }
    void read(std::string pattern, Who who, std::function<Answer(ReadCall&)> handler,
              http::Lane lane = http::Lane::read);
    /// The same for one company: the pattern's `{id}`.
    void read_company(std::string pattern, std::function<Answer(ReadCall&, CompanyScope const&)> handler,
                      http::Lane lane = http::Lane::read);
    /// The same for the company that the query's `company_id` names. Without it: everything for an administrator, for
    /// others the session's active company, or nothing when there is none.
    void read_reach(std::string pattern, std::function<Answer(ReadCall&, Reach const&)> handler,
                    http::Lane lane = http::Lane::read);

    /// A method that writes, in one transaction that is rolled back when the handler fails.
    void write(http::Method method, std::string pattern, Who who, std::function<Answer(WriteCall&)> handler,
               BodyRules body = {});
    void write_company(http::Method method, std::string pattern, Who who,
                       std::function<Answer(WriteCall&, CompanyScope const&)> handler, BodyRules body = {});

    /// POST that creates: as write, and safe to repeat with an Idempotency-Key.
    void create(std::string pattern, Who who, std::function<Answer(WriteCall&)> handler, BodyRules body = {});
    void create_company_record(std::string pattern, std::function<Answer(WriteCall&, CompanyScope const&)> handler,
                               BodyRules body = {});

private:
    Answer authenticated(http::Request const& request, std::function<Answer(Caller const&)> const& next);
    static Result<void> check_who(db::Connection& connection, Caller const& caller, Who who);
    static Result<CompanyScope> company_scope(db::Connection& connection, http::Request const& request,
                                              Caller const& caller);
    static Result<CompanyScope> company_scope(db::Connection& connection, http::Request const& request,
                                              Caller const& caller, CompanyId id);
    static Result<Reach> reach_of(db::Connection& connection, http::Request const& request, Caller const& caller);
    void note_refusal(http::Request const& request, Caller const& caller, Failure const& failure);

    http::Router& router_;
    db::Database& database_;
    Sessions& sessions_;
    Background& background_;
    Clock const& clock_;

    std::mutex mutex_;
    std::map<std::string, Instant> noted_; // refusals noted lately; guarded by mutex_
};

/// The answer to a Result: the response itself or the failure as a problem.
http::Response to_response(Answer&& answer, http::Request const& request);

} // namespace balcao::auth
