#pragma once
// Which company a session works on: specification section 4, "Role loading" and "Active company".

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
    /// The remembered company is unset or out of reach: settle_active_company has something to do.
    bool unsettled = false;
};

/// Active companies only, and for users only linked ones: anything else is out of reach.
SessionView view_session(db::Connection& connection, Actor const& actor);

/// Remembers the default company, else the first in reach by razão social (then also the default, if that was
/// null), else none; returns the session as it is then.
SessionView settle_active_company(db::Transaction& transaction, Sessions& sessions, Actor const& actor);

/// Switches to a company in reach; nullopt when it is not.
std::optional<SessionView> choose_active_company(db::Transaction& transaction, Sessions& sessions, Actor const& actor,
                                                 CompanyId company);

/// The contract's schema Session. `refused`: Gate::refused_json.
std::string session_json(Actor const& actor, SessionView const& view, bool lacks_second_factor,
                         std::string const& refused);

} // namespace balcao::auth
