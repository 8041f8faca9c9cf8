#pragma once
// A made-up shop to try the program with: a company with tax profiles, products, people, orders and today's receipts in
// the simulator. What it has is declared in reference-data/example-shop.json and nowhere else; `./run dev --seed` asks
// for the same one.
//
// There is one at most. It is made where there is no company yet, by a job that goes on where a killed one stopped, and
// sells in the simulator alone. It goes with all that was practised in it, as long as nobody entered anything of their
// own:
//   - in the shop, outside the bins: a product, a tax profile, a budget or order or a station in use that did not come
//     with it; a sale outside the simulator; another CNPJ than it came with;
//   - of its people, who are shared: one whose CPF or CNPJ was replaced, or who has a budget or order in another
//   company.
// Whatever else was changed in what came with it goes with it. The audit log stays.

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "sefaz/simulator_access.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::example_shop {

/// What it points to outlives the queue and the routes.
struct Services {
    /// The right to work for a company in the program's own name.
    using ScopeOf = auth::CompanyScope (*)(CompanyId company);

    receipts::Wire const& wire;
    receipts::Issuing& issuing;
    sefaz_settings::SettingsServices settings;
    sefaz::SimulatorAccess* simulator = nullptr; // null: this installation runs none, and has no such shop
    ScopeOf scope_of = nullptr;
};

/// Before the queue starts.
void add_example_shop_job(Services const& services);

/// /api/example-shop, for administrators.
void add_example_shop_routes(auth::Gate& gate, Services const& services);

} // namespace balcao::example_shop
