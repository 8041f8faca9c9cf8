#pragma once
// 'Testar Conexão': asks SEFAZ's status, authorisation and registry services, or those of the simulator.

#include <memory>
#include <optional>
#include <string>

#include "auth/gate.hpp"
#include "base/time.hpp"
#include "db/database.hpp"
#include "secrets/secrets.hpp"
#include "sefaz/client.hpp"
#include "sefaz/simulator_access.hpp"

namespace balcao::sefaz_settings {

struct ConnectionTestServices {
    db::Database& database;
    secrets::Secrets const& secrets;
    Clock const& clock;
    sefaz::Client& client;
    std::shared_ptr<sefaz::Trust const> trust;   // for the real SEFAZ
    sefaz::SimulatorAccess* simulator = nullptr; // null: this installation runs none
};

/// POST /api/companies/{id}/sefaz-settings/test, on the lane for what waits for others. One test at a time and one in
/// three seconds for each company (429, per process): SEFAZ blocks who asks in a loop.
void add_connection_test_route(auth::Gate& gate, ConnectionTestServices services);

} // namespace balcao::sefaz_settings
