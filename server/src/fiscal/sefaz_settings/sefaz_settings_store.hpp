#pragma once
// The SQL of `nfce_settings` and `nfce_ambiente`; of `nfce_numeracao` only reading (fiscal/numbers/numbers.hpp changes
// it).

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"

namespace balcao::sefaz_settings {

/// Makes the row when there is none; the fields of the technical responsible stay.
void save_settings(db::Transaction& transaction, auth::CompanyScope const& scope, StoredSettings const& settings);
void save_environment(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                      EnvironmentSettings const& settings);
} // namespace balcao::sefaz_settings
