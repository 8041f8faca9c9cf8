#pragma once
// The operator's settings for people: support contact and CEP service.

#include <string>

#include "registry/installation/cep_directory.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::installation {

/// Empty: not set.
struct Support {
    std::string email;
    std::string phone; // as people write it
};

/// `GET /api/installation` and `GET /api/cep/{cep}`. `directory` outlives the gate.
void add_installation_routes(auth::Gate& gate, Support const& support, CepDirectory& directory);

} // namespace balcao::installation
