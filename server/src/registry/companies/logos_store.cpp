#include "registry/companies/logos_store.hpp"

#include <cstddef>
#include <utility>

#include <sodium.h>

namespace balcao::companies {

namespace {

constexpr std::string_view picture_bucket = "company_logos";
constexpr std::string_view upload_bucket = "company_logo_uploads"; // under the path of its picture

constexpr db::Query insert_file{"companies_insert_logo", R"sql(
    insert into files (id, emitente_id, bucket, path, content_type, sha256, bytes, created_at)
    values (:id, :emitente_id, :bucket, :path, :content_type, :sha256, :bytes, :now))sql"};
constexpr db::Query delete_files{"companies_delete_logo", R"sql(
    delete from files where emitente_id = :emitente_id and bucket in (:pictures, :uploads) and path = :path)sql"};
// Without an upload it is one itself.
constexpr db::Query picture_by_path{"companies_public_logo", R"sql(
    select content_type, bytes from files where bucket = :pictures and path = :path
    and exists (select 1 from files u where u.bucket = :uploads and u.path = :path))sql"};

constexpr db::Query undrawn{"companies_undrawn_logos", R"sql(
    select f.emitente_id, case when e.logo_sistema_url = :prefix || f.path then 'system' else 'documents' end, f.path
    from files f join emitente e on e.id = f.emitente_id
    where f.bucket = :pictures and :prefix || f.path in (e.logo_sistema_url, e.logo_documentos_url)
    and not exists (select 1 from files u where u.bucket = :uploads and u.path = f.path))sql"};
constexpr db::Query undrawn_file{"companies_undrawn_logo", R"sql(
    select bytes from files where emitente_id = :emitente_id and bucket = :pictures and path = :path
    and not exists (select 1 from files u
        where u.emitente_id = :emitente_id and u.bucket = :uploads and u.path = :path))sql"};
constexpr db::Query keep_as_upload{"companies_keep_upload", R"sql(
    update files set bucket = :uploads, path = :new_path
    where emitente_id = :emitente_id and bucket = :pictures and path = :path)sql"};
constexpr db::Query set_system_url{"companies_set_system_logo", R"sql(
    update emitente set logo_sistema_url = :url, version = version + 1, updated_at = :now
    where id = :emitente_id and logo_sistema_url = :old_url)sql"};
constexpr db::Query set_documents_url{"companies_set_documents_logo", R"sql(
    update emitente set logo_documentos_url = :url, version = version + 1, updated_at = :now
    where id = :emitente_id and logo_documentos_url = :old_url)sql"};
constexpr db::Query insert_withdrawn{"companies_withdraw_logo", R"sql(
    insert into logos_retirados (emitente_id, tipo, motivo, retirado_em) values (:emitente_id, :tipo, :motivo, :now)
    on conflict (emitente_id, tipo) do update set motivo = excluded.motivo, retirado_em = excluded.retirado_em)sql"};
constexpr db::Query delete_withdrawn{"companies_forget_withdrawn_logo", R"sql(
    delete from logos_retirados where emitente_id = :emitente_id and tipo = :tipo)sql"};

std::string_view name_of(LogoKind kind) { return kind == LogoKind::system ? "system" : "documents"; }

void insert(db::Transaction& transaction, CompanyId company, Instant now, std::string_view bucket,
            std::string_view path, std::string_view content_type, std::string_view bytes) {
    db::Blob sha256(crypto_hash_sha256_BYTES);
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(sha256.data()),
                       reinterpret_cast<unsigned char const*>(bytes.data()), bytes.size());
    auto const* const first = reinterpret_cast<std::byte const*>(bytes.data());
    transaction.execute(insert_file, {{"id", Uuid::make()},
                                      {"emitente_id", company},
                                      {"bucket", bucket},
                                      {"path", path},
                                      {"content_type", content_type},
                                      {"sha256", sha256},
                                      {"bytes", db::Blob(first, first + bytes.size())},
                                      {"now", now}});
}

// False when the company has another logo by now.
bool change_url(db::Transaction& transaction, UndrawnLogo const& logo, Instant now,
                std::optional<std::string> const& new_url) {
    return transaction.execute(logo.kind == LogoKind::system ? set_system_url : set_documents_url,
                               {{"url", new_url},
                                {"now", now},
                                {"emitente_id", logo.company},
                                {"old_url", std::string(logo_url_prefix) + logo.path}}) == 1;
}

void keep_upload(db::Transaction& transaction, UndrawnLogo const& logo, std::string_view new_path) {
    transaction.execute(keep_as_upload, {{"uploads", upload_bucket},
                                         {"new_path", new_path},
                                         {"emitente_id", logo.company},
                                         {"pictures", picture_bucket},
                                         {"path", logo.path}});
}

} // namespace

