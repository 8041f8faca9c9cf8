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

/// Once for a nota and kind; for kinds that are about the service or the program, once a day.
void raise_alarm(db::Transaction& transaction, auth::CompanyScope const& scope, Nota const& nota, Alarm alarm,
                 Instant now);

} // namespace balcao::receipts
