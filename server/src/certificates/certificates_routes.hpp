#pragma once

#include "auth/gate.hpp"
#include "db/database.hpp"
#include "records/records.hpp"
#include "secrets/secrets.hpp"

namespace balcao::certificates {

struct CertificateServices {
    db::Database& database;
    secrets::Secrets const& secrets;
    records::Services records;
};

/// /api/companies/{id}/certificate
void add_certificates_routes(auth::Gate& gate, CertificateServices services);

} // namespace balcao::certificates
