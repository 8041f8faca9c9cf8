#include "companies/companies_routes.hpp"

#include <array>

#include "base/json.hpp"
#include "companies/companies.hpp"
#include "companies/companies_store.hpp"
#include "http/etag.hpp"
#include "http/list_query.hpp"
#include "http/problem.hpp"

namespace balcao::companies {

namespace {

http::Response answer(int status, StoredCompany const& stored) {
    return records::answer(status, to_json(company_fields(), stored.company), stored.version);
}

Result<Company> read_body(http::Request const& request) {
    auto const object = json::parse_object(request.body);
    if (!object) return fail(object.error());
    std::vector<FieldProblem> problems;
    auto company = read_company(*object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return company;
}

// An SVG is a document: nothing in it may run or load, whatever the check may have missed.
http::Response image(LogoFile file, std::string_view cache_control) {
    std::string body(reinterpret_cast<char const*>(file.bytes.data()), file.bytes.size());
    return {
        .content_type = std::move(file.content_type),
        .body = std::move(body),
        .headers = {{"Cache-Control", std::string(cache_control)},
                    {"Content-Security-Policy",
                     "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox; frame-ancestors 'none'"}}};
}

std::optional<LogoKind> logo_kind(http::Request const& request) {
    if (request.param("kind") == "system") return LogoKind::system;
    if (request.param("kind") == "documents") return LogoKind::documents;
    return std::nullopt;
}

auth::Answer list_companies(auth::ReadCall& call) {
    constexpr std::array<std::string_view, 4> sorts{"razao_social", "cnpj", "municipio", "updated_at"};
    constexpr std::array<std::string_view, 1> filters{"ativo"};
    auto const query = http::read_list_query(call.request, sorts, filters);
    if (!query) return fail(query.error());
    CompanyFilter filter;
    if (!call.caller.is_admin()) filter.only_of = call.caller.user;
    if (auto const ativo = call.request.query("ativo")) {
        if (*ativo != "S" && *ativo != "N")
            return invalid(std::vector<FieldProblem>{{"ativo", "Use S para ativas ou N para inativas."}});
        filter.ativo = *ativo;
    }
    return http::json(200, to_json(list(call.db, *query, filter), *query));
}

auth::Answer get_logo(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const kind = logo_kind(call.request);
    auto const stored = find(call.db, scope);
    if (!kind || !stored) return not_found();
    auto const& url =
        *kind == LogoKind::system ? stored->company.logo_sistema_url : stored->company.logo_documentos_url;
    if (!url) return not_found();
    auto file = find_logo(call.db, std::string_view(*url).substr(logo_url_prefix.size()));
    if (!file) return not_found();
    return image(std::move(*file), "no-cache");
}

} // namespace

void add_companies_routes(auth::Gate& gate, http::Router& router, db::Database& database, records::Services services) {
    gate.read("/api/companies", list_companies);

    gate.create("/api/companies", auth::Who::admin, [services](auth::WriteCall& call) -> auth::Answer {
        auto company = read_body(call.request);
        if (!company) return fail(company.error());
        auto const stored = create(call, services, *std::move(company));
        if (!stored) return fail(stored.error());
        return answer(201, *stored);
    });

    gate.read_company("/api/companies/{id}", [](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
        auto const stored = find(call.db, scope);
        if (!stored) return not_found();
        return answer(200, *stored);
    });

    gate.write_company(http::Method::put, "/api/companies/{id}", auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           auto company = read_body(call.request);
                           if (!company) return fail(company.error());
                           auto const stored = update(call, scope, services, *if_match, *std::move(company));
                           if (!stored) return fail(stored.error());
                           return answer(200, *stored);
                       });

    gate.write_company(http::Method::del, "/api/companies/{id}", auth::Who::admin,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const if_match = http::if_match(call.request);
                           if (!if_match) return fail(if_match.error());
                           if (auto const removed = remove(call, scope, services, *if_match); !removed)
                               return fail(removed.error());
                           return records::no_content();
                       });

    constexpr auto logo_pattern = "/api/companies/{id}/logos/{kind}";
    gate.read_company(logo_pattern, get_logo);

    gate.write_company(http::Method::put, logo_pattern, auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const kind = logo_kind(call.request);
                           if (!kind) return not_found();
                           auto const stored = put_logo(call, scope, services, *kind, call.request.body);
                           if (!stored) return fail(stored.error());
                           return answer(200, *stored);
                       },
                       {.limit = 1024 * 1024, .content_types = {"image/png", "image/jpeg", "image/svg+xml"}});

    gate.write_company(http::Method::del, logo_pattern, auth::Who::signed_in,
                       [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                           auto const kind = logo_kind(call.request);
                           if (!kind) return not_found();
                           auto const stored = remove_logo(call, scope, services, *kind);
                           if (!stored) return fail(stored.error());
                           return http::Response{
                               .status = 204, .content_type = {}, .headers = {{"ETag", http::etag(stored->version)}}};
                       });

    router.add({.method = http::Method::get,
                .pattern = "/files/company_logos/{userId}/{fileName}",
                .lane = http::Lane::read,
                .handler = [&database](http::Request const& request) {
                    auto const path =
                        std::string(request.param("userId")) + '/' + std::string(request.param("fileName"));
                    auto file = database.read([&](db::Connection& connection) { return find_logo(connection, path); });
                    if (!file) return auth::to_response(not_found(), request);
                    return image(std::move(*file), "public, max-age=31536000, immutable");
                }});
}

} // namespace balcao::companies
