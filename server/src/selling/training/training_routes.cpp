#include "selling/training/training.hpp"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/datetime.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/entity.hpp"
#include "platform/base/json.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/records.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/upkeep/upkeep.hpp"

namespace balcao::training {

namespace {

using auth::Answer;
using auth::Who;

struct NextAnswer {
    std::string resposta;
};
constexpr Field next_answer_fields[]{
    field<&NextAnswer::resposta>("resposta", {.required = true, .one_of = "normal|recusa|silencio"})};

struct Conditions {
    std::optional<std::string> dia; // AAAA-MM-DD; none: today
    std::string exigir_ibscbs = "N";
};
constexpr Field conditions_fields[]{field<&Conditions::dia>("dia"),
                                    field<&Conditions::exigir_ibscbs>("exigir_ibscbs", {.one_of = "S|N"})};

// A company as practice needs it.
struct Practising {
    std::string cnpj, zone;
};

// What the simulator does with the next receipt of the company alone, and with no other request. Refused for a reason
// (778) that no program's check finds out before it is sent.
std::string rule_of(NextAnswer const& answer, std::string const& cnpj) {
    return fmt::format(R"({{"service":"NFeAutorizacao4","CNPJ":"{}","times":1,{}}})", cnpj,
                       answer.resposta == "recusa" ? R"("cStat":778)" : R"("fault":"silence")");
}

std::unexpected<Failure> away() {
    return fail({.kind = FailureKind::unavailable,
                 .title = "Simulador fora do ar",
                 .detail = "O simulador da SEFAZ não respondeu. Tente de novo em instantes.",
                 .retry_after = 2});
}

Result<Practising> practising(db::Connection& connection, auth::CompanyScope const& scope) {
    auto const company = companies::find(connection, scope);
    if (!company) return not_found();
    return Practising{company->company.cnpj, company->company.fuso_horario};
}

std::chrono::days between(std::string const& day, std::string const& later) {
    constexpr std::string_view utc = "UTC";
    auto const apart = start_of_day(later, utc) - start_of_day(day, utc);
    return std::chrono::floor<std::chrono::days>(apart);
}

class Training {
public:
    Training(auth::Gate& gate, receipts::Wire const& wire, sefaz::SimulatorAccess const* simulator)
        : gate_(gate), wire_(wire), simulator_(simulator) {}

    Answer set_next_answer(http::Request const& request, auth::CompanyScope const& scope) const {
        auto const body = BALCAO_TRY(json::parse_object(request.body));
        std::vector<FieldProblem> problems;
        auto const answer = read_entity<NextAnswer>(next_answer_fields, body, problems);
        if (!problems.empty()) return invalid(std::move(problems));
        auto const cnpj = BALCAO_TRY(wire_.database.read([&](db::Connection& connection) {
                              return practising(connection, scope);
                          })).cnpj;
        if (simulator_ == nullptr || !simulator_->behave_normally(cnpj)) return away();
        if (answer.resposta != "normal" && !simulator_->behave(rule_of(answer, cnpj))) return away();
        return records::no_content();
    }

    Answer conditions(db::Connection& connection, auth::CompanyScope const& scope) const {
        auto const [_, zone] = BALCAO_TRY(practising(connection, scope));
        auto const settings = sefaz_settings::find_settings(connection, scope);
        Conditions conditions{.dia = std::nullopt, .exigir_ibscbs = settings.treino_exige_ibscbs ? "S" : "N"};
        if (settings.treino_dias.count() > 0) conditions.dia = local_date(wire_.now() + settings.treino_dias, zone);
        return http::json(200, to_json(conditions_fields, conditions));
    }

