#include "registry/companies/companies.hpp"

#include <utility>

#include "platform/base/json.hpp"
#include "platform/pictures/drawing_process.hpp"
#include "registry/companies/companies_store.hpp"
#include "registry/companies/logos_store.hpp"

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
Result<void> check_cnpj_is_free(auth::Write const& write, std::string_view cnpj, std::optional<CompanyId> own) {
    auto const holder = find_by_cnpj(write.db, cnpj);
    if (!holder || holder == own) return {};
    auto failure = cnpj_taken();
    if (write.actor.is_admin()) failure.existing_id = holder->to_string(); // which one it is, only for who may see it
    return fail(std::move(failure));
}

Result<StoredCompany> find_current(auth::Write const& write, auth::CompanyScope const& scope,
                                   std::string_view if_match) {
    auto stored = find(write.db, scope);
    if (!stored) return not_found();
    BALCAO_TRY(records::check_current(write.db, if_match,
                                      {.topic = "companies",
                                       .id = scope.id().uuid(),
                                       .version = stored->version,
                                       .what = "esta empresa",
                                       .json = to_json(stored->company, papel_in(scope))}));
    return *std::move(stored);
}

void note(auth::Write const& write, records::Services const& services, std::string_view action, std::string description,
          StoredCompany const& stored, std::string details) {
    auto const id = stored.company.id;
    records::note(write, services,
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

Result<StoredCompany> set_logo(auth::Write const& write, auth::CompanyScope const& scope,
                               records::Services const& services, LogoKind kind, std::optional<std::string> url) {
    auto const before = find(write.db, scope);
    if (!before) return not_found();
    auto after = *before;
    auto const old_url = logo_url(after.company, kind);
    forget_withdrawn(write.db, scope, kind);
    if (!url && !old_url) return after;
    if (old_url) remove_logo(write.db, scope, std::string_view(*old_url).substr(logo_url_prefix.size()));
    logo_url(after.company, kind) = url;
    after.company.updated_at = services.clock.now();
    ++after.version;
    update(write.db, scope, *before, after);
    note(write, services, "company_update",
         (url ? "Enviou um logo de " : "Removeu um logo de ") + after.company.razao_social, after,
         logo_change(kind, old_url, url));
    return after;
}

} // namespace

std::optional<std::string> find_documents_logo(db::Connection& connection, Company const& company) {
    if (!company.logo_documentos_url) return std::nullopt;
    auto const path = std::string_view(*company.logo_documentos_url).substr(logo_url_prefix.size());
    return find_logo(connection, path).transform([](pictures::Picture const& logo) { return logo.bytes; });
}

Result<StoredCompany> create(auth::Write const& write, records::Services const& services, Company company) {
    BALCAO_TRY(check_cnpj_is_free(write, company.cnpj, std::nullopt));
    company.id = CompanyId::make();
    company.updated_at = services.clock.now();
    if (company.cor.empty()) company.cor = least_used_color(write.db);
    StoredCompany const stored{.company = std::move(company), .version = 1};
    try {
        insert(write.db, stored);
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != "emitente_cnpj") throw;
        return fail(cnpj_taken());
    }
    note(write, services, "company_create", "Cadastrou a empresa " + stored.company.razao_social, stored,
         to_json(company_fields(), stored.company));
    return stored;
}

Result<StoredCompany> update(auth::Write const& write, auth::CompanyScope const& scope,
                             records::Services const& services, std::string_view if_match, Company typed) {
    auto const before = BALCAO_TRY(find_current(write, scope, if_match));
    auto const& old = before.company;

    if (typed.ativo != old.ativo && !write.actor.is_admin()) return forbidden();
    std::vector<FieldProblem> problems;
    if (old.primeiro_numero_em) {
        constexpr auto fixed = "Não pode mudar: esta empresa já usou números fiscais.";
        if (typed.cnpj != old.cnpj) problems.push_back({"cnpj", fixed});
        if (typed.uf != old.uf) problems.push_back({"uf", fixed});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    BALCAO_TRY(check_cnpj_is_free(write, typed.cnpj, old.id));

    StoredCompany after{.company = std::move(typed), .version = before.version + 1};
    after.company.id = old.id;
    after.company.logo_sistema_url = old.logo_sistema_url;
    after.company.logo_documentos_url = old.logo_documentos_url;
    after.company.primeiro_numero_em = old.primeiro_numero_em;
    after.company.updated_at = services.clock.now();
    if (after.company.cor.empty()) after.company.cor = old.cor;
    try {
        update(write.db, scope, before, after);
    } catch (db::UniqueViolation const& violation) {
        if (violation.constraint() != "emitente_cnpj") throw;
        return fail(cnpj_taken());
    }
    auto const is_deactivation = old.ativo == "S" && after.company.ativo == "N";
    note(write, services, is_deactivation ? "company_deactivate" : "company_update",
         (is_deactivation ? "Desativou a empresa " : "Salvou a empresa ") + after.company.razao_social, after,
         changes_json(company_fields(), old, after.company));
    return after;
}

Result<void> remove(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                    std::string_view if_match) {
    auto const stored = BALCAO_TRY(find_current(write, scope, if_match));
    if (stored.company.exemplo == "S")
        return invalid("Esta é a loja de exemplo. Para tirá-la, use 'Remover dados de exemplo'.");
    if (stored.company.primeiro_numero_em)
        return invalid("Esta empresa já usou números fiscais e não pode ser excluída. Desative-a.");
    if (has_budgets(write.db, scope))
        return invalid("Esta empresa tem orçamentos ou pedidos e não pode ser excluída. Desative-a.");
    if (has_sales(write.db, scope)) return invalid("Esta empresa tem vendas e não pode ser excluída. Desative-a.");
    if (has_tills(write.db, scope))
        return invalid("Esta empresa já abriu um caixa e não pode ser excluída. Desative-a.");
    remove(write.db, scope, stored);
    note(write, services, "company_delete", "Excluiu a empresa " + stored.company.razao_social, stored,
         to_json(company_fields(), stored.company));
    return {};
}

Result<void> remove_with_everything(auth::Write const& write, auth::CompanyScope const& scope,
                                    records::Services const& services) {
    auto const stored = find(write.db, scope);
    if (!stored) return not_found();
    remove(write.db, scope, *stored);
    note(write, services, "company_delete", "Excluiu a empresa " + stored->company.razao_social, *stored,
         to_json(company_fields(), stored->company));
    return {};
}

void publish_shown_state(db::Transaction& transaction, events::Events& events, CompanyId company) {
    for (auto const topic : {events::Topic("companies"), events::Topic("session")})
        events.publish(transaction, {.topic = topic, .company = company});
}

int side_of(LogoKind kind) { return kind == LogoKind::system ? pictures::screen_side : pictures::document_side; }

Result<StoredCompany> put_logo(auth::Write const& write, auth::CompanyScope const& scope,
                               records::Services const& services, LogoKind kind, pictures::Picture const& picture,
                               std::string_view upload) {
    if (!find(write.db, scope)) return not_found();
    auto const path = new_logo_path(write.actor.user.to_string(), picture);
    insert_logo(write.db, scope, services.clock.now(), path, upload, picture);
    return set_logo(write, scope, services, kind, std::string(logo_url_prefix) + path);
}

Result<StoredCompany> remove_logo(auth::Write const& write, auth::CompanyScope const& scope,
                                  records::Services const& services, LogoKind kind) {
    return set_logo(write, scope, services, kind, std::nullopt);
}

} // namespace balcao::companies
