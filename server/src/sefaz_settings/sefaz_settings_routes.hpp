#pragma once

#include "auth/gate.hpp"
#include "auth/own_password.hpp"
#include "db/database.hpp"
#include "sefaz_settings/sefaz_settings.hpp"

namespace balcao::sefaz_settings {

/// /api/companies/{id}/sefaz-settings, its reveal, and /api/companies/{id}/tech-resp. (The connection test:
/// connection_test.hpp.)
void add_sefaz_settings_routes(auth::Gate& gate, db::Database& database, SettingsServices services,
                               auth::OwnPassword& own_password);

} // namespace balcao::sefaz_settings
