#pragma once
// SEFAZ's registry of taxpayers (CadConsultaCadastro4, reference f8), for the form of a new customer: names, state
// registration and address. Foreign data: what contradicts our own tables is dropped.

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

/// GET /api/companies/{id}/taxpayers/{cnpj}, outside lane: queries the registry of the company's UF, with its
/// certificate, in the environment of its notas.
void add_taxpayers_routes(auth::Gate& gate, Services services);

} // namespace balcao::taxpayers
