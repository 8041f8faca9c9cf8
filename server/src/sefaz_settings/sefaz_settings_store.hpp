#pragma once
// The SQL of `nfce_settings`, `nfce_ambiente` and `nfce_numeracao`.

#include "auth/gate.hpp"
#include "db/database.hpp"
#include "sefaz_settings/sefaz_settings.hpp"

namespace balcao::sefaz_settings {

/// Makes the row when there is none; the fields of the technical responsible stay.
void save_settings(db::Transaction& transaction, auth::CompanyScope const& scope, StoredSettings const& settings);
void save_environment(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                      EnvironmentSettings const& settings);
/// Sets the next number; the highest one used stays.
void save_next_number(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view ambiente,
                      std::int64_t serie, std::int64_t proximo);

} // namespace balcao::sefaz_settings
