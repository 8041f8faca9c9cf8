#pragma once
// What SEFAZ's registry of taxpayers has of a CNPJ (CadConsultaCadastro4, reference f8), for the form of a new client:
// names, state registration and address need not be typed. What it answers is foreign: nothing is believed that our own
// tables contradict.

#include "fiscal/sefaz_calls/caller.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::taxpayers {

struct Services {
    db::Database& database;
    Clock const& clock;
    sefaz_calls::Caller const& caller;
};

/// GET /api/companies/{id}/taxpayers/{cnpj}, on the lane for what waits for others: asks the registry of the company's
/// UF, with the company's certificate, in the environment of its notas.
void add_taxpayers_routes(auth::Gate& gate, Services services);

} // namespace balcao::taxpayers
