#include "products/products_routes.hpp"

#include <array>
#include <vector>

#include "base/json.hpp"
#include "base/text.hpp"
#include "http/etag.hpp"
#include "http/problem.hpp"
#include "products/products.hpp"

namespace balcao::products {

namespace {

http::Response answer(int status, StoredProduct const& stored) {
    return records::answer(status, to_json(product_fields(), stored.product), stored.version);
}

Result<Product> read_body(auth::WriteCall& call, auth::CompanyScope const& scope) {
    auto const crt = crt_of(call.db, scope);
    if (!crt) return not_found();
    auto const object = json::parse_object(call.request.body);
    if (!object) return fail(object.error());
    std::vector<FieldProblem> problems;
    auto product = read_product(*object, *crt, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return product;
}

Result<ProductId> id_of(http::Request const& request) {
    auto const id = ProductId::parse(request.param("pid"));
    if (!id) return not_found();
    return *id;
}

auth::Answer list_products(auth::ReadCall& call, auth::CompanyScope const& scope) {
    if (!crt_of(call.db, scope)) return not_found();
    auto const asked = read_products_query(call.request);
    if (!asked) return fail(asked.error());
    return http::json(200, to_json(list(call.db, scope, asked->first, asked->second), asked->first));
}

auth::Answer count_products(auth::ReadCall& call, auth::CompanyScope const& scope) {
    if (!crt_of(call.db, scope)) return not_found();
    auto const asked = read_products_query(call.request);
    if (!asked) return fail(asked.error());
    json::ObjectWriter writer;
    writer.integer("total", count(call.db, scope, asked->first, asked->second));
    return http::json(200, writer.take());
}

auth::Answer get_product(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = id_of(call.request);
    if (!id) return fail(id.error());
    auto const stored = find(call.db, scope, *id);
    if (!stored) return not_found();
    return answer(200, *stored);
}

std::optional<Situation> situation_named(std::string_view name) {
    if (name == "ativos") return Situation::active;
    if (name == "inativos") return Situation::inactive;
    if (name == "sem_ncm") return Situation::without_ncm;
    if (name == "lixeira") return Situation::bin;
    return std::nullopt;
}

} // namespace

Result<std::pair<http::ListQuery, ProductFilter>> read_products_query(http::Request const& request,
                                                                      std::span<std::string_view const> more) {
    constexpr std::array<std::string_view, 5> sorts{"prod_cProd", "prod_xProd", "prod_NCM", "prod_uCOM", "created_at"};
    std::vector<std::string_view> filters{"situacao", "prod_NCM", "prod_uCOM"};
    filters.insert(filters.end(), more.begin(), more.end());
    auto query = http::read_list_query(request, sorts, filters);
    std::vector<FieldProblem> problems;
    if (!query) problems = query.error().fields;

    ProductFilter filter;
    if (auto const name = request.query("situacao")) {
        if (auto const situation = situation_named(*name)) filter.situation = *situation;
        else problems.push_back({"situacao", "Use ativos, inativos, sem_ncm ou lixeira."});
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
    if (!problems.empty()) return invalid(std::move(problems));
    return std::pair{*std::move(query), std::move(filter)};
}

void add_products_routes(auth::Gate& gate, records::Services services) {
    constexpr auto products = "/api/companies/{id}/products";
    constexpr auto product = "/api/companies/{id}/products/{pid}";
    using auth::Who;

    gate.read_company(products, list_products);
    gate.read_company("/api/companies/{id}/products/count", count_products);
    gate.read_company(product, get_product);

    gate.create_company_record(products,
                               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                                   auto body = read_body(call, scope);
                                   if (!body) return fail(body.error());
                                   auto const stored = create(call, scope, services, *std::move(body));
                                   if (!stored) return fail(stored.error());
                                   return answer(201, *stored);
                               });

    gate.write_company(http::Method::post, "/api/companies/{id}/products/bulk", Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const bulk = records::read_bulk(call.request.body, true);
                           if (!bulk) return fail(bulk.error());
                           auto const outcome = change_many(call, scope, services, *bulk);
                           if (!outcome) return fail(outcome.error());
                           return records::bulk_answer(*outcome);
                       });

    gate.write_company(http::Method::put, product, Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const id = id_of(call.request);
                           if (!id) return fail(id.error());
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           auto body = read_body(call, scope);
                           if (!body) return fail(body.error());
                           auto const stored = update(call, scope, services, *id, *if_match, *std::move(body));
                           if (!stored) return fail(stored.error());
                           return answer(200, *stored);
                       });

    gate.write_company(http::Method::del, product, Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const id = id_of(call.request);
                           if (!id) return fail(id.error());
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           auto const kept = remove(call, scope, services, *id, *if_match);
                           if (!kept) return fail(kept.error());
                           return *kept ? answer(200, **kept) : records::no_content();
                       });

    gate.write_company(http::Method::post, "/api/companies/{id}/products/{pid}/restore", Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const id = id_of(call.request);
                           if (!id) return fail(id.error());
                           auto const stored = restore(call, scope, services, *id);
                           if (!stored) return fail(stored.error());
                           return answer(200, *stored);
                       });
}

} // namespace balcao::products
