#pragma once
// Perfis fiscais of a company: named sets of tax values for products.

#include <cstdint>
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

/// Invalid for too many profiles or a taken name. A new default replaces the old one.
Result<TaxProfile> create(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                          TaxProfile profile);

/// How many there are, how many lack CST or cClassTrib of IBS and CBS, and how many have approximate taxes.
struct Counts {
    std::int64_t all = 0;
    std::int64_t unclassified = 0;
    std::int64_t with_approximate_taxes = 0;
};
Counts count(db::Connection& connection, auth::CompanyScope const& scope);

/// /api/companies/{id}/tax-profiles…: every member reads and applies them; a gerente writes. Products keep applied
/// values.
void add_tax_profiles_routes(auth::Gate& gate, records::Services services);

} // namespace balcao::tax_profiles
