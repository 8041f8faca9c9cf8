#pragma once
// What all processes know of SEFAZ: whether the service of a UF is away (`sefaz_situacao`), and what it refuses a
// company
// (`sefaz_bloqueio`). Rows are written only when something changes.

#include <optional>
#include <string>
#include <string_view>

#include "nfce/services.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::sefaz_calls {

/// The service of a UF in one environment.
struct Place {
    std::string uf;
    std::string ambiente; // producao, homologacao, simulador
    friend auto operator<=>(Place const&, Place const&) = default;
};

/// It is away.
struct Away {
    Instant desde;
    std::string motivo;          // Portuguese, in a few words: "tempo esgotado"
    std::optional<Uuid> sonda{}; // the receipt that may be sent all the same
    Instant proximo_status_em;   // when its status may be asked for again
};
/// nullopt: it works, as far as is known.
std::optional<Away> find_away(db::Connection& connection, Place const& place);
/// False when it was known already.
bool set_away(db::Transaction& transaction, Place const& place, std::string_view motivo, Instant now);
/// False when it was not away.
bool set_working(db::Transaction& transaction, Place const& place, Instant now);
/// Lets one receipt (or none) through to see whether it answers again.
void set_probe(db::Transaction& transaction, Place const& place, std::optional<Uuid> const& sonda,
               Instant proximo_status_em);

/// No calls of a service, or of any.
struct Blocked {
    std::optional<Instant>
        until; // nullopt: until settings, certificate or company change, or an administrator lifts it
    int cStat = 0;
    std::string motivo; // a sentence that says what to do
};
/// The one that holds longest.
std::optional<Blocked> find_block(db::Connection& connection, auth::CompanyScope const& scope,
                                  std::string_view ambiente, nfce::Service service, Instant now);
/// In place of the one before. `service` nullopt: all of them.
void set_block(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
               std::optional<nfce::Service> service, Blocked const& block, Instant now);
/// Those without an end.
void lift_blocks(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente);

} // namespace balcao::sefaz_calls
