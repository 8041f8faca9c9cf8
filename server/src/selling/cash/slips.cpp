#include "selling/cash/slips.hpp"

#include <utility>

#include <fmt/format.h>

#include "nfce/slip.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/base/text.hpp"
#include "platform/records/record_routes.hpp"
#include "registry/companies/companies.hpp"
#include "registry/stations/slips.hpp"
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
    auto const form = BALCAO_TRY(stations::read_slip_form(call.request));
    return stations::draw_slip(BALCAO_TRY(slip_of(call.db, call.actor, scope, *seq)), form);
}

struct AskedSlip {
    std::int64_t seq = 0;
};
constexpr Field asked_slip_fields[]{field<&AskedSlip::seq>("seq", {.required = true, .at_least = 1})};

Answer print_slip(http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope,
                  Services const& services) {
    auto const body = BALCAO_TRY(json::parse_object(request.body));
    std::vector<FieldProblem> problems;
    auto const asked = read_entity<AskedSlip>(asked_slip_fields, body, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    auto const find = [&](db::Connection& connection) -> Result<nfce::Slip> {
        auto slip = slip_of(connection, actor, scope, asked.seq);
        if (!slip) return invalid({{"seq", "Este movimento não tem comprovante."}});
        return slip;
    };
    return stations::print_slip(request, scope, services, find, "O comprovante foi impresso.");
}

} // namespace

void add_slip_routes(auth::Gate& gate, Services const& services) {
    gate.route({.pattern = "/api/companies/{id}/cash/sessions/{cid}/movements/{seq}/slip",
                .who = auth::Who::operador,
                .lane = http::Lane::slow,
                .at_counter = true},
               get_slip);
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/stations/{eid}/slips",
                .who = auth::Who::operador,
                .lane = http::Lane::outside,
                .at_counter = true},
               [services](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const& scope) {
                   return print_slip(request, actor, scope, services);
               });
}

} // namespace balcao::cash
