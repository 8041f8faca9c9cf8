#include "registry/imports/imports.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <boost/json/parse.hpp>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/http/uri.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/list_query.hpp"
#include "platform/spreadsheets/exports.hpp"
#include "registry/imports/columns.hpp"
#include "registry/people/people.hpp"
#include "registry/products/products.hpp"

namespace balcao::imports {

namespace {

constexpr std::size_t most_bytes = std::size_t{20} * 1024 * 1024;
constexpr std::size_t most_name = 200;

// Excel on Windows makes browsers send CSV as vnd.ms-excel; some systems know neither. The bytes decide in the end.
auth::BodyRules upload() {
    return {.limit = most_bytes,
            .content_types = {"text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
                              "application/vnd.ms-excel", "application/octet-stream"}};
}

// Only what is shown again: no path, no control characters.
std::string file_name_of(http::Request const& request) {
    auto const target = http::parse_target("/" + std::string(request.header("x-file-name").value_or("")));
    auto name = target ? target->path : std::string{};
    name.erase(0, name.find_last_of("/\\") + 1);
    if (name.empty() || name.size() > most_name || has_control_characters(name)) return "planilha";
    return name;
}

Result<void> check_name(http::Request const& request, std::string_view name) {
    auto const type = request.header("content-type").value_or("");
    if (type.starts_with("text/csv") || type.contains("spreadsheetml")) return {};
    auto const lower = fold(name);
    if (lower.ends_with(".csv") || lower.ends_with(".xlsx") || lower.ends_with(".xls")) return {};
    return fail({.kind = FailureKind::unsupported_media_type,
                 .title = "Tipo de arquivo não aceito",
                 .detail = "Envie uma planilha .csv ou .xlsx."});
}

Result<Uuid> id_of(http::Request const& request) {
    auto const id = Uuid::parse(request.param("iid"));
    if (!id) return not_found();
    return *id;
}

Result<Import> find_import(auth::ReadCall& call, Owner const& owner) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto import = find(call.db, owner, id);
    if (!import) return not_found();
    return *std::move(import);
}

auth::Answer post_import(auth::WriteCall& call, Owner const& owner, ImportServices const& services) {
    auto name = file_name_of(call.request);
    BALCAO_TRY(check_name(call.request, name));
    if (call.request.body.empty()) return invalid("O arquivo está vazio.");
    if (owner && !products::taxation_of(call.db, *owner)) return not_found();
    return http::json(202, to_json(owner, start(call, owner, services, std::move(name), call.request.body)));
}

auth::Answer list_imports(auth::ReadCall& call, Owner const& owner) {
    std::string items = "[";
    for (auto const& import : list(call.db, owner)) {
        if (items.size() > 1) items += ',';
        items += to_json(owner, import);
    }
    json::ObjectWriter writer;
    writer.raw("items", items + ']');
    return http::json(200, writer.take());
}

auth::Answer get_import(auth::ReadCall& call, Owner const& owner) {
    auto const import = BALCAO_TRY(find_import(call, owner));
    return http::json(200, to_json(owner, import));
}

auth::Answer list_rows(auth::ReadCall& call, Owner const& owner) {
    auto const import = BALCAO_TRY(find_import(call, owner));
    constexpr std::array<std::string_view, 1> sorts{"line"};
    constexpr std::array<std::string_view, 1> filters{"situacao"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts, filters));
    constexpr std::array<std::string_view, 6> situations{"", "nova", "alterada", "igual", "ruim", "mantida"};
    auto const situation = call.request.query("situacao").value_or("");
    if (std::ranges::find(situations, situation) == situations.end())
        return invalid(std::vector<FieldProblem>{{"situacao", "Use nova, alterada, igual, ruim ou mantida."}});
    return http::json(200, records::to_json(rows_page(call.db, import, situation, query), query));
}

auth::Answer list_problems(auth::ReadCall& call, Owner const& owner) {
    auto const import = BALCAO_TRY(find_import(call, owner));
    constexpr std::array<std::string_view, 1> sorts{"line"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts));
    return http::json(200, records::to_json(problems_page(call.db, import, query), query));
}

auth::Answer post_apply(auth::WriteCall& call, Owner const& owner, ImportServices const& services) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const import = BALCAO_TRY(apply(call, owner, services, id));
    return http::json(202, to_json(owner, import));
}

auth::Answer post_undo(auth::WriteCall& call, Owner const& owner, ImportServices const& services) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const import = BALCAO_TRY(undo(call, owner, services, id));
    return http::json(202, to_json(owner, import));
}

auth::Answer delete_import(auth::WriteCall& call, Owner const& owner, ImportServices const& services) {
    auto const id = BALCAO_TRY(id_of(call.request));
    BALCAO_TRY(cancel(call, owner, services, id));
    return records::no_content();
}

std::vector<std::string> titles_of(Import const& import) {
    std::vector<std::string> titles;
    auto const columns = boost::json::parse(import.columns);
    for (auto const& column : columns.as_array()) titles.emplace_back(column.at("title").as_string());
    return titles;
}

