#pragma once
// State of SEFAZ shared by all processes: services of a UF that are away (`sefaz_situacao`), and blocked companies
// (`sefaz_bloqueio`). Rows are written only on a change.

#include <optional>
#include <string>
#include <string_view>

#include "fiscal/numbers/numbers.hpp"
#include "nfce/services.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::sefaz_calls {

/// A UF's service in one environment.
struct Place {
    std::string uf;
    std::string ambiente; // producao, homologacao, simulador
    friend auto operator<=>(Place const&, Place const&) = default;
};

/// An outage.
struct Away {
    Instant desde;
    std::string motivo;          // Portuguese, in a few words: "tempo esgotado"
    std::optional<Uuid> sonda{}; // the receipt sent as a probe
    Instant proximo_status_em;   // earliest next status query
};
/// nullopt: no known outage.
std::optional<Away> find_away(db::Connection& connection, Place const& place);
/// Begins an outage; false if already known.
bool set_away(db::Transaction& transaction, Place const& place, std::string_view motivo, Instant now);
/// Ends it; false if there was none.
bool set_working(db::Transaction& transaction, Place const& place, Instant now);
/// Lets one receipt (or none) through as a probe.
void set_probe(db::Transaction& transaction, Place const& place, std::optional<Uuid> const& sonda,
               Instant proximo_status_em);

/// Whose services: of an environment and a model.
struct Services {
    std::string_view ambiente;
    std::int64_t modelo = numbers::modelo_nfce;
};

/// A block of one service, or of all.
struct Blocked {
    std::optional<Instant>
        until; // nullopt: until settings, certificate or company change, or an administrator lifts it
    int cStat = 0;
    std::string motivo; // a sentence that says what to do
};
/// The block that lasts longest.
std::optional<Blocked> find_block(db::Connection& connection, auth::CompanyScope const& scope, Services const& of,
                                  nfce::Service service, Instant now);
/// Replaces the previous one. `service` nullopt: all services.
void set_block(db::Transaction& transaction, auth::CompanyScope const& scope, Services const& of,
               std::optional<nfce::Service> service, Blocked const& block, Instant now);
/// Lifts blocks without an end.
void lift_blocks(db::Transaction& transaction, auth::CompanyScope const& scope, Services const& of);

} // namespace balcao::sefaz_calls
