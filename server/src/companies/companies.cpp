#include "companies/companies.hpp"

#include <utility>

#include "base/json.hpp"
#include "companies/companies_store.hpp"
#include "companies/logo.hpp"

namespace balcao::companies {

namespace {

Failure cnpj_taken() {
    return {.kind = FailureKind::conflict,
            .title = "CNPJ já cadastrado",
            .detail = "Já existe uma empresa com este CNPJ.",
            .fields = {{"cnpj", "Já existe uma empresa com este CNPJ."}}};
}

// Asked before writing, since on PostgreSQL a violation ends the transaction and the holder could no longer be
// looked up; between two at once the index decides.
Result<void> check_cnpj_is_free(auth::WriteCall& call, std::string_view cnpj, std::optional<CompanyId> own) {
    auto const holder = find_by_cnpj(call.db, cnpj);
    if (!holder || holder == own) return {};
    auto failure = cnpj_taken();
    if (call.caller.is_admin()) failure.existing_id = holder->to_string(); // which one it is, only for who may see it
    return fail(std::move(failure));
}

Result<StoredCompany> find_current(auth::WriteCall& call, auth::CompanyScope const& scope, std::string_view if_match) {
    auto stored = find(call.db, scope);
    if (!stored) return not_found();
    if (auto const current = records::check_current(call.db, if_match,
                                                    {.topic = "companies",
                                                     .id = scope.id().uuid(),
                                                     .version = stored->version,
                                                     .what = "esta empresa",
                                                     .json = to_json(company_fields(), stored->company)});
        !current)
        return fail(current.error());
    return *std::move(stored);
}

void note(auth::WriteCall& call, records::Services const& services, std::string_view action, std::string description,
          StoredCompany const& stored, std::string details) {
    auto const id = stored.company.id;
    records::note(call, services,
                  {.topic = "companies",
                   .action = action,
                   .description = std::move(description),
                   .company = id,
                   .entity = id.uuid(),
                   .version = stored.version,
                   .details = std::move(details)});
}

std::optional<std::string>& logo_url(Company& company, LogoKind kind) {
    return kind == LogoKind::system ? company.logo_sistema_url : company.logo_documentos_url;
}

// Logos are read-only for forms, so their change is told apart from changes_json.
std::string logo_change(LogoKind kind, std::optional<std::string> const& before,
                        std::optional<std::string> const& after) {
    json::ObjectWriter writer;
    std::string pair = "[";
    auto const append = [&](std::optional<std::string> const& url) {
        if (url) json::append_string(pair, *url);
        else pair += "null";
    };
    append(before);
    pair += ',';
    append(after);
    pair += ']';
    writer.raw(kind == LogoKind::system ? "logo_sistema_url" : "logo_documentos_url", pair);
    return writer.take();
}

Result<StoredCompany> set_logo(auth::WriteCall& call, auth::CompanyScope const& scope,
                               records::Services const& services, LogoKind kind, std::optional<std::string> url) {
    auto const before = find(call.db, scope);
    if (!before) return not_found();
    auto after = *before;
    auto const old_url = logo_url(after.company, kind);
    if (!url && !old_url) return after;
    if (old_url) remove_logo(call.db, scope, std::string_view(*old_url).substr(logo_url_prefix.size()));
    logo_url(after.company, kind) = url;
    after.company.updated_at = services.clock.now();
    ++after.version;
    update(call.db, scope, *before, after);
    note(call, services, "company_update",
         (url ? "Enviou um logo de " : "Removeu um logo de ") + after.company.razao_social, after,
         logo_change(kind, old_url, url));
    return after;
}

} // namespace

Result<StoredCompany> create(auth::WriteCall& call, records::Services const& services, Company company) {
    if (auto const is_free = check_cnpj_is_free(call, company.cnpj, std::nullopt); !is_free)
        return fail(is_free.error());
    company.id = CompanyId::make();
    company.updated_at = services.clock.now();
    if (company.cor.empty()) company.cor = least_used_color(call.db);
    StoredCompany const stored{.company = std::move(company), .version = 1};
    try {
        insert(call.db, stored);
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != "emitente_cnpj") throw;
        return fail(cnpj_taken());
    }
    call.request.log.company_id = stored.company.id.to_string();
    note(call, services, "company_create", "Cadastrou a empresa " + stored.company.razao_social, stored,
         to_json(company_fields(), stored.company));
    return stored;
}