    Answer set_conditions(http::Request const& request, auth::CompanyScope const& scope) const {
        auto const body = BALCAO_TRY(json::parse_object(request.body));
        std::vector<FieldProblem> problems;
        auto const wanted = read_entity<Conditions>(conditions_fields, body, problems);
        auto const company =
            BALCAO_TRY(wire_.database.read([&](db::Connection& connection) { return practising(connection, scope); }));
        std::chrono::days ahead{0};
        if (wanted.dia && !nfce::is_date(*wanted.dia)) problems.push_back({"dia", "Use uma data AAAA-MM-DD."});
        else if (wanted.dia) ahead = between(local_date(wire_.now(), company.zone), *wanted.dia);
        if (ahead < std::chrono::days{0} || ahead > sefaz_settings::most_ahead)
            problems.push_back({"dia", "Escolha de hoje até daqui a um ano."});
        if (!problems.empty()) return invalid(std::move(problems));
        bool const demands = wanted.exigir_ibscbs == "S";
        if (simulator_ == nullptr || !simulator_->set_ahead(company.cnpj, ahead) ||
            !simulator_->demand_ibscbs(company.cnpj, demands))
            return away();
        BALCAO_TRY(wire_.database.write([&](db::Transaction& transaction) -> Result<void> {
            auto const still = BALCAO_TRY(gate_.ask_again(transaction, request, Who::operador));
            sefaz_settings::save_practice_conditions(transaction, still, ahead, demands);
            return {};
        }));
        return records::no_content();
    }

    Answer clear(http::Request const& request, auth::Actor const& actor) const {
        auto const cnpj = BALCAO_TRY(wire_.database.write([&](db::Transaction& transaction) -> Result<std::string> {
            auto const scope = BALCAO_TRY(gate_.ask_again(transaction, request, Who::gerente));
            auto cnpj = BALCAO_TRY(practising(transaction, scope)).cnpj;
            receipts::forget_practice(transaction, wire_, scope, actor.user);
            for (auto const topic : std::initializer_list<events::Topic>{"receipts", "numbers", "contingency"})
                wire_.records.events.publish(transaction, {.topic = topic, .company = scope.id()});
            records::note(auth::Write{transaction, actor}, wire_.records,
                          {.topic = "sales",
                           .action = "training_clear",
                           .description = "Apagou as vendas e notas de treino",
                           .company = scope.id()});
            return cnpj;
        }));
        // One that is away keeps what it has: numbers go on, so nothing of it stands in the way.
        if (simulator_ != nullptr) static_cast<void>(simulator_->forget(cnpj));
        return records::no_content();
    }

private:
    auth::Gate& gate_;
    receipts::Wire const& wire_;
    sefaz::SimulatorAccess const* simulator_;
};

} // namespace

void add_training_routes(auth::Gate& gate, receipts::Wire const& wire, sefaz::SimulatorAccess const* simulator) {
    Training const training(gate, wire, simulator);
    // Those that change something wait for the simulator.
    gate.route({.method = http::Method::put,
                .pattern = "/api/companies/{id}/training/next-answer",
                .who = Who::operador,
                .lane = http::Lane::outside},
               [training](http::Request const& request, auth::Actor const&, auth::CompanyScope const& scope) -> Answer {
                   return training.set_next_answer(request, scope);
               });
    gate.route({.pattern = "/api/companies/{id}/training/conditions", .who = Who::operador},
               [training](auth::ReadCall& call, auth::CompanyScope const& scope) -> Answer {
                   return training.conditions(call.db, scope);
               });
    gate.route({.method = http::Method::put,
                .pattern = "/api/companies/{id}/training/conditions",
                .who = Who::operador,
                .lane = http::Lane::outside},
               [training](http::Request const& request, auth::Actor const&, auth::CompanyScope const& scope) -> Answer {
                   return training.set_conditions(request, scope);
               });
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/training/clear",
                .who = Who::gerente,
                .lane = http::Lane::outside},
               [training](http::Request const& request, auth::Actor const& actor, auth::CompanyScope const&) -> Answer {
                   return training.clear(request, actor);
               });
}

} // namespace balcao::training
