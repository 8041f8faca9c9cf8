#pragma once
// Callers of SEFAZ: certificate, trust, destination, addresses. Used by connection test and receipts.

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fiscal/certificates/opened_certificates.hpp"
#include "fiscal/numbers/numbers.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "sefaz/client.hpp"
#include "sefaz/simulator_access.hpp"

namespace balcao::sefaz_calls {

inline constexpr std::string_view producao = "producao";
inline constexpr std::string_view homologacao = "homologacao";
inline constexpr std::string_view simulador = "simulador";

/// The company, and one of the three environments.
struct Destination {
    std::string ambiente;                       // producao, homologacao, simulador
    std::int64_t modelo = numbers::modelo_nfce; // whose services
    std::string uf;
    std::string cnpj;        // 14 digits or letters
    std::string nome;        // razão social: the simulator's certificates carry it
    std::int64_t tpEmis = 1; // 6, 7: the SVC instead of the UF's services
};

/// tpAmb: 1 for produção, 2 for the others.
int tpAmb_of(std::string_view ambiente);

/// Thread-safe.
class Caller {
public:
    /// `trust`: for the real SEFAZ. `simulator`: nullptr without one.
    Caller(certificates::OpenedCertificates& certificates, Clock const& clock, sefaz::Client& client,
           std::shared_ptr<sefaz::Trust const> trust, sefaz::SimulatorAccess* simulator)
        : certificates_(certificates), clock_(clock), client_(client), trust_(std::move(trust)), simulator_(simulator) {
    }

    bool has_simulator() const { return simulator_ != nullptr; }
    /// The certificate to sign and connect with: the company's, or one of the simulator's authority. The error is a
    /// sentence that says what to do. Reads the database: not inside read() or write().
    std::expected<sefaz::Identity, std::string> identity(auth::CompanyScope const& scope, Destination const& to) const;
    /// nullopt: the UF does not offer the service.
    std::optional<std::string> address(Destination const& to, nfce::Service service) const;
    sefaz::Client& client() const { return client_; }

private:
    certificates::OpenedCertificates& certificates_;
    Clock const& clock_;
    sefaz::Client& client_;
    std::shared_ptr<sefaz::Trust const> const trust_;
    sefaz::SimulatorAccess* const simulator_;
};

} // namespace balcao::sefaz_calls
