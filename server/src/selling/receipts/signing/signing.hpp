#pragma once
// From the facts of a receipt to a signed version of it. Some tenths of a millisecond each, nothing held. Any thread.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fiscal/certificates/icp_brasil.hpp"
#include "fiscal/certificates/opened_certificates.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/certificate.hpp"
#include "nfce/document.hpp"
#include "nfce/sale.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/secrets/secrets.hpp"
#include "sefaz/simulator_access.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/signing/entry_builder.hpp"
#include "selling/receipts/signing/receipt_builder.hpp"

namespace balcao::receipts {

/// dhEmi of the issuer at that moment, by SEFAZ's clock: whole seconds in the company's time zone.
nfce::DateTime local_time(companies::Company const& company, Instant fiscal_now);
/// Random digits that SEFAZ takes together with this number (rule 897).
std::string draw_cNF(std::int64_t numero);

/// A signed version, and the receipt that it says.
struct Signed {
    SignedVersion version; // its `versao` is 1; who adds a later one sets it
    nfce::Nfce receipt;
    std::shared_ptr<nfce::Tables const> tables; // by which it was made
};

/// What sign_sale would find wrong, without a certificate.
std::vector<FieldProblem> check_sale(nfce::Sale const& facts, sales::Sale const& sale, Instant now);

/// Computes, checks by all rules and signs. `now`: fiscal time. Every problem at the form's fields, so nothing is
/// signed that SEFAZ would refuse for what we know.
Result<Signed> sign_sale(nfce::Sale const& facts, sales::Sale const& sale, nfce::Certificate const& certificate,
                         Instant now);

/// The same of an NF-e of entry (entry_builder.hpp). A failure is `invalid` with a sentence for each problem.
Result<Signed> sign_entry(nfce::Nfce const& entry, Issuer const& issuer, nfce::Certificate const& certificate,
                          Instant now);

/// The stored version with another heading: same goods, values, payments and people, whatever became of the products
/// since. `issuer` gives the code of the QR code and the CSRT. A failure is `invalid` with a sentence.
Result<Signed> sign_reissue(std::string_view signed_nfe, Issuer const& issuer, Heading const& heading,
                            nfce::Certificate const& certificate, Instant now);

/// The nota that this version begins, in its first state. Whose sale it is, its environment and what it replaces are
/// the caller's. `nome`: the consumer's, found by search. `uf`: the issuer's, for the deadline of an offline one.
Nota new_nota(Signed const& document, std::optional<std::string> nome, std::string_view uf, Instant now);
/// Puts a version's values where its nota shows them: versao, chave, dhEmi, fuso, vNF, documento, busca. The name stays
/// the sale's: in homologação a receipt carries another.
void take_version(Nota& nota, Signed const& version);

/// `emissao_bloqueada`: nothing can be issued before somebody did what the sentences say.
std::unexpected<Failure> blocked(std::string sentence);

/// The company's issuer in an environment, with the series of that model in its settings. `blocked` when what receipts
/// need was not saved or the series is not for own programs; not_found when there is no such company.
Result<Issuer> find_issuer(db::Connection& connection, auth::CompanyScope const& scope, secrets::Secrets const& secrets,
                           std::string_view ambiente, std::int64_t modelo, std::string_view verProc);

/// The certificate that signs for the company in an environment; `blocked` when there is none, or it is not valid at
/// `now`, or does not serve in the environment. Takes no connection; thread-safe.
using FindSigner = std::function<Result<nfce::Certificate>(
    auth::CompanyScope const& scope, companies::Company const& company, std::string_view ambiente, Instant now)>;
/// The company's own certificate, in the simulator one of its authority. `simulator`: null when this installation runs
/// none.
FindSigner signers(certificates::OpenedCertificates& certificates, certificates::IcpBrasil const& icp_brasil,
                   sefaz::SimulatorAccess* simulator);

} // namespace balcao::receipts
