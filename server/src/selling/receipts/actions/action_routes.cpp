#include "selling/receipts/actions/actions.hpp"

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/http/etag.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/issuing/issuing.hpp"
#include "selling/receipts/nota/nota.hpp"
#include "selling/receipts/voiding/voiding.hpp"

namespace balcao::receipts {

namespace {

using auth::Answer;

constexpr db::Query count_waiting{"receipts_count_waiting", R"sql(
    select count(*) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and estado in ('contingencia', 'contingencia_rejeitada'))sql"};

struct Reason {
    std::string motivo;
};
constexpr Field reason_fields[]{
    field<&Reason::motivo>("motivo", {.required = true, .min = 15, .max = 255, .nfe_text = true})};

Result<std::string> read_reason(std::string const& body) {
    auto const object = BALCAO_TRY(json::parse_object(body));
    std::vector<FieldProblem> problems;
    auto reason = read_entity<Reason>(reason_fields, object, problems);
    if (!problems.empty()) return invalid(std::move(problems));
    return std::move(reason.motivo);
}

http::Response shown(int status, Nota const& nota) { return records::answer(status, summary_json(nota), nota.version); }

AskAgain ask_again(auth::Gate& gate, http::Request const& request, auth::Who who) {
    return [&gate, &request, who](db::Transaction& transaction) { return gate.ask_again(transaction, request, who); };
}

// What an action needs of its request, given to `act`.
auto acting(auth::Gate& gate, Wire const& wire, auth::Who who, auto act) {
    return [&gate, &wire, who, act](http::Request const& request, auth::Actor const& actor,
                                    auth::CompanyScope const& scope) -> Answer {
        auto const id = BALCAO_TRY(records::id_in_path<NotaId>(request, "rid"));
        Acting const acting{.wire = wire,
                            .actor = actor,
                            .scope = scope,
                            .ask_again = ask_again(gate, request, who),
                            .as_gerente = ask_again(gate, request, auth::Who::gerente)};
        return act(acting, id, request);
    };
}

std::string contingency_json(db::Connection& connection, Wire const& wire, auth::CompanyScope const& scope,
                             std::string const& ambiente, ContingencySettings const& settings) {
    auto const waiting =
        connection.scalar<std::int64_t>(count_waiting, {{"emitente_id", scope.id()}, {"ambiente", ambiente}});
    return to_json(ambiente, settings,
                   {.offline = active(connection, scope, ambiente, wire.watch),
                    .waiting = waiting.value_or(0),
                    .hindrances = find_hindrances(connection, wire, scope, ambiente),
                    .overuse = overuse_notice(connection, wire, scope, ambiente),
                    .reminders = find_reminders(connection, wire, scope)});
}

} // namespace

void add_action_routes(auth::Gate& gate, Wire const& wire) {
    using auth::Who;
    auto const route = [&](std::string_view action, Who who, auto act) {
        gate.route({.method = http::Method::post,
                    .pattern = "/api/companies/{id}/receipts/{rid}/" + std::string(action),
                    .who = who,
                    .lane = http::Lane::write,
                    .at_counter = who == Who::operador},
                   acting(gate, wire, who, act));
    };
    route("issue", Who::operador, [](Acting const& acting, NotaId id, http::Request const& request) -> Answer {
        boost::json::object corrections;
        if (!request.body.empty()) corrections = BALCAO_TRY(json::parse_object(request.body));
        auto const acted = BALCAO_TRY(try_again(acting, id, corrections));
        return shown(acted.is_new ? 201 : 202, acted.nota);
    });
    route("contingency", Who::operador, [](Acting const& acting, NotaId id, http::Request const&) -> Answer {
        auto const acted = BALCAO_TRY(go_offline(acting, id));
        return shown(acted.is_new ? 201 : 200, acted.nota);
    });
    route("check", Who::operador, [](Acting const& acting, NotaId id, http::Request const&) -> Answer {
        return shown(202, BALCAO_TRY(check_now(acting, id)).nota);
    });
    route("cancel", Who::operador, [](Acting const& acting, NotaId id, http::Request const& request) -> Answer {
        auto const motivo = BALCAO_TRY(read_reason(request.body));
        return shown(202, BALCAO_TRY(cancel(acting, id, motivo)).nota);
    });
    route("abandon", Who::gerente, [](Acting const& acting, NotaId id, http::Request const& request) -> Answer {
        auto const motivo = BALCAO_TRY(read_reason(request.body));
        return shown(202, BALCAO_TRY(abandon(acting, id, motivo)).nota);
    });

    gate.route(
        {.method = http::Method::post,
         .pattern = "/api/companies/{id}/receipts/{rid}/xml",
         .who = Who::gerente,
         .lane = http::Lane::write,
         .body = {.limit = most_xml_bytes, .content_types = {"application/xml", "text/xml"}}},
        acting(gate, wire, Who::gerente, [](Acting const& acting, NotaId id, http::Request const& request) -> Answer {
            return shown(200, BALCAO_TRY(hand_in_xml(acting, id, request.body)));
        }));
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/receipts/void-numbers",
                .who = Who::gerente,
                .lane = http::Lane::write},
               [&gate, &wire](http::Request const& request, auth::Actor const& actor,
                              auth::CompanyScope const& scope) -> Answer {
                   auto const body = BALCAO_TRY(json::parse_object(request.body));
                   auto const input = BALCAO_TRY(read_voiding(body));
                   auto const as_gerente = ask_again(gate, request, Who::gerente);
                   Acting const acting{
                       .wire = wire, .actor = actor, .scope = scope, .ask_again = as_gerente, .as_gerente = as_gerente};
                   json::ObjectWriter writer;
                   writer.text("id", BALCAO_TRY(void_numbers(acting, input)).to_string());
                   return http::json(202, writer.take());
               });

    gate.route({.pattern = "/api/companies/{id}/contingency", .who = Who::operador},
               [&wire](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request));
                   auto const settings = find_contingency(call.db, scope, ambiente);
                   return records::answer(200, contingency_json(call.db, wire, scope, ambiente, settings),
                                          settings.version);
               });
    gate.route({.method = http::Method::put, .pattern = "/api/companies/{id}/contingency", .who = Who::gerente},
               [&wire](auth::WriteCall& call, auth::CompanyScope const& scope) -> Answer {
                   auto const ambiente = BALCAO_TRY(sefaz_settings::known_ambiente(call.db, scope, call.request));
                   auto const if_match = BALCAO_TRY(http::if_match(call.request));
                   auto const body = BALCAO_TRY(json::parse_object(call.request.body));
                   auto const input = BALCAO_TRY(read_contingency(body));
                   auto const saved = BALCAO_TRY(put_contingency(call, scope, wire.records, ambiente, if_match, input));
                   return records::answer(200, contingency_json(call.db, wire, scope, ambiente, saved), saved.version);
               });
}

} // namespace balcao::receipts
