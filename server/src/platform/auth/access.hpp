#pragma once
// Actor and scope of an operation: given to modules, so that requests and jobs call them alike.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// The person behind a request or job.
struct Actor {
    UserId user{};
    std::string email{};
    std::string full_name{};
    std::string role{};  // "user" when the account has none
    SessionId session{}; // nil in a job
    std::optional<CompanyId> remembered_company{};
    std::string session_of{};             // full name of who signed in, if the person took the counter by PIN
    std::vector<UserId> counter_people{}; // who else sells in this session: an operador goes on with their receipts

    bool is_admin() const { return role == "admin"; }
};

/// A change by an actor inside one transaction. The work may be retried, so it must have no effect outside the
/// database.
struct Write {
    db::Transaction& db;
    Actor const& actor;
};

/// Papel in a company (emitente_users.papel): an operador sells; a gerente may also do what the company answers for
/// (cancel, void, settings, prices, exports). An administrator is a gerente of every company.
enum class Papel { operador, gerente };
/// Stored and sent as this text.
constexpr std::string_view text(Papel papel) { return papel == Papel::gerente ? "gerente" : "operador"; }

/// Proof that the actor may work with this company. Only the gate makes it; the queue passes it on to a job, as a
/// gerente's, since access was checked when the job was added. Stores of company data take it.
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

/// Companies whose data a query may show: one, all, or (neither) none.
struct VisibleCompanies {
    std::optional<CompanyScope> company{};
    bool is_everything = false;
};

} // namespace balcao::auth