Result<StoredCompany> update(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                             std::string_view if_match, Company typed) {
    auto const before = find_current(call, scope, if_match);
    if (!before) return fail(before.error());
    auto const& old = before->company;

    if (typed.ativo != old.ativo && !call.caller.is_admin()) return forbidden();
    std::vector<FieldProblem> problems;
    if (old.primeiro_numero_em) {
        constexpr auto fixed = "Não pode mudar: esta empresa já usou números fiscais.";
        if (typed.cnpj != old.cnpj) problems.push_back({"cnpj", fixed});
        if (typed.uf != old.uf) problems.push_back({"uf", fixed});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    if (auto const is_free = check_cnpj_is_free(call, typed.cnpj, old.id); !is_free) return fail(is_free.error());

    StoredCompany after{.company = std::move(typed), .version = before->version + 1};
    after.company.id = old.id;
    after.company.logo_sistema_url = old.logo_sistema_url;
    after.company.logo_documentos_url = old.logo_documentos_url;
    after.company.primeiro_numero_em = old.primeiro_numero_em;
    after.company.updated_at = services.clock.now();
    if (after.company.cor.empty()) after.company.cor = old.cor;
    try {
        update(call.db, scope, *before, after);
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != "emitente_cnpj") throw;
        return fail(cnpj_taken());
    }
    auto const is_deactivation = old.ativo == "S" && after.company.ativo == "N";
    note(call, services, is_deactivation ? "company_deactivate" : "company_update",
         (is_deactivation ? "Desativou a empresa " : "Salvou a empresa ") + after.company.razao_social, after,
         changes_json(company_fields(), old, after.company));
    return after;
}

Result<void> remove(auth::WriteCall& call, auth::CompanyScope const& scope, records::Services const& services,
                    std::string_view if_match) {
    auto const stored = find_current(call, scope, if_match);
    if (!stored) return fail(stored.error());
    if (stored->company.primeiro_numero_em)
        return invalid("Esta empresa já usou números fiscais e não pode ser excluída. Desative-a.");
    remove(call.db, scope, *stored);
    note(call, services, "company_delete", "Excluiu a empresa " + stored->company.razao_social, *stored,
         to_json(company_fields(), stored->company));
    return {};
}

void publish_shown_state(db::Transaction& transaction, events::Events& events, CompanyId company) {
    for (auto const topic : {"companies", "session"}) events.publish(transaction, {.topic = topic, .company = company});
}

Result<StoredCompany> put_logo(auth::WriteCall& call, auth::CompanyScope const& scope,
                               records::Services const& services, LogoKind kind, std::string_view bytes) {
    auto const type = check_logo(bytes);
    if (!type) return fail(type.error());
    if (!find(call.db, scope)) return not_found();
    auto const path = call.caller.user.to_string() + "/" + random_token() + std::string(extension_of(*type));
    auto const* const first = reinterpret_cast<std::byte const*>(bytes.data());
    insert_logo(call.db, scope, services.clock.now(), path,
                {.content_type = std::string(content_type_of(*type)), .bytes = {first, first + bytes.size()}});
    return set_logo(call, scope, services, kind, std::string(logo_url_prefix) + path);
}

Result<StoredCompany> remove_logo(auth::WriteCall& call, auth::CompanyScope const& scope,
                                  records::Services const& services, LogoKind kind) {
    return set_logo(call, scope, services, kind, std::nullopt);
}

} // namespace balcao::companies
