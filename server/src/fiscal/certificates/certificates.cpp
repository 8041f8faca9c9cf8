#include "fiscal/certificates/certificates.hpp"

#include <utility>

#include <fmt/format.h>

#include "fiscal/certificates/certificates_store.hpp"
#include "platform/base/json.hpp"
#include "platform/security_notices/security_notices.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::certificates {

namespace {

constexpr std::string_view in_production = "producao";

Instant instant(std::int64_t seconds) { return Instant{seconds * 1'000'000}; }

Secret open_file(StoredFile const& file, secrets::Secrets const& secrets) {
    return secrets.open(secrets::certificate_file.at(file.id), file.sealed);
}

Result<void> check(db::Connection& connection, std::string_view if_match,
                   std::optional<StoredCertificate> const& stored, companies::Company const& company, Instant now) {
    return records::check_current(connection, if_match,
                                  {.topic = "certificate",
                                   .id = company.id.uuid(),
                                   .version = stored ? stored->version : 0,
                                   .what = "este certificado",
                                   .json = to_json(stored, company, now)});
}

// What the audit log keeps; the file and its password only as having changed.
std::string changes(std::optional<StoredCertificate> const& before, StoredCertificate const& after, bool is_new_file) {
    json::ObjectWriter writer;
    auto const change = [&](std::string_view name, std::string const StoredCertificate::* member) {
        if (before && (*before).*member == after.*member) return;
        std::string pair = "[";
        if (before) json::append_string(pair, (*before).*member);
        else pair += "null";
        pair += ',';
        json::append_string(pair, after.*member);
        pair += ']';
        writer.raw(name, pair);
    };
    change("file_name", &StoredCertificate::file_name);
    change("subject", &StoredCertificate::subject);
    change("cnpj", &StoredCertificate::cnpj);
    change("serial", &StoredCertificate::serial);
    if (!before || before->valid_to != after.valid_to) writer.text("valid_to", after.valid_to.to_iso());
    if (is_new_file) writer.text("file", "alterado");
    writer.text("password", "alterado");
    return writer.take();
}

void note(auth::Write const& write, records::Services const& services, std::string_view action, std::string description,
          CompanyId company, std::int64_t version, std::string details) {
    companies::publish_shown_state(write.db, services.events, company);
    records::note(write, services,
                  {.topic = "certificate",
                   .action = action,
                   .description = std::move(description),
                   .company = company,
                   .version = version,
                   .details = std::move(details)});
}

} // namespace

std::string to_json(std::optional<StoredCertificate> const& stored, companies::Company const& company, Instant now) {
    json::ObjectWriter writer;
    writer.boolean("configured", stored.has_value());
    if (!stored) {
        for (auto const name : {"file_name", "subject", "cnpj", "issuer", "serial", "valid_from", "valid_to",
                                "situacao", "dias_restantes", "aviso", "created_at", "updated_at"})
            writer.null(name);
        return writer.take();
    }
    writer.text("file_name", stored->file_name);
    writer.text("subject", stored->subject);
    writer.text("cnpj", stored->cnpj);
    writer.text("issuer", stored->issuer);
    writer.text("serial", stored->serial);
    writer.text("valid_from", stored->valid_from.to_iso());
    writer.text("valid_to", stored->valid_to.to_iso());
    writer.text("situacao", situacao(stored->valid_to, now));
    writer.integer("dias_restantes", dias_restantes(stored->valid_to, now));
    writer.optional_text("aviso", notice(stored->cnpj, company.cnpj));
    writer.text("created_at", stored->created_at.to_iso());
    writer.text("updated_at", stored->updated_at.to_iso());
    return writer.take();
}

Result<OpenedCertificate> open_certificate(db::Database& database, auth::CompanyScope const& scope,
                                           secrets::Secrets const& secrets, IcpBrasil const& icp_brasil, Instant now,
                                           CertificateInput input) {
    std::optional<companies::StoredCompany> company;
    std::optional<StoredWithFile> stored;
    database.read([&](db::Connection& connection) {
        company = companies::find(connection, scope);
        if (!input.pfx) stored = find_with_file(connection, scope);
    });
    if (!company) return not_found();
    if (!input.pfx && !stored) return fail(no_stored_file());

    auto pfx = input.pfx ? *std::move(input.pfx) : open_file(stored->file, secrets);
    auto certificate = nfce::Certificate::open(pfx.reveal(), input.password.reveal());
    if (!certificate) return fail(refusal(certificate.error(), pfx.reveal()));
    if (auto refused = refusal(nfce::facts_of(*certificate), company->company.cnpj, now, company->company.fuso_horario))
        return fail(*std::move(refused));
    if (company->company.ambiente == in_production) {
        if (auto const why = icp_brasil.why_not(*certificate, now)) return fail(not_for_production(*why));
    }
    OpenedCertificate opened{.file_name = std::move(input.file_name),
                             .pfx = std::move(pfx),
                             .password = std::move(input.password),
                             .certificate = *std::move(certificate)};
    if (stored) opened.storage_path = std::move(stored->certificate.storage_path);
    return opened;
}

