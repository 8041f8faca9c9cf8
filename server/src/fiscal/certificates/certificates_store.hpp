#pragma once
// The SQL of `digital_certificates` and of the files of bucket `certificates`.

#include <optional>

#include "fiscal/certificates/certificates.hpp"
#include "platform/auth/access.hpp"
#include "platform/db/database.hpp"

namespace balcao::certificates {

std::optional<StoredCertificate> find(db::Connection& connection, auth::CompanyScope const& scope);

/// Makes or replaces the company's row, whose id stays.
void save(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCertificate const& stored);
void remove(db::Transaction& transaction, auth::CompanyScope const& scope);

struct StoredFile {
    Uuid id;
    db::Blob sealed;
};
std::optional<StoredFile> find_file(db::Connection& connection, auth::CompanyScope const& scope,
                                    std::string_view storage_path);

struct StoredWithFile {
    StoredCertificate certificate;
    StoredFile file;
};
/// Throws db::Error when its file is missing.
std::optional<StoredWithFile> find_with_file(db::Connection& connection, auth::CompanyScope const& scope);
void insert_file(db::Transaction& transaction, auth::CompanyScope const& scope, Instant now,
                 std::string_view storage_path, StoredFile const& file);
void remove_file(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view storage_path);

} // namespace balcao::certificates
