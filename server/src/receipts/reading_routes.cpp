#include "receipts/reading_routes.hpp"

#include "auth/gate.hpp"
#include "base/json.hpp"
#include "companies/companies.hpp"
#include "http/problem.hpp"
#include "nfce/danfe.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/services.hpp"
#include "numbers/numbers.hpp"
#include "receipts/actions.hpp"
#include "receipts/documents_store.hpp"
#include "receipts/listing.hpp"
#include "receipts/receipt_json.hpp"
#include "receipts/receipts_store.hpp"
#include "receipts/timeline.hpp"
#include "records/answers.hpp"
#include "records/record_routes.hpp"
#include "sales/sales.hpp"
#include "sefaz_settings/sefaz_settings.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;

constexpr std::string_view one = "/api/companies/{id}/receipts/{rid}";

constexpr db::Query insert_print{"receipts_insert_print", R"sql(
    insert into nfce_impressao (id, emitente_id, nfce_id, via, caminho, ok, user_id, created_at)
    values (:id, :emitente_id, :nfce_id, :via, :caminho, :ok, :user_id, :now))sql"};
constexpr db::Query series_numbers{"receipts_numbers", R"sql(
    select ambiente, serie, proximo, ultimo_usado, conferido_ate, parada_motivo from nfce_numeracao
    where emitente_id = :emitente_id and ambiente = :ambiente order by serie)sql"};
constexpr db::Query numbers_by_state{"receipts_numbers_by_state", R"sql(
    select serie, estado, count(*) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente group by serie, estado order by serie, estado)sql"};
constexpr db::Query ranges{"receipts_ranges", R"sql(
    select serie, ini, fim, tipo from nfce_faixa
    where emitente_id = :emitente_id and ambiente = :ambiente order by serie, ini)sql"};

Result<NotaId> id_of(http::Request const& request) { return records::id_in_path<NotaId>(request, "rid"); }

Answer get(auth::ReadCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const subject = find_subject(call.db, wire, scope, id, {});
    if (!subject) return not_found();
    return records::answer(200, detail_json(call.db, scope, *subject), subject->nota.version);
}

// The document as it is kept: with its protocol once it is authorised.
Result<std::string> document_of(db::Connection& connection, auth::CompanyScope const& scope, Nota const& nota) {
    if (nota.state() == Estado::autorizada_sem_xml) {
        return fail({.kind = FailureKind::action_unavailable,
                     .title = "Nota sem XML",
                     .detail = "A SEFAZ autorizou esta nota com um conteúdo que não está aqui. Envie o XML dela.",
                     .current_json = summary_json(nota)});
    }
    auto const xml = version_xml(connection, scope, nota.id, nota.versao);
    auto const protocol = find_document(connection, scope, "protNFe", nota.id.uuid());
    return protocol ? nfce::stored_document(xml, *protocol) : xml;
}

Answer get_xml(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const nota = find_nota(call.db, scope, id);
    if (!nota) return not_found();
    http::Response response{.content_type = "application/xml", .body = BALCAO_TRY(document_of(call.db, scope, *nota))};
    response.headers.emplace_back("Content-Disposition", "attachment; filename=\"" + nota->chave + "-nfe.xml\"");
    return response;
}

struct Print {
    nfce::DanfeOptions options;
    bool escpos = false;
    int columns = 48;
};
Result<Print> read_print(http::Request const& request) {
    Print print;
    std::vector<FieldProblem> problems;
    auto const papel = request.query("papel").value_or("80");
    if (papel == "58") {
        print.options.paper = nfce::Paper::roll58;
        print.columns = 32;
    } else if (papel == "a4") {
        print.options.paper = nfce::Paper::a4;
    } else if (papel != "80") {
        problems.push_back({"papel", "Use 80, 58 ou a4."});
    }
    auto const via = request.query("via").value_or("consumidor");
    if (via == "estabelecimento") print.options.copy = nfce::Copy::establishment;
    else if (via != "consumidor") problems.push_back({"via", "Use consumidor ou estabelecimento."});
    auto const formato = request.query("formato").value_or("pdf");
    print.escpos = formato == "escpos";
    if (!print.escpos && formato != "pdf") problems.push_back({"formato", "Use pdf ou escpos."});
    if (!problems.empty()) return invalid(std::move(problems));
    return print;
}