Result<StoredCertificate> put(auth::Write const& write, auth::CompanyScope const& scope,
                              records::Services const& services, secrets::Secrets const& secrets,
                              std::string_view if_match, OpenedCertificate const& opened) {
    auto const company = companies::find(write.db, scope);
    if (!company) return not_found();
    auto const now = services.clock.now();
    auto const before = find(write.db, scope);
    BALCAO_TRY(check(write.db, if_match, before, company->company, now));
    // Somebody else may have put another file, or changed the CNPJ, while this one was opened.
    if (opened.storage_path && (!before || before->storage_path != *opened.storage_path))
        return fail(check(write.db, "", before, company->company, now).error());
    if (auto refused =
            refusal(nfce::facts_of(opened.certificate), company->company.cnpj, now, company->company.fuso_horario))
        return fail(*std::move(refused));
    secrets.require_current(write.db);

    auto const& certificate = opened.certificate;
    StoredCertificate after{.id = before ? before->id : Uuid::make(),
                            .file_name = opened.file_name,
                            .storage_path = opened.storage_path.value_or(fmt::format(
                                "company_certificates/{}/{}.pfx", scope.id().to_string(), Uuid::make().to_string())),
                            .subject = certificate.subject(),
                            .issuer = certificate.issuer(),
                            .cnpj = certificate.cnpj(),
                            .serial = certificate.serial(),
                            .valid_from = instant(certificate.valid_from()),
                            .valid_to = instant(certificate.valid_to()),
                            .created_at = before ? before->created_at : now,
                            .updated_at = now,
                            // Not from 1: a tag of one that was removed must not fit the one that comes after it.
                            .version = before ? before->version + 1 : now.microseconds()};
    after.password_encrypted = secrets.seal(secrets::certificate_password.at(after.id), opened.password.reveal());
    if (!opened.storage_path) {
        if (before) remove_file(write.db, scope, before->storage_path);
        auto const file = Uuid::make();
        insert_file(write.db, scope, now, after.storage_path,
                    {.id = file, .sealed = secrets.seal(secrets::certificate_file.at(file), opened.pfx.reveal())});
    }
    save(write.db, scope, after);
    note(write, services, before ? "certificate_update" : "certificate_upload",
         (before ? "Trocou o certificado digital de " : "Enviou o certificado digital de ") +
             company->company.razao_social,
         scope.id(), after.version, changes(before, after, !opened.storage_path));
    if (company->company.exemplo != "S") { // the made-up shop's is the simulator's
        security_notices::tell_gerentes(
            write.db, now, scope.id(), "certificado_trocado",
            fmt::format("{} {} o certificado digital, de {}. Se não devia, troque a senha dessa "
                        "conta e envie o certificado certo.",
                        write.actor.full_name, before ? "trocou" : "enviou", after.subject));
    }
    return after;
}

Result<void> remove(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    std::string_view if_match) {
    auto const company = companies::find(write.db, scope);
    auto const before = find(write.db, scope);
    if (!company || !before) return not_found();
    BALCAO_TRY(check(write.db, if_match, before, company->company, services.clock.now()));
    remove_file(write.db, scope, before->storage_path);
    remove(write.db, scope);
    json::ObjectWriter details;
    details.text("file_name", before->file_name);
    details.text("cnpj", before->cnpj);
    details.text("serial", before->serial);
    note(write, services, "certificate_update", "Removeu o certificado digital de " + company->company.razao_social,
         scope.id(), 0, details.take());
    security_notices::tell_gerentes(write.db, services.clock.now(), scope.id(), "certificado_trocado",
                                    write.actor.full_name +
                                        " removeu o certificado digital. Se não devia, envie o certificado de novo.");
    return {};
}

} // namespace balcao::certificates
