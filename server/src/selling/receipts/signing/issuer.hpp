#pragma once
// What a company's receipts are issued with: its data, series, QR code and certificate.

#include <functional>
#include <string>
#include <string_view>

#include "fiscal/certificates/icp_brasil.hpp"
#include "fiscal/certificates/opened_certificates.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/certificate.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"
#include "sefaz/simulator_access.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"

namespace balcao::receipts {

/// `emissao_bloqueada`: nothing can be issued before somebody did what the sentences say.
std::unexpected<Failure> blocked(std::string sentence);

/// The company's issuer in an environment, with the series of its settings. `blocked` when what receipts need was not
/// saved or the series is not for own programs; not_found when there is no such company.
Result<Issuer> find_issuer(db::Connection& connection, auth::CompanyScope const& scope, secrets::Secrets const& secrets,
                           std::string_view ambiente, std::string_view verProc);

/// The certificate that signs for the company in an environment; `blocked` when there is none, or it is not valid at
/// `now`, or does not serve in the environment. Takes no connection; thread-safe.
using FindSigner = std::function<Result<nfce::Certificate>(
    auth::CompanyScope const& scope, companies::Company const& company, std::string_view ambiente, Instant now)>;
/// The company's own certificate, in the simulator one of its authority. `simulator`: null when this installation runs
/// none.
FindSigner signers(certificates::OpenedCertificates& certificates, certificates::IcpBrasil const& icp_brasil,
                   sefaz::SimulatorAccess* simulator);

} // namespace balcao::receipts
