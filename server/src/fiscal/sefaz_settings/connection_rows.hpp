#pragma once
// What the answers of a connection test mean, in words. Pure, any thread.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "nfce/services.hpp"
#include "sefaz/client.hpp"

namespace balcao::sefaz_settings {

/// SEFAZ answers nothing else for an hour: who is told so keeps away.
inline constexpr int overuse = 656;

/// The contract's schema ServiceTest.
struct ServiceRow {
    std::string_view servico;  // status, autorizacao or cadastro
    std::string_view situacao; // online, fora_do_ar, recusado or nao_oferecido
    std::optional<int> codigo{};
    std::optional<std::string> resposta{};
    std::string mensagem;
    std::optional<std::int64_t> ms{};
};

/// `service`: Status, AuthorisationResult or Registry.
std::string_view row_name(nfce::Service service);
ServiceRow row_of(nfce::Service service, sefaz::Outcome const& outcome);
ServiceRow not_offered(nfce::Service service, std::string_view uf);
/// The service could not even be called.
ServiceRow not_called(nfce::Service service, std::string sentence);
/// Of a test that calls nobody.
ServiceRow simulated(nfce::Service service);

bool is_good(ServiceRow const& row);

} // namespace balcao::sefaz_settings
