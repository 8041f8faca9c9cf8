#pragma once
// Routes that show notas: list, one, its documents, the numbers of a company.

#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

void add_reading_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
