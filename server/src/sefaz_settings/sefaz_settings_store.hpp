#pragma once
// The SQL of `nfce_settings` and `nfce_ambiente`; of `nfce_numeracao` only reading (numbers/numbers.hpp changes it).

#include "auth/access.hpp"
#include "db/database.hpp"
#include "sefaz_settings/sefaz_settings.hpp"

namespace balcao::sefaz_settings {

/// Makes the row when there is none; the fields of the technical responsible stay.
void save_settings(db::Transaction& transaction, auth::CompanyScope const& scope, StoredSettings const& settings);
void save_environment(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                      EnvironmentSettings const& settings);
} // namespace balcao::sefaz_settings
