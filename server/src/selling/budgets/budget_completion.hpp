#pragma once
// From what was typed to what is stored: what a budget takes from its company, client, seller and products.

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budgets.hpp"

namespace balcao::budgets {

/// `before`: the stored budget that is replaced, null for a new one. Fails with every problem there is.
Result<Budget> complete(auth::Write const& write, auth::CompanyScope const& scope, Instant now,
                        companies::Company const& company, TypedBudget typed, Budget const* before);

/// Makes of a stored budget a new Orçamento of today.
void reset_for_copy(Budget& budget, companies::Company const& company, Instant now);

/// Takes the client's name, number and, unless a delivery address was typed, address.
void take_client(Budget& budget, people::Person const& client);

} // namespace balcao::budgets
