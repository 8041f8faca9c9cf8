#pragma once
// The active company of a session: specification section 4, "Role loading" and "Active company".

#include <optional>
#include <string>

#include "platform/auth/sessions.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {

struct ActiveCompany {
    CompanyId id;
    std::string razao_social;
    std::optional<std::string> nome_fantasia;
    std::string cnpj;
    std::string ambiente; // homologacao or producao
    std::optional<Instant> certificado_valido_ate;
    std::string cor;
    std::optional<std::string> logo_sistema_url;
    std::string papel;         // what the user is in it; an administrator is a gerente of every company
    std::string exemplo = "N"; // S: the made-up shop
};

struct SessionView {
    std::optional<ActiveCompany> active_company;
    std::optional<CompanyId> default_company;
    /// The remembered company is unset or out of reach: call settle_active_company.
    bool unsettled = false;
};

/// Active companies only; for users only linked ones. Others are out of reach.
SessionView view_session(db::Connection& connection, Actor const& actor);

/// Chooses the default company, else the first in reach by razão social (which becomes a missing default), else none;
/// returns the updated session.
SessionView settle_active_company(db::Transaction& transaction, Sessions& sessions, Actor const& actor);

/// Switches to a company in reach; nullopt otherwise.
std::optional<SessionView> choose_active_company(db::Transaction& transaction, Sessions& sessions, Actor const& actor,
                                                 CompanyId company);

/// The contract's schema Session. `refused`: Gate::refused_json.
std::string session_json(Actor const& actor, SessionView const& view, bool lacks_second_factor,
                         std::string const& refused);

} // namespace balcao::auth
