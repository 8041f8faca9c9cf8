#pragma once
// The A1 certificate of a company (table `digital_certificates`, file in bucket `certificates`), at most one; file and
// password are encrypted.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fiscal/certificates/certificate_rules.hpp"
#include "fiscal/certificates/icp_brasil.hpp"
#include "nfce/certificate.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/secret.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "platform/secrets/secrets.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::certificates {

/// The row, with encrypted secrets.
struct StoredCertificate {
    Uuid id;
    std::string file_name;
    std::string storage_path; // company_certificates/{companyId}/{uuid}.pfx
    db::Blob password_encrypted;
    std::string subject;
    std::string issuer;
    std::string cnpj;
    std::string serial;
    Instant valid_from;
    Instant valid_to;
    Instant created_at;
    Instant updated_at;
    std::int64_t version = 1;
};

/// The contract's schema Certificate. `stored` nullopt: not configured.
std::string to_json(std::optional<StoredCertificate> const& stored, companies::Company const& company, Instant now);

/// A certificate to store: opened with its password, usable by the company.
struct OpenedCertificate {
    std::string file_name;
    Secret pfx;
    std::optional<std::string> storage_path{}; // of the stored file, when that is the one that was opened
    Secret password;
    nfce::Certificate certificate;
};

/// Opens the upload, or the stored file, and verifies it; in produção its chain must end at ICP-Brasil. Slow: hash
/// lane, outside transactions. Reads `database` only.
Result<OpenedCertificate> open_certificate(db::Database& database, auth::CompanyScope const& scope,
                                           secrets::Secrets const& secrets, IcpBrasil const& icp_brasil, Instant now,
                                           CertificateInput input);

/// Replaces the stored one, encrypted. Fails if stale, and if the company's CNPJ changed so that it no longer fits.
Result<StoredCertificate> put(auth::Write const& write, auth::CompanyScope const& scope,
                              records::Services const& services, secrets::Secrets const& secrets,
                              std::string_view if_match, OpenedCertificate const& opened);
Result<void> remove(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    std::string_view if_match);

struct CertificateServices {
    db::Database& database;
    secrets::Secrets const& secrets;
    IcpBrasil const& icp_brasil;
    records::Services records;
};
/// /api/companies/{id}/certificate
void add_certificates_routes(auth::Gate& gate, CertificateServices services);

} // namespace balcao::certificates
