#pragma once
// /api/companies/{id}/receipts/{rid}/xml (POST), …/receipts/export, …/receipts/xml-month…

#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

void add_document_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
