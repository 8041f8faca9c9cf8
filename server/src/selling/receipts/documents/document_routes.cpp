#include "selling/receipts/documents/documents.hpp"

#include <array>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/documents/xml_month.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;
using auth::Who;

constexpr std::string_view months = "/api/companies/{id}/receipts/xml-month";
struct MonthInput {
    std::string mes;
    std::optional<std::string> ambiente;
};
constexpr Field month_fields[]{
    field<&MonthInput::mes>("mes", {.required = true, .max = 7}),
    field<&MonthInput::ambiente>("ambiente", {.one_of = "producao|homologacao|simulador"}),
};

http::Response shown_month(int status, db::Connection& connection, auth::CompanyScope const& scope,
                           XmlMonth const& month) {
    return http::json(status, to_json(month, files_of(connection, scope, month.id)));
}

Answer post_month(auth::WriteCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const input = read_entity<MonthInput>(month_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const ambiente =
        input.ambiente.value_or(std::string(sefaz_settings::find_settings(call.db, scope).ambiente_das_notas()));
    return shown_month(202, call.db, scope, BALCAO_TRY(ask_for_month(call, wire, scope, ambiente, input.mes)));
}

Result<XmlMonth> month_in_path(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = Uuid::parse(call.request.param("mid"));
    auto month = id ? find_month(call.db, scope, *id) : std::nullopt;
    if (!month) return not_found();
    return *std::move(month);
}

Answer get_file(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const month = BALCAO_TRY(month_in_path(call, scope));
    auto const n = parse_int(call.request.param("n"));
    auto const company = companies::find(call.db, scope);
    if (month.estado != "pronta" || !n || !company) return not_found();
    auto file = find_file(call.db, scope, month.id, *n);
    if (!file) return not_found();
    auto const name = file_name(company->company.cnpj, month, *n, files_of(call.db, scope, month.id).size());
    http::Response response{.content_type = "application/zip", .body = *std::move(file)};
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + name + "\"");
    return response;
}

} // namespace

void add_document_routes(auth::Gate& gate, Wire const& wire) {
    gate.route(
        {.method = http::Method::post, .pattern = std::string(months), .who = Who::gerente},
        [&wire](auth::WriteCall& call, auth::CompanyScope const& scope) { return post_month(call, wire, scope); });
    gate.route({.pattern = std::string(months) + "/{mid}", .who = Who::gerente},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   return shown_month(200, call.db, scope, BALCAO_TRY(month_in_path(call, scope)));
               });
    gate.route({.pattern = std::string(months) + "/{mid}/files/{n}", .who = Who::gerente, .lane = http::Lane::slow},
               get_file);
}

} // namespace balcao::receipts
