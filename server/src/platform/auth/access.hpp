#pragma once
// In whose name something is done, and on whose data: what features are given, so that requests and jobs can call them
// alike.

#include <optional>
#include <string>
#include <string_view>

#include "platform/base/ids.hpp"

namespace balcao::db {
class Transaction;
}
namespace balcao::jobs {
class JobContext;
}
namespace balcao::receipts {
class Upkeep;
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

/// What somebody is in a company (emitente_users.papel): an operador sells; a gerente may also what the company
/// answers for (cancel, void, settings, prices, exports). An administrator is a gerente of every company.
enum class Papel { operador, gerente };
/// As it is stored and told.
constexpr std::string_view text(Papel papel) { return papel == Papel::gerente ? "gerente" : "operador"; }

/// Proof that the actor may work with this company. Only the gate makes it, and the queue hands it on to a job that
/// was put there with it, as a gerente's: what somebody may do was asked before. Stores of company data take it.
class CompanyScope {
public:
    CompanyId id() const { return id_; }
    bool is_gerente() const { return papel_ == Papel::gerente; }

private:
    friend class Gate;
    friend class jobs::JobContext;
    friend class receipts::Upkeep; // what the program does by itself for each company with open receipts
    CompanyScope(CompanyId id, Papel papel) : id_(id), papel_(papel) {}
    CompanyId id_;
    Papel papel_;
};

/// What somebody who looks across companies may see: one company, everything, or (neither) nothing.
struct VisibleCompanies {
    std::optional<CompanyScope> company{};
    bool is_everything = false;
};

} // namespace balcao::auth
