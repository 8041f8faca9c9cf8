#include "registry/products/ncm_search.hpp"

#include <string>
#include <vector>

#include "platform/http/problem.hpp"
#include "platform/reference/reference_routes.hpp"
#include "platform/reference/tables.hpp"

namespace balcao::products {

namespace {

constexpr std::int64_t most_used = 300;

// From one code to the next by the index produtos_NCM: products do not count, only how many codes they have.
constexpr db::Query used_codes{"products_used_ncm", R"sql(
    with recursive used (ncm) as (
        select (select coalesce(p.prod_NCM, '') from produtos p
            where p.id_emit = :id_emit and p.deleted_at is null and coalesce(p.prod_NCM, '') > ''
            order by coalesce(p.prod_NCM, '') limit 1)
        union all
        select (select coalesce(p.prod_NCM, '') from produtos p
            where p.id_emit = :id_emit and p.deleted_at is null and coalesce(p.prod_NCM, '') > used.ncm
            order by coalesce(p.prod_NCM, '') limit 1)
        from used where used.ncm is not null
    )
    select ncm from used where ncm is not null limit :most)sql"};

auth::Answer search_ncm(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto wanted = BALCAO_TRY(reference::read_search(call.request));
    auto const used = call.db.all(used_codes, {{"id_emit", scope.id()}, {"most", most_used}},
                                  [](db::Row const& row) { return row.get<std::string>(0); });
    wanted.used = used;
    return http::json(200, reference::to_json(reference::Table::ncm, reference::search(reference::Table::ncm, wanted)));
}

} // namespace

void add_ncm_search_route(auth::Gate& gate) {
    gate.route({.pattern = "/api/companies/{id}/products/ncm", .who = auth::Who::operador}, search_ncm);
}

} // namespace balcao::products