// Why: `Preço: isto não é um número.`
std::string reasons_of(StoredRow const& row, std::span<spreadsheets::Column const> columns) {
    std::string reasons;
    for (auto const& problem : row.problems) {
        auto const at = std::ranges::find(columns, problem.field, &spreadsheets::Column::field);
        if (!reasons.empty()) reasons += ' ';
        reasons +=
            std::string(at == columns.end() ? std::string_view(problem.field) : at->title) + ": " + problem.message;
    }
    return reasons;
}

auth::Answer get_rejected(auth::ReadCall& call, Owner const& owner, ImportServices const& services) {
    auto const import = BALCAO_TRY(find_import(call, owner));
    auto const format = BALCAO_TRY(spreadsheets::format_of(call.request));
    std::vector<spreadsheets::Heading> headings;
    for (auto& title : titles_of(import)) headings.push_back({.title = std::move(title), .width = 18});
    auto const reason_at = headings.size();
    headings.push_back({.title = "Motivo", .width = 60});
    auto const file = spreadsheets::new_spreadsheet(format, "Linhas com problema", headings);
    each_bad_row(call.db, import.id, [&](StoredRow const& row) {
        std::vector<spreadsheets::Cell> cells(reason_at + 1);
        std::size_t column = 0;
        for (auto const original = boost::json::parse(row.original); auto const& text : original.as_array())
            if (column < reason_at) cells[column++] = std::string(text.as_string());
        cells[reason_at] = reasons_of(row, owner ? product_columns() : person_columns());
        file->row(cells);
    });
    auto const stem =
        spreadsheets::file_stem(owner ? "produtos-com-problema" : "pessoas-com-problema", services.records.clock.now());
    return spreadsheets::download(format, stem, file->take());
}

struct Example {
    std::string_view field;
    spreadsheets::Cell cell;
};

auth::Answer get_model(auth::ReadCall& call, bool is_products) {
    auto const format = BALCAO_TRY(spreadsheets::format_of(call.request));
    static std::vector<Example> const product{{"prod_cProd", "LJ-H12"},
                                              {"prod_xProd", "Laje treliçada H12"},
                                              {"prod_cEAN", "SEM GTIN"},
                                              {"prod_uCOM", "M2"},
                                              {"prod_vUnCOM", spreadsheets::Number{745000, 4}},
                                              {"prod_NCM", "68109100"},
                                              {"prod_CFOP", "5101"},
                                              {"prod_ativo", "Sim"}};
    static std::vector<Example> const person{{"pessoa_tipo", "Física"},
                                             {"cpf_cnpj", "529.982.247-25"},
                                             {"razao_social", "Maria da Silva"},
                                             {"logradouro", "Rua das Palmeiras"},
                                             {"numero", "120"},
                                             {"bairro", "Centro"},
                                             {"municipio_nome", "Campinas"},
                                             {"uf", "SP"},
                                             {"cep", "13010-000"},
                                             {"telefone", "(19) 3232-1010"},
                                             {"ativo", "Sim"}};
    auto const& examples = is_products ? product : person;
    std::vector<spreadsheets::Heading> headings;
    std::vector<spreadsheets::Cell> cells;
    for (auto const& column : is_products ? product_columns() : person_columns()) {
        headings.push_back({std::string(column.title), column.width});
        auto const at = std::ranges::find(examples, column.field, &Example::field);
        cells.push_back(at == examples.end() ? spreadsheets::Cell{} : at->cell);
    }
    auto const file = spreadsheets::new_spreadsheet(format, is_products ? "Produtos" : "Pessoas", headings);
    file->row(cells);
    return spreadsheets::download(format, is_products ? "modelo-produtos" : "modelo-pessoas", file->take());
}

constexpr std::array<std::string_view, 1> export_parameters{"format"};

auth::Answer export_products(auth::ReadCall& call, auth::CompanyScope const& scope, Clock const& clock) {
    auto const format = BALCAO_TRY(spreadsheets::format_of(call.request));
    auto const asked = BALCAO_TRY(products::read_products_query(call.request, export_parameters));
    auto const& [query, filter] = asked;
    products::Products const products(scope);
    BALCAO_TRY(spreadsheets::check_export_size(products.count(call.db, query, filter)));
    auto file = spreadsheets::export_file(
        format, "Produtos", product_columns(), products::product_fields(), [&](auto const& record) {
            products.each(call.db, query, filter, [&](products::Product const& product) { record(&product); });
        });
    return spreadsheets::download(format, spreadsheets::file_stem("produtos", clock.now()), std::move(file));
}

auth::Answer export_people(auth::ReadCall& call, Clock const& clock) {
    auto const format = BALCAO_TRY(spreadsheets::format_of(call.request));
    auto const asked = BALCAO_TRY(people::read_people_query(call.request, export_parameters));
    auto const& [query, filter] = asked;
    BALCAO_TRY(spreadsheets::check_export_size(people::People{}.count(call.db, query, filter)));
    auto file = spreadsheets::export_file(
        format, "Pessoas", person_columns(), people::person_fields(), [&](auto const& record) {
            people::People{}.each(call.db, query, filter, [&](people::Person const& person) { record(&person); });
        });
    return spreadsheets::download(format, spreadsheets::file_stem("pessoas", clock.now()), std::move(file));
}

