#pragma once
// What a company's receipts are issued with: its data, series, QR code and certificate.

#include <functional>
#include <string>
#include <string_view>

#include "auth/access.hpp"
#include "base/result.hpp"
#include "base/time.hpp"
#include "certificates/icp_brasil.hpp"
#include "certificates/opened_certificates.hpp"
#include "db/database.hpp"
#include "nfce/certificate.hpp"
#include "receipts/receipt_builder.hpp"
#include "secrets/secrets.hpp"
#include "sefaz/simulator_access.hpp"
#include "sefaz_settings/sefaz_settings.hpp"

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
