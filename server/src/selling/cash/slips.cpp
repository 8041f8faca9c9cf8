#include "selling/cash/slips.hpp"

#include <utility>

#include <fmt/format.h>

#include "nfce/slip.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/companies/companies.hpp"
#include "registry/stations/printer_link.hpp"
#include "selling/cash/sessions.hpp"

namespace balcao::cash {

namespace {

using auth::Answer;

// Of what was moved by hand, for whoever holds the till.
Result<nfce::Slip> slip_of(db::Connection& connection, auth::Actor const& actor, auth::CompanyScope const& scope,
                           std::int64_t seq) {
    auto const found = find_movement(connection, scope, seq);
    if (!found) return not_found();
    auto const session = find_seen(connection, actor, scope, found->session);
    auto const company = companies::find(connection, scope);
    if (!session || !company || !holds(actor, scope, *session)) return not_found();
    auto const& movement = found->movement;
    bool const out = movement.tipo == sangria;
    if (!out && movement.tipo != suprimento) return not_found();
    return nfce::Slip{.title = out ? "SANGRIA" : "SUPRIMENTO",
                      .amount = brl(out ? -movement.valor : movement.valor),
                      .details = fmt::format(
                          "{} · {} · {} · {}", local_date_time_text(movement.created_at, company->company.fuso_horario),
                          session->estacao, movement.usuario.value_or(""), movement.motivo.value_or(""))};
}

Answer get_slip(auth::ReadCall& call, auth::CompanyScope const& scope) {
    auto const cid = BALCAO_TRY(records::id_in_path<SessaoId>(call.request, "cid"));
    auto const seq = parse_int(call.request.param("seq"));
    auto const found = seq ? find_movement(call.db, scope, *seq) : std::nullopt;
    if (!found || found->session != cid) return not_found();
    std::vector<FieldProblem> problems;
    auto const papel = call.request.query("papel").value_or("80");
    if (papel != "80" && papel != "58") problems.push_back({"papel", "Use 80 ou 58."});
    auto const formato = call.request.query("formato").value_or("pdf");
    if (formato != "pdf" && formato != "escpos") problems.push_back({"formato", "Use pdf ou escpos."});
    if (!problems.empty()) return invalid(std::move(problems));
    auto const slip = BALCAO_TRY(slip_of(call.db, call.actor, scope, *seq));
    bool const narrow = papel == "58";
    if (formato == "escpos") {
        return http::Response{.content_type = "application/octet-stream",
                              .body = nfce::slip_escpos(slip, narrow ? 32 : 48)};
    }
    return http::Response{.content_type = "application/pdf",
                          .body = nfce::slip_pdf(slip, narrow ? nfce::Paper::roll58 : nfce::Paper::roll80)};
}

struct Asked {
    std::int64_t seq = 0;
};
constexpr Field asked_fields[]{field<&Asked::seq>("seq", {.required = true, .at_least = 1})};

// Nothing of the database is held while a printer is spoken to.
Answer print_slip(http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope,
                  Services const& services) {
    auto const station_id = BALCAO_TRY(records::id_in_path<StationId>(request, "eid"));
    auto const body = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto const asked = read_entity<Asked>(asked_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    struct Ready {
        stations::Printer printer;
        std::string bytes;
    };
    auto const ready = BALCAO_TRY(services.database.read([&](db::Connection& connection) -> Result<Ready> {
        auto const station = stations::find(connection, scope, station_id);
        if (!station) return not_found();
        if (station->ativo != "S" || !station->impressora.is_by_network()) {
            return invalid(fmt::format("A estação {} não imprime pela rede. Imprima pelo navegador.", station->nome));
        }
        auto slip = slip_of(connection, actor, scope, asked.seq);
        if (!slip) return invalid({{"seq", "Este movimento não tem comprovante."}});
        return Ready{.printer = station->impressora,
                     .bytes = nfce::slip_escpos(*slip, static_cast<int>(station->impressora.colunas))};
    }));
    auto const printed = stations::print(ready.printer, ready.bytes, services.reach);
    json::ObjectWriter writer;
    writer.boolean("ok", printed.has_value());
    writer.text("texto", printed ? "O comprovante foi impresso." : stations::what_to_check(printed.error()));
    return http::json(200, writer.take());
}

} // namespace

void add_slip_routes(auth::Gate& gate, Services const& services) {
    gate.route({.pattern = "/api/companies/{id}/cash/sessions/{cid}/movements/{seq}/slip",
                .who = auth::Who::operador,
                .lane = http::Lane::slow},
               get_slip);
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/stations/{eid}/slips",
                .who = auth::Who::operador,
                .lane = http::Lane::outside},
               [services](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
                   return print_slip(request, actor, scope, services);
               });
}

} // namespace balcao::cash
