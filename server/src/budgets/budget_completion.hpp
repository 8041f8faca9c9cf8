#pragma once
// From what was typed to what is stored: what a budget takes from its company, client, seller and products.

#include <string>

#include "auth/gate.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "budgets/budgets.hpp"
#include "companies/company.hpp"
#include "people/person.hpp"

namespace balcao::budgets {

struct Completed {
    Budget budget;
    std::string client_document; // what the budget is found by beside its own texts
};

/// `before`: the stored budget that is replaced, null for a new one. Fails with every problem there is.
Result<Completed> complete(auth::WriteCall& call, auth::CompanyScope const& scope, Instant now,
                           companies::Company const& company, TypedBudget typed, Budget const* before);

/// Takes the client's name and, unless a delivery address was typed, address.
void take_client(Budget& budget, people::Person const& client);

} // namespace balcao::budgets
