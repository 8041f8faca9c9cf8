#include "selling/receipts/reading/reading.hpp"

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/services.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "platform/spreadsheets/exports.hpp"
#include "selling/receipts/actions/actions.hpp"
#include "selling/receipts/documents/documents.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/receipts/reading/listing.hpp"
#include "selling/receipts/reading/numbers_view.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;
using auth::Who;

constexpr std::string_view one_receipt = "/api/companies/{id}/receipts/{rid}";
constexpr auto export_parameters = std::to_array<std::string_view>({"format"});

Result<NotaId> receipt_id_in(http::Request const& request) { return records::id_in_path<NotaId>(request, "rid"); }

Answer get_receipt(auth::ReadCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(receipt_id_in(call.request));
    auto const subject = find_subject(call.db, wire, scope, id, {});
    if (!subject || !may_see(call.actor, scope, subject->nota)) return not_found();
    return records::answer(200, detail_json(call.db, scope, *subject), subject->nota.version);
}

Answer get_xml(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(receipt_id_in(call.request));
    auto const nota = find_seen_nota(call.db, call.actor, scope, id);
    if (!nota) return not_found();
    http::Response response{.content_type = "application/xml", .body = BALCAO_TRY(document_of(call.db, scope, *nota))};
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + nota->chave + "-nfe.xml\"");
    return response;
}

// An operador's list is of the own sales.
Result<ReceiptList> read_list(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto asked = BALCAO_TRY(read_receipt_list(call.db, scope, call.request));
    if (!scope.is_gerente()) asked.filter.operador = call.actor.user;
    return asked;
}

Result<DanfeForm> read_form(http::Request const& request) {
    DanfeForm form;
    std::vector<FieldProblem> problems;
    int columns = 48;
    auto const papel = request.query("papel").value_or("80");
    if (papel == "58") {
        form.paper = nfce::Paper::roll58;
        columns = 32;
    } else if (papel == "a4") {
        form.paper = nfce::Paper::a4;
    } else if (papel != "80") {
        problems.push_back({"papel", "Use 80, 58 ou a4."});
    }
    auto const via = request.query("via").value_or("consumidor");
    if (via == "estabelecimento") form.copy = nfce::Copy::establishment;
    else if (via != "consumidor") problems.push_back({"via", "Use consumidor ou estabelecimento."});
    auto const formato = request.query("formato").value_or("pdf");
    if (formato == "escpos") form.columns = columns;
    else if (formato != "pdf") problems.push_back({"formato", "Use pdf ou escpos."});
    auto const reimpressao = request.query("reimpressao").value_or("N");
    form.reprint = reimpressao == "S";
    if (!form.reprint && reimpressao != "N") problems.push_back({"reimpressao", "Use S ou N."});
    if (!problems.empty()) return invalid(std::move(problems));
    return form;
}

Answer get_danfe(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(receipt_id_in(call.request));
    auto const form = BALCAO_TRY(read_form(call.request));
    auto const nota = find_seen_nota(call.db, call.actor, scope, id);
    if (!nota) return not_found();
    http::Response response{.content_type = form.columns ? "application/octet-stream" : "application/pdf",
                            .body = BALCAO_TRY(draw_danfe(call.db, scope, *nota, form))};
    response.headers.emplace_back("Content-Disposition",
                                  "inline; filename=\"" + nota->chave + (form.columns ? ".bin\"" : ".pdf\""));
    return response;
}

Answer export_receipts(auth::ReadCall& call, auth::CompanyScope const& scope, Clock const& clock) {
    auto const format = BALCAO_TRY(spreadsheets::format_of(call.request));
    auto const asked = BALCAO_TRY(read_receipt_list(call.db, scope, call.request, export_parameters));
    BALCAO_TRY(spreadsheets::check_export_size(found_receipts(call.db, scope, asked)));
    auto file = receipt_sheet(format, [&](auto const& use) { each_receipt(call.db, scope, asked, use); });
    return spreadsheets::download(format, spreadsheets::file_stem("notas", clock.now()), std::move(file));
}

} // namespace

void add_reading_routes(auth::Gate& gate, Wire const& wire) {
    gate.route({.pattern = "/api/companies/{id}/receipts", .who = auth::Who::operador, .at_counter = true},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const asked = BALCAO_TRY(read_list(call, scope));
                   return http::json(200, records::to_json(list_receipts(call.db, scope, asked), asked.query));
               });
    gate.route({.pattern = "/api/companies/{id}/receipts/count", .who = auth::Who::operador, .at_counter = true},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const asked = BALCAO_TRY(read_list(call, scope));
                   return http::json(200, count_receipts(call.db, scope, asked));
               });
    gate.route(
        {.pattern = std::string(one_receipt), .who = auth::Who::operador, .at_counter = true},
        [&wire](auth::ReadCall& call, auth::CompanyScope const& scope) { return get_receipt(call, wire, scope); });
    gate.route({.pattern = std::string(one_receipt) + "/xml", .who = auth::Who::operador, .at_counter = true}, get_xml);
    gate.route({.pattern = std::string(one_receipt) + "/danfe",
                .who = auth::Who::operador,
                .lane = http::Lane::slow,
                .at_counter = true},
               get_danfe);
    gate.route({.pattern = "/api/companies/{id}/numbers", .who = auth::Who::gerente},
               [&wire](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request));
                   auto const json = numbers_json(call.db, scope, ambiente, wire.now());
                   if (!json) return not_found();
                   return http::json(200, *json);
               });
    gate.route({.pattern = "/api/companies/{id}/receipts/export", .who = Who::gerente, .lane = http::Lane::slow},
               [&wire](auth::ReadCall& call, auth::CompanyScope const& scope) {
                   return export_receipts(call, scope, wire.records.clock);
               });
}

} // namespace balcao::receipts