void add_products_imports(auth::Gate& gate, ImportServices services) {
    using auth::CompanyScope;
    using auth::ReadCall;
    using auth::WriteCall;
    std::string const base = "/api/companies/{id}/imports";
    auto const slow = http::Lane::slow;

    gate.route({.method = http::Method::post,
                .pattern = base,
                .who = auth::Who::gerente,
                .body = upload(),
                .is_repeatable = true},
               [services](WriteCall& call, CompanyScope const& scope) { return post_import(call, scope, services); });
    gate.route({.pattern = base, .who = auth::Who::gerente},
               [](ReadCall& call, CompanyScope const& scope) { return list_imports(call, scope); });
    gate.route({.pattern = base + "/model", .who = auth::Who::gerente, .lane = slow},
               [](ReadCall& call, CompanyScope const&) { return get_model(call, true); });
    gate.route({.pattern = base + "/{iid}", .who = auth::Who::gerente},
               [](ReadCall& call, CompanyScope const& scope) { return get_import(call, scope); });
    gate.route({.method = http::Method::del, .pattern = base + "/{iid}", .who = auth::Who::gerente},
               [services](WriteCall& call, CompanyScope const& scope) { return delete_import(call, scope, services); });
    gate.route({.pattern = base + "/{iid}/rows", .who = auth::Who::gerente},
               [](ReadCall& call, CompanyScope const& scope) { return list_rows(call, scope); });
    gate.route({.pattern = base + "/{iid}/problems", .who = auth::Who::gerente},
               [](ReadCall& call, CompanyScope const& scope) { return list_problems(call, scope); });
    gate.route({.method = http::Method::post, .pattern = base + "/{iid}/apply", .who = auth::Who::gerente},
               [services](WriteCall& call, CompanyScope const& scope) { return post_apply(call, scope, services); });
    gate.route({.method = http::Method::post, .pattern = base + "/{iid}/undo", .who = auth::Who::gerente},
               [services](WriteCall& call, CompanyScope const& scope) { return post_undo(call, scope, services); });
    gate.route({.pattern = base + "/{iid}/rejected", .who = auth::Who::gerente, .lane = slow},
               [services](ReadCall& call, CompanyScope const& scope) { return get_rejected(call, scope, services); });
    gate.route({.pattern = "/api/companies/{id}/products/export", .who = auth::Who::gerente, .lane = slow},
               [services](ReadCall& call, CompanyScope const& scope) {
                   return export_products(call, scope, services.records.clock);
               });
}

void add_people_imports(auth::Gate& gate, ImportServices services) {
    using auth::ReadCall;
    using auth::WriteCall;
    std::string const base = "/api/people/imports";
    auto const who = auth::Who::gerente;
    auto const slow = http::Lane::slow;

    gate.route({.method = http::Method::post, .pattern = base, .who = who, .body = upload(), .is_repeatable = true},
               [services](WriteCall& call) { return post_import(call, std::nullopt, services); });
    gate.route({.pattern = base, .who = who}, [](ReadCall& call) { return list_imports(call, std::nullopt); });
    gate.route({.pattern = base + "/model", .who = who, .lane = slow},
               [](ReadCall& call) { return get_model(call, false); });
    gate.route({.pattern = base + "/{iid}", .who = who}, [](ReadCall& call) { return get_import(call, std::nullopt); });
    gate.route({.method = http::Method::del, .pattern = base + "/{iid}", .who = who},
               [services](WriteCall& call) { return delete_import(call, std::nullopt, services); });
    gate.route({.pattern = base + "/{iid}/rows", .who = who},
               [](ReadCall& call) { return list_rows(call, std::nullopt); });
    gate.route({.pattern = base + "/{iid}/problems", .who = who},
               [](ReadCall& call) { return list_problems(call, std::nullopt); });
    gate.route({.method = http::Method::post, .pattern = base + "/{iid}/apply", .who = who},
               [services](WriteCall& call) { return post_apply(call, std::nullopt, services); });
    gate.route({.method = http::Method::post, .pattern = base + "/{iid}/undo", .who = who},
               [services](WriteCall& call) { return post_undo(call, std::nullopt, services); });
    gate.route({.pattern = base + "/{iid}/rejected", .who = who, .lane = slow},
               [services](ReadCall& call) { return get_rejected(call, std::nullopt, services); });
    gate.route({.pattern = "/api/people/export", .who = who, .lane = slow},
               [services](ReadCall& call) { return export_people(call, services.records.clock); });
}

} // namespace

void add_imports_routes(auth::Gate& gate, ImportServices services) {
    add_products_imports(gate, services);
    add_people_imports(gate, services);
}

} // namespace balcao::imports
