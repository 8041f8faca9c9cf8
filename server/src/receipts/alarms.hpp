#pragma once
// What somebody has to look into (table `nfce_alarme`), told by the notifications of gerentes and administrators.

#include <string_view>

#include "auth/access.hpp"
#include "db/database.hpp"
#include "receipts/nota.hpp"
#include "receipts/transition.hpp"

namespace balcao::receipts {

/// As stored: "documento_divergente".
std::string_view text(Alarm alarm);

/// Once for a nota, kind and stage (what is told again later); for kinds that are about the service or the program,
/// once a day.
void raise_alarm(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota, Alarm alarm,
                 Instant now, std::string_view stage = {});
/// Whether it was raised for this nota and stage.
bool has_alarm(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota, Alarm alarm,
               std::string_view stage);

} // namespace balcao::receipts