std::string new_logo_path(std::string_view owner, pictures::Picture const& picture) {
    return std::string(owner) + "/" + random_token() + std::string(extension_of(picture));
}

void insert_logo(db::Transaction& transaction, auth::CompanyScope const& scope, Instant now, std::string_view path,
                 std::string_view upload, pictures::Picture const& picture) {
    insert(transaction, scope.id(), now, upload_bucket, path, "application/octet-stream", upload);
    insert(transaction, scope.id(), now, picture_bucket, path, picture.content_type, picture.bytes);
}

void remove_logo(db::Transaction& transaction, auth::CompanyScope const& scope, std::string_view path) {
    transaction.execute(
        delete_files,
        {{"emitente_id", scope.id()}, {"pictures", picture_bucket}, {"uploads", upload_bucket}, {"path", path}});
}

std::optional<pictures::Picture> find_logo(db::Connection& connection, std::string_view path) {
    return connection.first(picture_by_path, {{"pictures", picture_bucket}, {"uploads", upload_bucket}, {"path", path}},
                            [](db::Row const& row) {
                                auto const bytes = row.get<db::Blob>(1);
                                return pictures::Picture{
                                    .content_type = row.get<std::string>(0),
                                    .bytes{reinterpret_cast<char const*>(bytes.data()), bytes.size()}};
                            });
}

void forget_withdrawn(db::Transaction& transaction, auth::CompanyScope const& scope, LogoKind kind) {
    transaction.execute(delete_withdrawn, {{"emitente_id", scope.id()}, {"tipo", name_of(kind)}});
}

std::vector<UndrawnLogo> undrawn_logos(db::Connection& connection) {
    return connection.all(
        undrawn, {{"prefix", logo_url_prefix}, {"pictures", picture_bucket}, {"uploads", upload_bucket}},
        [](db::Row const& row) {
            return UndrawnLogo{.company = row.get<CompanyId>(0),
                               .kind = row.text(1) == "system" ? LogoKind::system : LogoKind::documents,
                               .path = row.get<std::string>(2)};
        });
}

std::optional<db::Blob> undrawn_bytes(db::Connection& connection, CompanyId company, std::string_view path) {
    return connection.scalar<db::Blob>(
        undrawn_file,
        {{"emitente_id", company}, {"pictures", picture_bucket}, {"uploads", upload_bucket}, {"path", path}});
}

bool replace_undrawn(db::Transaction& transaction, UndrawnLogo const& logo, Instant now, std::string_view path,
                     pictures::Picture const& picture) {
    if (!change_url(transaction, logo, now, std::string(logo_url_prefix) + std::string(path))) return false;
    keep_upload(transaction, logo, path);
    insert(transaction, logo.company, now, picture_bucket, path, picture.content_type, picture.bytes);
    return true;
}

bool withdraw_undrawn(db::Transaction& transaction, UndrawnLogo const& logo, Instant now, std::string_view why) {
    if (!change_url(transaction, logo, now, std::nullopt)) return false;
    keep_upload(transaction, logo, logo.path);
    transaction.execute(insert_withdrawn,
                        {{"emitente_id", logo.company}, {"tipo", name_of(logo.kind)}, {"motivo", why}, {"now", now}});
    return true;
}

} // namespace balcao::companies
