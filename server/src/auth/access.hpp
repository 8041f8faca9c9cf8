#pragma once
// In whose name something is done, and on whose data: what features are given, so that requests and jobs can call them
// alike.

#include <optional>
#include <string>

#include "base/ids.hpp"

namespace balcao::db {
class Transaction;
}
namespace balcao::jobs {
class JobContext;
}

namespace balcao::auth {

/// Who makes a request, or in whose name a job works.
struct Actor {
    UserId user{};
    std::string email{};
    std::string full_name{};
    std::string role{};  // "user" when the account has none
    SessionId session{}; // nil in a job
    std::optional<CompanyId> remembered_company{};

    bool is_admin() const { return role == "admin"; }
};

/// A change in somebody's name, inside one transaction. What does it may run more than once, so it must have no effect
/// outside the database.
struct Write {
    db::Transaction& db;
    Actor const& actor;
};

/// Proof that the actor may work with this company. Only the gate makes it, and the queue hands it on to a job that
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

/// What somebody who looks across companies may see: one company, everything, or (neither) nothing.
struct VisibleCompanies {
    std::optional<CompanyScope> company{};
    bool is_everything = false;
};

} // namespace balcao::auth
