#pragma once
// An example shop: a company with tax profiles, products, people, orders and today's receipts in the simulator,
// declared in reference-data/example-shop.json, which `./run dev --seed` uses too.
//
// At most one exists. It is created where there is no company, by a job that resumes after a kill, and sells in the
// simulator only. It can be removed with everything practised in it, unless somebody entered data of their own:
//   - in the shop, outside the bins: a product, tax profile, budget, order or active station that did not come with it;
//     a sale outside the simulator; another CNPJ;
//   - among its people, who are shared: a replaced CPF or CNPJ, or a budget or order in another company.
// Other changes to its records go with it. The audit log stays.

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "sefaz/simulator_access.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::example_shop {

/// The pointed-to objects outlive queue and routes.
struct Services {
    /// Scope of the program itself for a company.
    using ScopeOf = auth::CompanyScope (*)(CompanyId company);

    receipts::Wire const& wire;
    receipts::Issuing& issuing;
    sefaz_settings::SettingsServices settings;
    sefaz::SimulatorAccess* simulator = nullptr; // null: this installation runs none, and has no such shop
    ScopeOf scope_of = nullptr;
};

/// Call before the queue starts.
void add_example_shop_job(Services const& services);

/// /api/example-shop, for administrators.
void add_example_shop_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::example_shop
