#include <array>

#include "fiscal/numbers/stopped_series.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"

namespace balcao::numbers {

namespace {

struct Confirmed {
    Series series;
    std::int64_t proximo = 0;
};

Result<Confirmed> read_confirmed(std::string_view body) {
    auto const object = BALCAO_TRY(json::parse_object(body));
    std::vector<FieldProblem> problems;
    auto const number = [&](std::string_view name, std::int64_t least, std::int64_t most) -> std::int64_t {
        auto const* const value = object.if_contains(name);
        auto const* const whole = value == nullptr ? nullptr : value->if_int64();
        if (whole != nullptr && *whole >= least && *whole <= most) return *whole;
        problems.push_back({std::string(name), "Digite um número inteiro de " + std::to_string(least) + " a " +
                                                   std::to_string(most) + "."});
        return 0;
    };
    Confirmed confirmed;
    auto const* const ambiente = object.if_contains("ambiente");
    auto const* const text = ambiente == nullptr ? nullptr : ambiente->if_string();
    bool const is_ambiente = text != nullptr && (*text == "producao" || *text == "homologacao" || *text == "simulador");
    if (is_ambiente) confirmed.series.ambiente = *text;
    else problems.push_back({"ambiente", "Use producao, homologacao ou simulador."});
    if (object.contains("modelo")) confirmed.series.modelo = number("modelo", modelo_nfe, modelo_nfce);
    if (confirmed.series.modelo != modelo_nfe && confirmed.series.modelo != modelo_nfce)
        problems.push_back({"modelo", "Use 55 (NF-e) ou 65 (NFC-e)."});
    confirmed.series.serie = number("serie", 0, 999);
    confirmed.proximo = number("proximo", 1, highest_number);
    for (auto const& member : object) {
        if (member.key() != "ambiente" && member.key() != "modelo" && member.key() != "serie" &&
            member.key() != "proximo")
            problems.push_back({std::string(member.key()), "Este campo não existe."});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return confirmed;
}

std::string to_json(std::vector<StoppedSeries> const& stopped) {
    std::string items;
    for (auto const& one : stopped) {
        json::ObjectWriter writer;
        writer.text("ambiente", one.series.ambiente);
        writer.integer("modelo", one.series.modelo);
        writer.integer("serie", one.series.serie);
        writer.integer("proximo", one.proximo);
        writer.text("parada_em", one.parada_em.to_iso());
        writer.text("motivo", one.motivo);
        if (one.proposta) writer.integer("proposta", *one.proposta);
        else writer.null("proposta");
        items += (items.empty() ? "" : ",") + writer.take();
    }
    return R"({"items":[)" + items + "]}";
}

} // namespace

void add_stopped_series_routes(auth::Gate& gate, records::Services services, Marks& marks) {
    gate.route({.pattern = "/api/companies/{id}/numbers/stopped", .who = auth::Who::gerente},
               [&marks](auth::ReadCall& call, auth::CompanyScope const& scope) -> auth::Answer {
                   return http::json(200, to_json(find_stopped(call.db, scope, marks)));
               });
    gate.route(
        {.method = http::Method::post, .pattern = "/api/companies/{id}/numbers/confirm", .who = auth::Who::admin},
        [services, &marks](auth::WriteCall& call, auth::CompanyScope const& scope) -> auth::Answer {
            auto const confirmed = BALCAO_TRY(read_confirmed(call.request.body));
            BALCAO_TRY(confirm_next(call, scope, services, marks, confirmed.series, confirmed.proximo));
            return http::json(200, to_json(find_stopped(call.db, scope, marks)));
        });
}

} // namespace balcao::numbers