Answer get_danfe(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto print = BALCAO_TRY(read_print(call.request));
    auto const nota = find_nota(call.db, scope, id);
    if (!nota) return not_found();
    bool const printable = is_authorised(nota->state()) || nota->tpEmis == 9 || nota->nProt;
    if (!printable) {
        return fail({.kind = FailureKind::action_unavailable,
                     .title = "Nota ainda não autorizada",
                     .detail = "Só uma nota autorizada ou em contingência pode ser impressa.",
                     .current_json = summary_json(*nota)});
    }
    auto const xml = BALCAO_TRY(document_of(call.db, scope, *nota));
    auto const receipt = nfce::read_receipt(xml);
    if (!receipt) throw db::Error("receipts: a stored document cannot be read: " + receipt.error().front().message);
    std::optional<std::string> logo;
    if (auto const company = companies::find(call.db, scope))
        logo = companies::find_documents_logo(call.db, company->company);
    if (logo) print.options.logo = *logo;
    print.options.cancelled = nota->state() == Estado::cancelada || nota->state() == Estado::cancelada_subst;
    auto drawn = print.escpos ? nfce::danfe_escpos(*receipt, print.options, print.columns)
                              : nfce::danfe_pdf(*receipt, print.options);
    if (!drawn) return invalid(drawn.error().message);
    http::Response response{.content_type = print.escpos ? "application/octet-stream" : "application/pdf",
                            .body = *std::move(drawn)};
    response.headers.emplace_back("Content-Disposition",
                                  "inline; filename=\"" + nota->chave + (print.escpos ? ".bin\"" : ".pdf\""));
    return response;
}

struct Printed {
    std::string via;
    std::string caminho;
    bool ok = true;
};
constexpr Field printed_fields[]{
    field<&Printed::via>("via", {.required = true, .one_of = "consumidor|estabelecimento"}),
    field<&Printed::caminho>("caminho", {.required = true, .one_of = "navegador|rede|serial"}),
    field<&Printed::ok>("ok"),
};

Answer note_print(auth::WriteCall& call, Wire const& wire, auth::CompanyScope const& scope) {
    auto const id = BALCAO_TRY(id_of(call.request));
    auto const body = BALCAO_TRY(json::parse_object(call.request.body));
    std::vector<FieldProblem> problems;
    auto const printed = read_entity<Printed>(printed_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const nota = find_nota(call.db, scope, id);
    if (!nota) return not_found();
    call.db.execute(insert_print, {{"id", Uuid::make()},
                                   {"emitente_id", scope.id()},
                                   {"nfce_id", id},
                                   {"via", printed.via},
                                   {"caminho", printed.caminho},
                                   {"ok", printed.ok ? 1 : 0},
                                   {"user_id", call.actor.user},
                                   {"now", wire.now()}});
    return records::no_content();
}

template <class Add>
std::string array_of(db::Connection& connection, db::Query const& query, db::Params const& params, Add add) {
    std::string out = "[";
    connection.run(query, params, [&](db::Row const& row) {
        json::ObjectWriter writer;
        add(row, writer);
        out += (out.size() > 1 ? "," : "") + writer.take();
    });
    return out + "]";
}

Answer get_numbers(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const ambiente = std::string(
        call.request.query("ambiente").value_or(sefaz_settings::find_settings(call.db, scope).ambiente_das_notas()));
    db::Params const params{{"emitente_id", scope.id()}, {"ambiente", ambiente}};
    json::ObjectWriter writer;
    writer.text("ambiente", ambiente);
    writer.raw("series", array_of(call.db, series_numbers, params, [](db::Row const& row, json::ObjectWriter& each) {
                   each.integer("serie", row.integer(1));
                   each.integer("proximo", row.integer(2));
                   each.integer("ultimo_usado", row.integer(3));
                   each.integer("conferido_ate", row.integer(4));
                   each.optional_text("parada", row.get<std::optional<std::string>>(5));
               }));
    writer.raw("estados", array_of(call.db, numbers_by_state, params, [](db::Row const& row, json::ObjectWriter& each) {
                   each.integer("serie", row.integer(0));
                   each.text("estado", row.text(1));
                   each.integer("quantidade", row.integer(2));
               }));
    writer.raw("faixas", array_of(call.db, ranges, params, [](db::Row const& row, json::ObjectWriter& each) {
                   each.integer("serie", row.integer(0));
                   each.integer("ini", row.integer(1));
                   each.integer("fim", row.integer(2));
                   each.text("tipo", row.text(3));
               }));
    return http::json(200, writer.take());
}

} // namespace

void add_reading_routes(auth::Gate& gate, Wire const& wire) {
    gate.route({.pattern = "/api/companies/{id}/receipts"},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const asked = BALCAO_TRY(read_receipt_list(call.db, scope, call.request));
                   return http::json(200, records::to_json(list_receipts(call.db, scope, asked), asked.query));
               });
    gate.route({.pattern = "/api/companies/{id}/receipts/count"},
               [](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const asked = BALCAO_TRY(read_receipt_list(call.db, scope, call.request));
                   return http::json(200, count_receipts(call.db, scope, asked));
               });
    gate.route({.pattern = std::string(one)},
               [&wire](auth::ReadCall& call, auth::CompanyScope const& scope) { return get(call, wire, scope); });
    gate.route({.pattern = std::string(one) + "/xml"}, get_xml);
    gate.route({.pattern = std::string(one) + "/danfe", .lane = http::Lane::slow}, get_danfe);
    gate.route(
        {.method = http::Method::post, .pattern = std::string(one) + "/prints"},
        [&wire](auth::WriteCall& call, auth::CompanyScope const& scope) { return note_print(call, wire, scope); });
    gate.route({.pattern = "/api/companies/{id}/numbers"}, get_numbers);
}

} // namespace balcao::receipts
