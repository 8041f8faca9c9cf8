#include "selling/budgets/budgets.hpp"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/companies/companies.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budget_document.hpp"
#include "selling/budgets/budgets_store.hpp"

namespace balcao::budgets {

namespace {

using ListRequest = records::ListRequest<BudgetFilter>;

bool names_company(db::Connection& connection, auth::CompanyScope const& scope, std::string_view id_or_cnpj) {
    if (auto const id = CompanyId::parse(id_or_cnpj)) return *id == scope.id();
    auto const company = companies::find(connection, scope);
    return company && company->company.cnpj == normalize_cnpj(id_or_cnpj);
}

Result<ListRequest> read_list_request(db::Connection& connection, auth::CompanyScope const& scope,
                                      http::Request const& request) {
    constexpr std::array<std::string_view, 5> sorts{"-data_orcamento", "numero_pedido", "nome_cliente", "vendedor",
                                                    "total_fatura"};
    constexpr auto filters = std::to_array<std::string_view>({"situacao", "tipo", "faturado", "de", "ate", "venda_de",
                                                              "venda_ate", "cliente_id", "funcionario_id", "valido_de",
                                                              "valido_ate", "numero_pedido", "cnpj_empresa"});
    auto query = records::read_list_query(request, sorts, filters);
    std::vector<FieldProblem> problems;
    if (!query) problems = query.error().fields;

    BudgetFilter filter;
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
    read_date("venda_de", filter.venda_de);
    read_date("venda_ate", filter.venda_ate);
    read_date("valido_de", filter.valido_de);
    read_date("valido_ate", filter.valido_ate);
    if (auto const client = request.query("cliente_id")) {
        filter.cliente_id = PersonId::parse(*client);
        if (!filter.cliente_id) problems.push_back({"cliente_id", "Escolha um cliente da lista."});
    }
    if (auto const seller = request.query("funcionario_id")) {
        filter.funcionario_id = UserId::parse(*seller);
        if (!filter.funcionario_id) problems.push_back({"funcionario_id", "Escolha um vendedor da lista."});
    }
    if (auto const number = request.query("numero_pedido")) {
        filter.numero_pedido = parse_int(*number);
        if (filter.numero_pedido.value_or(0) < 1) problems.push_back({"numero_pedido", "Digite um número inteiro."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    if (auto const company = request.query("cnpj_empresa"))
        filter.is_of_another_company = !names_company(connection, scope, *company);
    return ListRequest{.query = *std::move(query), .filter = std::move(filter)};
}

struct BudgetRoutes {
    using Kind = Budgets;
    using Filter = BudgetFilter;

    static constexpr std::string_view pattern = "/api/companies/{id}/budgets";
    static constexpr std::string_view id_parameter = "bid";
    static constexpr records::Access access{
        .read = auth::Who::operador, .edit = auth::Who::operador, .remove = auth::Who::gerente};

    static Result<TypedBudget> read(Budgets const&, db::Connection&, boost::json::object body) {
        TypedBudget typed;
        typed.budget = read_budget(std::move(body), typed.problems);
        return typed;
    }

    static Result<ListRequest> read_list(Budgets const& budgets, db::Connection& connection,
                                         http::Request const& request) {
        return read_list_request(connection, budgets.scope(), request);
    }

    static records::ListPage list(Budgets const& budgets, db::Connection& connection, ListRequest const& asked) {
        return budgets.list(connection, asked.query, asked.filter);
    }

    static void write_count(Budgets const& budgets, db::Connection& connection, ListRequest const& asked,
                            json::ObjectWriter& writer) {
        auto const found = budgets.count(connection, asked.query.search, asked.filter);
        writer.integer("total", found.count);
        if (budgets.scope().is_gerente()) writer.text("soma_total_fatura", found.sum.to_string());
    }

    static void narrow(BudgetFilter& filter, bool bin, std::optional<std::string> tipo) {
        filter.bin = bin;
        filter.tipo = std::move(tipo);
    }
    static constexpr auto tabs = std::to_array<records::Tab<BudgetFilter>>({
        {"todos", [](BudgetFilter& filter) { narrow(filter, false, std::nullopt); }},
        {"orcamentos", [](BudgetFilter& filter) { narrow(filter, false, std::string(quote)); }},
        {"pedidos", [](BudgetFilter& filter) { narrow(filter, false, std::string(order)); }},
        {"lixeira", [](BudgetFilter& filter) { narrow(filter, true, std::nullopt); }},
    });
    static db::ListTotal count_tab(Budgets const& budgets, db::Connection& connection, ListRequest const& asked) {
        return budgets.count_to_most(connection, asked.query.search, asked.filter);
    }
};

auth::Answer list_sellers(auth::ReadCall& call, auth::CompanyScope const& scope) {
    std::string items;
    for (auto const& seller : find_sellers(call.db, scope)) {
        json::ObjectWriter writer;
        writer.text("id", seller.id.to_string());
        writer.text("nome", seller.nome);
        writer.text("papel", seller.papel);
        items += (items.empty() ? "" : ",") + writer.take();
    }
    return http::json(200, R"({"items":[)" + items + "]}");
}

auth::Answer get_pdf(auth::ReadCall& call, Budgets const& budgets, Clock const& clock) {
    auto const id = BALCAO_TRY(records::id_in_path<BudgetId>(call.request, BudgetRoutes::id_parameter));
    auto const stored = budgets.find(call.db, id);
    auto const company = companies::find(call.db, budgets.scope());
    if (!stored || !company) return not_found();
    auto const& budget = stored->record;
    auto const client = budget.cliente_id ? people::People{}.find(call.db, *budget.cliente_id) : std::nullopt;
    auto document = make_document(budget, company->company, client ? &client->record : nullptr, clock.now());
    document.logo = companies::find_documents_logo(call.db, company->company).value_or("");
    http::Response response{.content_type = "application/pdf", .body = draw_pdf(document)};
    response.headers.emplace_back("Content-Disposition", "inline; filename=\"" + pdf_file_name(budget) + "\"");
    return response;
}

} // namespace

void add_budgets_routes(auth::Gate& gate, records::Services services) {
    records::add_record_routes<BudgetRoutes>(gate, services);

    gate.route({.pattern = "/api/companies/{id}/sellers", .who = auth::Who::operador}, list_sellers);

    records::add_route<Budgets, auth::ReadCall>(
        gate,
        {.pattern = "/api/companies/{id}/budgets/{bid}/pdf", .who = auth::Who::operador, .lane = http::Lane::slow},
        [services](auth::ReadCall& call, Budgets const& budgets) { return get_pdf(call, budgets, services.clock); });

    records::add_route<Budgets, auth::WriteCall>(
        gate,
        {.method = http::Method::post,
         .pattern = "/api/companies/{id}/budgets/{bid}/duplicate",
         .who = auth::Who::operador,
         .is_repeatable = true},
        [services](auth::WriteCall& call, Budgets const& budgets) -> auth::Answer {
            auto const id = BALCAO_TRY(records::id_in_path<BudgetId>(call.request, BudgetRoutes::id_parameter));
            auto const stored = BALCAO_TRY(duplicate(budgets, call, services, id));
            return records::answer(budgets, 201, stored);
        });
}

} // namespace balcao::budgets
