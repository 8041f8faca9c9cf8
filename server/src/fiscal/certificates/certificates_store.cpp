#include "fiscal/certificates/certificates_store.hpp"

namespace balcao::certificates {

namespace {

constexpr std::string_view bucket = "certificates";

constexpr db::Query find_certificate{"certificates_find", R"sql(
    select id, file_name, storage_path, password_encrypted, subject, issuer, cnpj, serial, valid_from, valid_to, created_at, updated_at,
           version
    from digital_certificates
    where emitente_id = :emitente_id)sql"};

constexpr db::Query save_certificate{"certificates_save", R"sql(
    insert into digital_certificates (id, emitente_id, file_name, storage_path, password_encrypted, subject, issuer, cnpj, serial,
                                      valid_from, valid_to, created_at, updated_at, version)
    values (:id, :emitente_id, :file_name, :storage_path, :password_encrypted, :subject, :issuer, :cnpj, :serial, :valid_from, :valid_to,
            :created_at, :updated_at, :version)
    on conflict (emitente_id) do update set
        file_name = excluded.file_name, storage_path = excluded.storage_path, password_encrypted = excluded.password_encrypted,
        subject = excluded.subject, issuer = excluded.issuer, cnpj = excluded.cnpj, serial = excluded.serial,
        valid_from = excluded.valid_from, valid_to = excluded.valid_to, updated_at = excluded.updated_at, version = excluded.version)sql"};

constexpr db::Query delete_certificate{"certificates_delete",
                                       "delete from digital_certificates where emitente_id = :emitente_id"};

constexpr db::Query find_sealed{"certificates_find_file", R"sql(
    select id, bytes from files where emitente_id = :emitente_id and bucket = :bucket and path = :path)sql"};
constexpr db::Query insert_sealed{"certificates_insert_file", R"sql(
    insert into files (id, emitente_id, bucket, path, content_type, sha256, bytes, created_at)
    values (:id, :emitente_id, :bucket, :path, 'application/octet-stream', :sha256, :bytes, :now))sql"};
constexpr db::Query delete_sealed{"certificates_delete_file", R"sql(
    delete from files where emitente_id = :emitente_id and bucket = :bucket and path = :path)sql"};

} // namespace

std::optional<StoredCertificate> find(db::Connection& connection, auth::CompanyScope const& scope) {
    return connection.first(find_certificate, {{"emitente_id", scope.id()}}, [](db::Row const& row) {
        return StoredCertificate{.id = row.uuid(0),
                                 .file_name = row.get<std::string>(1),
                                 .storage_path = row.get<std::string>(2),
                                 .password_encrypted = row.get<db::Blob>(3),
                                 .subject = row.get<std::string>(4),
                                 .issuer = row.get<std::string>(5),
                                 .cnpj = row.get<std::string>(6),
                                 .serial = row.get<std::string>(7),
                                 .valid_from = row.get<Instant>(8),
                                 .valid_to = row.get<Instant>(9),
                                 .created_at = row.get<Instant>(10),
                                 .updated_at = row.get<Instant>(11),
                                 .version = row.get<std::int64_t>(12)};
    });
}

void save(db::Transaction& transaction, auth::CompanyScope const& scope, StoredCertificate const& stored) {
    transaction.execute(save_certificate, {{"id", stored.id},
                                           {"emitente_id", scope.id()},
                                           {"file_name", stored.file_name},
                                           {"storage_path", stored.storage_path},
                                           {"password_encrypted", stored.password_encrypted},
                                           {"subject", stored.subject},
                                           {"issuer", stored.issuer},
                                           {"cnpj", stored.cnpj},
                                           {"serial", stored.serial},
                                           {"valid_from", stored.valid_from},
                                           {"valid_to", stored.valid_to},
                                           {"created_at", stored.created_at},
                                           {"updated_at", stored.updated_at},
                                           {"version", stored.version}});
}

void remove(db::Transaction& transaction, auth::CompanyScope const& scope) {
    transaction.execute(delete_certificate, {{"emitente_id", scope.id()}});
}

std::optional<StoredFile> find_file(db::Connection& connection, auth::CompanyScope const& scope,
                                    std::string_view storage_path) {
    return connection.first(
        find_sealed, {{"emitente_id", scope.id()}, {"bucket", bucket}, {"path", storage_path}},
        [](db::Row const& row) { return StoredFile{.id = row.uuid(0), .sealed = row.get<db::Blob>(1)}; });
}

std::optional<StoredWithFile> find_with_file(db::Connection& connection, auth::CompanyScope const& scope) {
    auto certificate = find(connection, scope);
    if (!certificate) return std::nullopt;
    auto file = find_file(connection, scope, certificate->storage_path);
    if (!file) throw db::Error("certificates: no file under " + certificate->storage_path);
    return StoredWithFile{.certificate = *std::move(certificate), .file = *std::move(file)};
}

void insert_file(db::Transaction& transaction, auth::CompanyScope const& scope, Instant now,
                 std::string_view storage_path, StoredFile const& file) {
    transaction.execute(insert_sealed, {{"id", file.id},
                                        {"emitente_id", scope.id()},
                                        {"bucket", bucket},
                                        {"path", storage_path},
                                        {"sha256", secrets::sha256(file.sealed)},
                                        {"bytes", file.sealed},
                                        {"now", now}});
}

void remove_file(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view storage_path) {
    transaction.execute(delete_sealed, {{"emitente_id", scope.id()}, {"bucket", bucket}, {"path", storage_path}});
}

} // namespace balcao::certificates
