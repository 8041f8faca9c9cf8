#include "budgets/budgets_routes.hpp"

#include <array>
#include <utility>

#include "base/documents.hpp"
#include "base/json.hpp"
#include "budgets/budget_document.hpp"
#include "budgets/budgets.hpp"
#include "budgets/budgets_store.hpp"
#include "companies/companies.hpp"
#include "companies/companies_store.hpp"
#include "http/etag.hpp"
#include "http/list_query.hpp"
#include "http/problem.hpp"
#include "people/people_store.hpp"

namespace balcao::budgets {

namespace {

http::Response answer(int status, StoredBudget const& stored) {
    return records::answer(status, to_json(stored.budget), stored.version);
}

Result<TypedBudget> read_body(http::Request const& request) {
    auto object = json::parse_object(request.body);
    if (!object) return fail(object.error());
    TypedBudget typed;
    typed.budget = read_budget(*std::move(object), typed.problems);
    return typed;
}

Result<BudgetId> id_of(http::Request const& request) {
    auto const id = BudgetId::parse(request.param("bid"));
    if (!id) return not_found();
    return *id;
}

// What a list and its totals are asked for.
struct Asked {
    http::ListQuery query;
    BudgetFilter filter;
    bool is_other_company = false; // cnpj_empresa names another one: nothing is found
};

bool names_company(auth::ReadCall& call, auth::CompanyScope const& scope, std::string_view id_or_cnpj) {
    if (auto const id = CompanyId::parse(id_or_cnpj)) return *id == scope.id();
    auto const company = companies::find(call.db, scope);
    return company && company->company.cnpj == normalize_cnpj(id_or_cnpj);
}

Result<Asked> read_asked(auth::ReadCall& call, auth::CompanyScope const& scope) {
    constexpr std::array<std::string_view, 5> sorts{"-data_orcamento", "numero_pedido", "nome_cliente", "vendedor",
                                                    "total_fatura"};
    constexpr std::array<std::string_view, 7> filters{"situacao", "tipo",       "faturado",    "de",
                                                      "ate",      "cliente_id", "cnpj_empresa"};
    auto const& request = call.request;
    auto const query = http::read_list_query(request, sorts, filters);
    std::vector<FieldProblem> problems;
    if (!query) problems = query.error().fields;

    Asked asked;
    auto& filter = asked.filter;
    if (auto const situacao = request.query("situacao")) {
        filter.bin = true;
        if (*situacao != "lixeira") problems.push_back({"situacao", "Use lixeira, ou nada."});
    }
    if (auto const tipo = request.query("tipo")) {
        filter.tipo = *tipo;
        if (*tipo != quote && *tipo != order) problems.push_back({"tipo", "Use Orçamento ou Pedido."});
    }
    if (auto const faturado = request.query("faturado")) {
        filter.faturado = *faturado == "true";
        if (*faturado != "true" && *faturado != "false") problems.push_back({"faturado", "Use true ou false."});
    }
    auto const read_date = [&](std::string_view name, std::optional<std::string>& into) {
        auto const date = request.query(name);
        if (!date) return;
        into = *date;
        if (!is_date(*date)) problems.push_back({std::string(name), "Esta data não existe. Digite dia, mês e ano."});
    };
    read_date("de", filter.de);
    read_date("ate", filter.ate);
    if (auto const client = request.query("cliente_id")) {
        filter.cliente_id = PersonId::parse(*client);
        if (!filter.cliente_id) problems.push_back({"cliente_id", "Escolha um cliente da lista."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    if (auto const company = request.query("cnpj_empresa"))
        asked.is_other_company = !names_company(call, scope, *company);
    asked.query = *query;
    return asked;
}

auth::Answer list_budgets(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const asked = read_asked(call, scope);
    if (!asked) return fail(asked.error());
    auto const page = asked->is_other_company ? http::ListPage{} : list(call.db, scope, asked->query, asked->filter);
    return http::json(200, to_json(page, asked->query));
}

auth::Answer count_budgets(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const asked = read_asked(call, scope);
    if (!asked) return fail(asked.error());
    auto const found =
        asked->is_other_company ? CountAndSum{} : count(call.db, scope, asked->query.search, asked->filter);
    json::ObjectWriter writer;
    writer.integer("total", found.count);
    writer.text("soma_total_fatura", found.sum.to_string());
    return http::json(200, writer.take());
}

auth::Answer get_budget(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = id_of(call.request);
    if (!id) return fail(id.error());
    auto const stored = find(call.db, scope, *id);
    if (!stored) return not_found();
    return answer(200, *stored);
}

auth::Answer get_pdf(auth::ReadCall& call, auth::CompanyScope const& scope, Clock const& clock) {
    auto const id = id_of(call.request);
    if (!id) return fail(id.error());
    auto const stored = find(call.db, scope, *id);
    auto const company = companies::find(call.db, scope);
    if (!stored || !company) return not_found();
    auto const& budget = stored->budget;
    auto const client = budget.cliente_id ? people::find(call.db, *budget.cliente_id) : std::nullopt;
    auto document = make_document(budget, company->company, client ? &client->person : nullptr, clock.now());
    if (auto const& url = company->company.logo_documentos_url) {
        if (auto const logo =
                companies::find_logo(call.db, std::string_view(*url).substr(companies::logo_url_prefix.size())))
            document.logo.assign(reinterpret_cast<char const*>(logo->bytes.data()), logo->bytes.size());
    }
    http::Response response{.content_type = "application/pdf", .body = draw_pdf(document)};
    response.headers.emplace_back("Content-Disposition", "inline; filename=\"" + pdf_file_name(budget) + "\"");
    return response;
}

} // namespace

void add_budgets_routes(auth::Gate& gate, records::Services services) {
    gate.read_company("/api/companies/{id}/budgets", list_budgets);
    gate.read_company("/api/companies/{id}/budgets/count", count_budgets);
    gate.read_company("/api/companies/{id}/budgets/{bid}", get_budget);
    gate.read_company(
        "/api/companies/{id}/budgets/{bid}/pdf",
        [services](auth::ReadCall& call, auth::CompanyScope const& scope) {
            return get_pdf(call, scope, services.clock);
        },
        http::Lane::slow);

    gate.create_company_record("/api/companies/{id}/budgets",
                               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                                   auto typed = read_body(call.request);
                                   if (!typed) return fail(typed.error());
                                   auto const stored = create(call, scope, services, *std::move(typed));
                                   if (!stored) return fail(stored.error());
                                   return answer(201, *stored);
                               });

    gate.create_company_record("/api/companies/{id}/budgets/{bid}/duplicate",
                               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                                   auto const id = id_of(call.request);
                                   if (!id) return fail(id.error());
                                   auto const stored = duplicate(call, scope, services, *id);
                                   if (!stored) return fail(stored.error());
                                   return answer(201, *stored);
                               });

    gate.write_company(http::Method::post, "/api/companies/{id}/budgets/bulk", auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const bulk = records::read_bulk(call.request.body, false);
                           if (!bulk) return fail(bulk.error());
                           auto const changed = change_many(call, scope, services, *bulk);
                           if (!changed) return fail(changed.error());
                           return records::bulk_answer(*changed);
                       });

    gate.write_company(http::Method::put, "/api/companies/{id}/budgets/{bid}", auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const id = id_of(call.request);
                           if (!id) return fail(id.error());
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           auto typed = read_body(call.request);
                           if (!typed) return fail(typed.error());
                           auto const stored = update(call, scope, services, *id, *if_match, *std::move(typed));
                           if (!stored) return fail(stored.error());
                           return answer(200, *stored);
                       });

    gate.write_company(http::Method::del, "/api/companies/{id}/budgets/{bid}", auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const id = id_of(call.request);
                           if (!id) return fail(id.error());
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           if (auto const removed = remove(call, scope, services, *id, *if_match); !removed)
                               return fail(removed.error());
                           return records::no_content();
                       });

    gate.write_company(http::Method::post, "/api/companies/{id}/budgets/{bid}/restore", auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const id = id_of(call.request);
                           if (!id) return fail(id.error());
                           auto const stored = restore(call, scope, services, *id);
                           if (!stored) return fail(stored.error());
                           return answer(200, *stored);
                       });
}

} // namespace balcao::budgets
