#include "fiscal/ibpt/ibpt.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "fiscal/ibpt/store.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/uri.hpp"
#include "platform/records/answers.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::ibpt {

namespace {

constexpr std::size_t most_bytes = std::size_t{20} * 1024 * 1024; // the table has some 2 MB
constexpr std::size_t most_name = 200;
constexpr auto pattern = "/api/companies/{id}/ibpt";
// Goods from abroad (Tabela A of ICMS); what was made here of imported parts is national.
constexpr std::array<std::int64_t, 4> imported{1, 2, 6, 7};

std::string source_of(Heading const& heading) {
    auto text = heading.fonte + ' ' + heading.versao;
    if (!heading.chave.empty()) text += ' ' + heading.chave;
    return text.starts_with("IBPT") ? text : "IBPT " + text;
}

std::string_view state_of(StoredTable const& table, companies::Company const& company, std::string_view today) {
    if (table.heading.uf != company.uf) return "outra_uf";
    return table.is_in_force(company.uf, today) ? "em_vigor" : "vencida";
}

std::string to_json(std::optional<StoredTable> const& table, companies::Company const& company,
                    std::string_view today) {
    json::ObjectWriter writer;
    if (!table) {
        writer.text("situacao", "sem_tabela");
        for (auto const* const name :
             {"uf", "versao", "fonte", "vigencia_inicio", "vigencia_fim", "nome_arquivo", "linhas", "created_at"})
            writer.null(name);
        return writer.take();
    }
    auto const& heading = table->heading;
    writer.text("situacao", state_of(*table, company, today));
    writer.text("uf", heading.uf);
    writer.text("versao", heading.versao);
    writer.text("fonte", heading.fonte);
    writer.text("vigencia_inicio", heading.inicio);
    writer.text("vigencia_fim", heading.fim);
    writer.text("nome_arquivo", table->file_name);
    writer.integer("linhas", table->rows);
    writer.text("created_at", table->created_at.to_iso());
    return writer.take();
}

std::string today_of(companies::Company const& company, Instant now) { return local_date(now, company.fuso_horario); }

auth::Answer answer(db::Connection& connection, auth::CompanyScope const& scope, Instant now) {
    auto const company = companies::find(connection, scope);
    if (!company) return not_found();
    auto const table = find_table(connection, scope);
    return records::answer(200, to_json(table, company->company, today_of(company->company, now)),
                           table ? table->version : 0);
}

// Without a path, which some browsers send.
std::string name_of(http::Request const& request) {
    auto const target = http::parse_target("/" + std::string(request.header("x-file-name").value_or("")));
    auto name = target ? target->path : std::string{};
    name.erase(0, name.find_last_of("/\\") + 1);
    return name.size() > most_name || has_control_characters(name) ? std::string{} : name;
}

void note(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
          std::string_view action, std::string description, std::string details) {
    records::note(write, services,
                  {.topic = "ibpt",
                   .action = action,
                   .description = std::move(description),
                   .company = scope.id(),
                   .details = std::move(details)});
}

auth::Answer put(http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope,
                 records::Services const& services, db::Database& database) {
    auto const now = services.clock.now();
    auto const company = database.read([&](db::Connection& connection) { return companies::find(connection, scope); });
    if (!company) return not_found();
    auto const name = name_of(request);
    auto const file = BALCAO_TRY(read_file(name, request.body, company->company.uf, today_of(company->company, now)));
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auto const before = find_table(transaction, scope);
        StoredTable const table{.heading = file.heading,
                                .file_name = name,
                                .rows = static_cast<std::int64_t>(file.rows.size()),
                                .created_at = now,
                                .version = before ? before->version + 1 : 1};
        store(transaction, scope, file, table);
        json::ObjectWriter details;
        details.text("versao", file.heading.versao);
        details.text("vigencia_fim", file.heading.fim);
        details.integer("linhas", table.rows);
        note({transaction, actor}, scope, services, "ibpt_upload",
             fmt::format("Enviou a tabela do IBPT {} de {}", file.heading.versao, company->company.razao_social),
             details.take());
        return answer(transaction, scope, now);
    });
}

} // namespace

std::vector<std::optional<nfce::ApproximateTaxes>> taxes_of(db::Connection& connection, auth::CompanyScope const& scope,
                                                            std::string_view uf, std::string_view day,
                                                            std::span<products::Product const> products) {
    std::vector<std::optional<nfce::ApproximateTaxes>> found;
    std::ranges::transform(products, std::back_inserter(found), products::approximate_taxes);
    auto const table = find_table(connection, scope);
    if (!table || !table->is_in_force(uf, day)) return found;
    auto const source = source_of(table->heading);
    std::map<std::string, std::string> chapters;
    for (std::size_t i = 0; i < products.size(); ++i) {
        auto const ncm = products[i].prod_NCM.value_or("");
        if (ncm.size() < chapter_digits) continue;
        auto const [at, is_new] = chapters.try_emplace(ncm.substr(0, chapter_digits));
        if (is_new) at->second = find_chapter(connection, scope, at->first);
        auto row = find_row(at->second, ncm, plain_ex(products[i].prod_EXTIPI.value_or("")));
        if (!row) row = find_row(at->second, ncm, "");
        if (!row) continue;
        bool const is_imported = std::ranges::find(imported, products[i].icms_orig.value_or(0)) != imported.end();
        found[i] = nfce::ApproximateTaxes{.federal = is_imported ? row->importado : row->nacional,
                                          .estadual = row->estadual,
                                          .municipal = row->municipal,
                                          .fonte = source};
    }
    return found;
}

void add_ibpt_routes(auth::Gate& gate, records::Services services, db::Database& database) {
    gate.route({.pattern = pattern, .who = auth::Who::gerente},
               [services](auth::ReadCall& call, auth::CompanyScope const& scope) {
                   return answer(call.db, scope, services.clock.now());
               });
    gate.route(
        {.method = http::Method::put,
         .pattern = pattern,
         .who = auth::Who::gerente,
         .lane = http::Lane::slow,
         .body = {.limit = most_bytes, .content_types = {"text/csv", "application/octet-stream"}}},
        [services, &database](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
            return put(request, actor, scope, services, database);
        });
    gate.route({.method = http::Method::del, .pattern = pattern, .who = auth::Who::gerente},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   auto const company = companies::find(call.db, scope);
                   if (!company) return not_found();
                   if (!remove(call.db, scope)) return records::no_content(); // it is gone already
                   note(call, scope, services, "ibpt_delete",
                        "Tirou a tabela do IBPT de " + company->company.razao_social, {});
                   return records::no_content();
               });
}

} // namespace balcao::ibpt
