#pragma once
// The perfis fiscais of a company: named sets of tax values that products are given.

#include <optional>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "registry/tax_profiles/tax_profile.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::tax_profiles {

std::optional<TaxProfile> find(db::Connection& connection, auth::CompanyScope const& scope, TaxProfileId id);

/// Invalid when there are too many, or one of that name. Who is the default takes it from another.
Result<TaxProfile> create(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                          TaxProfile profile);

/// /api/companies/{id}/tax-profiles…: every member reads them and gives them to products; a gerente makes, changes and
/// deletes them. Products keep what they were given.
void add_tax_profiles_routes(auth::Gate& gate, records::Services services);

} // namespace balcao::tax_profiles
