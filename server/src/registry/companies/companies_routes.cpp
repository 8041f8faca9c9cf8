#include "registry/companies/companies.hpp"

#include <array>

#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/pictures/drawing_process.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/list_query.hpp"
#include "registry/companies/companies_store.hpp"
#include "registry/companies/logos_store.hpp"

namespace balcao::companies {

namespace {

http::Response answer(int status, StoredCompany const& stored, std::string_view papel) {
    return records::answer(status, to_json(stored.company, papel), stored.version);
}

Result<Company> read_body(http::Request const& request) {
    auto object = BALCAO_TRY(json::parse_object(request.body));
    object.erase("papel"); // as it was told; given with a user's access
    std::vector<FieldProblem> problems;
    auto company = read_company(object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return company;
}

http::Response image(pictures::Picture picture, std::string_view cache_control) {
    return {.content_type = std::move(picture.content_type),
            .body = std::move(picture.bytes),
            .headers = {{"Cache-Control", std::string(cache_control)},
                        {"Content-Security-Policy", "default-src 'none'; sandbox; frame-ancestors 'none'"}}};
}

std::optional<LogoKind> logo_kind(http::Request const& request) {
    if (request.param("kind") == "system") return LogoKind::system;
    if (request.param("kind") == "documents") return LogoKind::documents;
    return std::nullopt;
}

auth::Answer list_companies(auth::ReadCall& call) {
    constexpr std::array<std::string_view, 4> sorts{"razao_social", "cnpj", "municipio", "updated_at"};
    constexpr std::array<std::string_view, 1> filters{"ativo"};
    auto const query = BALCAO_TRY(records::read_list_query(call.request, sorts, filters));
    CompanyFilter filter;
    if (!call.actor.is_admin()) filter.only_of = call.actor.user;
    if (auto const ativo = call.request.query("ativo")) {
        if (*ativo != "S" && *ativo != "N")
            return invalid(std::vector<FieldProblem>{{"ativo", "Use S para ativas ou N para inativas."}});
        filter.ativo = *ativo;
    }
    return http::json(200, to_json(list(call.db, query, filter), query));
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

std::unexpected<Failure> not_drawn(std::string const& sentence) {
    return fail(
        {.kind = FailureKind::invalid, .title = "Erro no upload", .detail = sentence, .fields = {{"logo", sentence}}});
}

// Drawing takes tenths of a second, so it comes before the transaction.
auth::Answer upload_logo(db::Database& database, records::Services const& services, http::Request const& request,
                         auth::Actor const& actor, auth::CompanyScope const& scope) {
    auto const kind = logo_kind(request);
    if (!kind || !database.read([&](db::Connection& connection) { return find(connection, scope); }))
        return not_found();
    auto const drawn = pictures::draw_apart(request.body, side_of(*kind));
    if (!drawn) return not_drawn(drawn.error());
    return database.write([&](db::Transaction& transaction) -> auth::Answer {
        auth::Write const write{transaction, actor};
        auto const stored = BALCAO_TRY(put_logo(write, scope, services, *kind, *drawn, request.body));
        return answer(200, stored, papel_in(scope));
    });
}

} // namespace

void add_companies_routes(auth::Gate& gate, http::Router& router, db::Database& database, records::Services services) {
    gate.route({.pattern = "/api/companies", .who = auth::Who::signed_in}, list_companies);

    gate.route(
        {.method = http::Method::post, .pattern = "/api/companies", .who = auth::Who::admin, .is_repeatable = true},
        [services](auth::WriteCall& call) -> auth::Answer {
            auto company = BALCAO_TRY(read_body(call.request));
            auto const stored = BALCAO_TRY(create(call, services, std::move(company)));
            call.request.log.company_id = stored.company.id.to_string();
            return answer(201, stored, auth::text(auth::Papel::gerente));
        });

    gate.route({.pattern = "/api/companies/{id}", .who = auth::Who::operador, .lane = http::Lane::key},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   auto const stored = find(call.db, scope);
                   if (!stored) return not_found();
                   return answer(200, *stored, papel_in(scope));
               });

    gate.route({.method = http::Method::put, .pattern = "/api/companies/{id}", .who = auth::Who::gerente},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                   auto company = BALCAO_TRY(read_body(call.request));
                   auto const stored = BALCAO_TRY(update(call, scope, services, if_match, std::move(company)));
                   return answer(200, stored, papel_in(scope));
               });

    gate.route({.method = http::Method::del, .pattern = "/api/companies/{id}", .who = auth::Who::admin},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                   BALCAO_TRY(remove(call, scope, services, if_match));
                   return records::no_content();
               });

    constexpr auto logo_pattern = "/api/companies/{id}/logos/{kind}";
    gate.route({.pattern = logo_pattern, .who = auth::Who::operador}, get_logo);

    gate.route(
        {.method = http::Method::put,
         .pattern = logo_pattern,
         .who = auth::Who::gerente,
         .lane = http::Lane::slow,
         .body = {.limit = 1024 * 1024, .content_types = {"image/png", "image/jpeg", "image/svg+xml"}}},
        [&database, services](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
            return upload_logo(database, services, request, actor, scope);
        });

    gate.route({.method = http::Method::del, .pattern = logo_pattern, .who = auth::Who::gerente},
               [services](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   auto const kind = logo_kind(call.request);
                   if (!kind) return not_found();
                   auto const stored = BALCAO_TRY(remove_logo(call, scope, services, *kind));
                   return http::Response{
                       .status = 204, .content_type = {}, .headers = {{"ETag", http::etag(stored.version)}}};
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
