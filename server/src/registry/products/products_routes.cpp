#include "registry/products/products.hpp"

#include <array>
#include <vector>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/http.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/products/changes.hpp"
#include "registry/products/lookup.hpp"
#include "registry/products/ncm_search.hpp"
#include "registry/sale_settings/sale_settings.hpp"

namespace balcao::products {

namespace {

struct ProductRoutes {
    using Kind = Products;
    using Filter = ProductFilter;
    using ListRequest = records::ListRequest<ProductFilter>;

    static constexpr std::string_view pattern = "/api/companies/{id}/products";
    static constexpr std::string_view id_parameter = "pid";
    static constexpr records::Access access{
        .read = auth::Who::operador, .edit = auth::Who::gerente, .remove = auth::Who::gerente};

    static Result<Product> read(Products const& products, db::Connection& connection, boost::json::object const& body) {
        auto const taxation = taxation_of(connection, products.scope());
        if (!taxation) return not_found();
        std::vector<FieldProblem> problems;
        auto product = read_product(body, taxation->crt, problems);
        if (!problems.empty()) return invalid(std::move(problems));
        return product;
    }

    static Result<ListRequest> read_list(Products const& products, db::Connection& connection,
                                         http::Request const& request) {
        if (!taxation_of(connection, products.scope())) return not_found();
        return read_products_query(request);
    }

    static records::ListPage list(Products const& products, db::Connection& connection, ListRequest const& asked) {
        return products.list(connection, asked.query, asked.filter);
    }

    static void write_count(Products const& products, db::Connection& connection, ListRequest const& asked,
                            json::ObjectWriter& writer) {
        writer.integer("total", products.count(connection, asked.query, asked.filter));
    }

    static constexpr auto tabs = std::to_array<records::Tab<ProductFilter>>({
        {"ativos", [](ProductFilter& filter) { filter.situation = Situation::active; }},
        {"com_pendencia", [](ProductFilter& filter) { filter.situation = Situation::with_pendency; }},
        {"com_aviso", [](ProductFilter& filter) { filter.situation = Situation::with_warning; }},
        {"inativos", [](ProductFilter& filter) { filter.situation = Situation::inactive; }},
        {"todos", [](ProductFilter& filter) { filter.situation = Situation::all; }},
        {"lixeira", [](ProductFilter& filter) { filter.situation = Situation::bin; }},
    });
    static db::ListTotal count_tab(Products const& products, db::Connection& connection, ListRequest const& asked) {
        return products.count_to_most(connection, asked.query, asked.filter);
    }
};

std::optional<Situation> situation_named(std::string_view name) {
    if (name == "ativos") return Situation::active;
    if (name == "inativos") return Situation::inactive;
    if (name == "sem_ncm") return Situation::without_ncm;
    if (name == "com_pendencia") return Situation::with_pendency;
    if (name == "com_aviso") return Situation::with_warning;
    if (name == "lixeira") return Situation::bin;
    return std::nullopt;
}

auth::Answer answer_lookup(auth::ReadCall& call, auth::CompanyScope const& scope) {
    if (!taxation_of(call.db, scope)) return not_found();
    auto const settings = sale_settings::find_sale_settings(call.db, scope);
    auto const looked_up =
        BALCAO_TRY(look_up(call.db, scope, settings.padroes_balanca, call.request.query("code").value_or("")));
    if (auto const* const found = std::get_if<Found>(&looked_up)) return http::json(200, to_json(*found));
    auto const& nothing = std::get<NothingFound>(looked_up);
    std::string suggestions;
    for (auto const& product : nothing.sugestoes) suggestions += (suggestions.empty() ? "" : ",") + to_json(product);
    return http::problem({.kind = FailureKind::not_found, .title = "Produto não encontrado", .detail = nothing.detail},
                         call.request.id, http::More{"sugestoes", '[' + suggestions + ']'});
}

} // namespace

Result<records::ListRequest<ProductFilter>> read_products_query(http::Request const& request,
                                                                std::span<std::string_view const> more) {
    constexpr std::array<std::string_view, 6> sorts{"prod_cProd", "prod_xProd",  "prod_NCM",
                                                    "prod_uCOM",  "prod_vUnCOM", "created_at"};
    std::vector<std::string_view> filters{"situacao", "prod_NCM", "prod_uCOM", "prod_cProd"};
    filters.insert(filters.end(), more.begin(), more.end());
    auto query = records::read_list_query(request, sorts, filters);
    std::vector<FieldProblem> problems;
    if (!query) problems = query.error().fields;

    ProductFilter filter;
    if (auto const name = request.query("situacao")) {
        if (auto const situation = situation_named(*name)) filter.situation = *situation;
        else problems.push_back({"situacao", "Use ativos, inativos, sem_ncm, com_pendencia, com_aviso ou lixeira."});
    }
    if (auto const ncm = request.query("prod_NCM")) {
        if (is_digits(*ncm) && ncm->size() >= 2 && ncm->size() <= 8) filter.ncm = *ncm;
        else problems.push_back({"prod_NCM", "Digite de 2 a 8 números do começo do NCM."});
    }
    if (auto const unit = request.query("prod_uCOM")) {
        filter.unit = upper_ascii(trim(*unit));
        if (filter.unit.empty() || length(filter.unit) > 6)
            problems.push_back({"prod_uCOM", "Digite de 1 a 6 caracteres."});
    }
    if (auto const code = request.query("prod_cProd")) {
        filter.code = trim(*code);
        if (filter.code.empty() || length(filter.code) > 60)
            problems.push_back({"prod_cProd", "Digite de 1 a 60 caracteres."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return records::ListRequest<ProductFilter>{.query = *std::move(query), .filter = std::move(filter)};
}

void add_products_routes(auth::Gate& gate, records::Services services) {
    records::add_record_routes<ProductRoutes>(gate, services);
    add_changes_routes(gate, services);
    gate.route({.pattern = "/api/companies/{id}/products/lookup", .who = auth::Who::operador}, answer_lookup);
    add_ncm_search_route(gate);
}

} // namespace balcao::products
