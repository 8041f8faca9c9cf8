#pragma once
// What people see of notas.

#include <string>
#include <vector>

#include "selling/receipts/wire/wire.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

/// One thing that happened, Portuguese and ready to show.
struct Happening {
    Instant em;
    std::string_view tipo; // emissao, envio, consulta, evento, impressao, email
    std::string texto;
    std::optional<std::string> quem{};
    std::optional<std::int64_t> ms{};
};
/// Oldest first.
std::vector<Happening> timeline(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota);

/// The contract's schema Receipt: its row, what SEFAZ said in words, its sale, what may be done now, and its timeline.
std::string detail_json(db::Connection& connection, auth::CompanyScope const& scope, Subject const& subject);

void add_reading_routes(auth::Gate& gate, Wire const& wire);

} // namespace balcao::receipts
