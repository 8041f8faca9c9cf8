#pragma once
// What somebody has to look into (table `nfce_alarme`), told by the notifications of gerentes and administrators.

#include <string_view>

#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/judging/transition.hpp"
#include "selling/receipts/nota/nota.hpp"

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
