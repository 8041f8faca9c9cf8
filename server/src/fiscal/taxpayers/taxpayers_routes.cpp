#include "fiscal/taxpayers/taxpayers.hpp"

#include <chrono>
#include <compare>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fiscal/sefaz_calls/situation.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "fiscal/taxpayers/taxpayer.hpp"
#include "nfce/answers.hpp"
#include "nfce/return_codes.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/kept_answers.hpp"
#include "platform/base/log.hpp"
#include "platform/http/problem.hpp"
#include "platform/records/field_rules.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::taxpayers {

namespace {

using namespace std::chrono_literals;

constexpr auto service = nfce::Service::registry;
// Who is asked for is typed meanwhile: a later answer would be in the way.
constexpr auto longest_call = 5s;
// Questions of one company to a real SEFAZ. None is known to allow fewer; a 656 would keep it from asking for an hour.
constexpr int most_an_hour = 20;

/// How often each company has asked lately, by this process. Thread-safe.
class Questions {
public:
    /// False: it asked enough. True: it counts as asked now.
    bool ask(CompanyId company, Instant now) {
        std::lock_guard const lock(mutex_);
        auto& asked = asked_[company];
        std::erase_if(asked, [now](Instant at) { return at > now || now - at >= 1h; });
        if (std::ssize(asked) >= most_an_hour) return false;
        asked.push_back(now);
        return true;
    }

private:
    std::mutex mutex_;
    std::map<CompanyId, std::vector<Instant>> asked_;
};

/// Who is asked, and for whom.
struct Question {
    std::string uf;
    std::string ambiente; // producao, homologacao, simulador
    std::string cnpj;
    friend auto operator<=>(Question const&, Question const&) = default;
};

struct Subject {
    sefaz_calls::Destination to;
    bool may_ask = false; // settings are saved, and SEFAZ does not refuse its questions
};

/// nullopt: the registry cannot be asked, so that nothing is known. None: it knows nobody of that CNPJ in its UF.
using Found = std::optional<std::vector<Taxpayer>>;

class TaxpayerDirectory {
public:
    explicit TaxpayerDirectory(Services const& services) : services_(services) {}

    auth::Answer answer(http::Request const& request, auth::CompanyScope const& scope) {
        std::string const cnpj(request.param("cnpj"));
        if (auto problem = records::cnpj_problem(cnpj))
            return invalid(std::vector<FieldProblem>{{"cnpj", *std::move(problem)}});
        auto const subject = find_subject(scope);
        if (!subject) return not_found();
        auto const found = BALCAO_TRY(find(scope, *subject, cnpj));
        json::ObjectWriter writer;
        writer.text("cnpj", cnpj);
        writer.text("uf", subject->to.uf);
        writer.boolean("consultado", found.has_value());
        std::string taxpayers = "[";
        for (auto const& taxpayer : found.value_or(std::vector<Taxpayer>{}))
            taxpayers += (taxpayers.size() > 1 ? "," : "") + to_json(taxpayer);
        writer.raw("contribuintes", taxpayers + "]");
        return http::json(200, writer.take());
    }

private:
    std::optional<Subject> find_subject(auth::CompanyScope const& scope) {
        return services_.database.read([&](db::Connection& connection) -> std::optional<Subject> {
            auto const company = companies::find(connection, scope);
            if (!company) return std::nullopt;
            auto const route = sefaz_settings::route_of(connection, scope);
            bool const is_simulated = route.destino == sefaz_settings::simulador;
            auto const block =
                sefaz_calls::find_block(connection, scope, {route.ambiente}, service, services_.clock.now());
            return Subject{.to = {.ambiente = is_simulated ? std::string(sefaz_calls::simulador) : route.ambiente,
                                  .uf = route.uf,
                                  .cnpj = route.cnpj,
                                  .nome = company->company.razao_social},
                           .may_ask = route.configured && (is_simulated || !block)};
        });
    }

    Result<Found> find(auth::CompanyScope const& scope, Subject const& subject, std::string const& cnpj) {
        auto const& to = subject.to;
        bool const is_simulated = to.ambiente == sefaz_calls::simulador;
        if (!subject.may_ask) return Found{};
        auto const address = services_.caller.address(to, service);
        if (!address) return Found{};
        Question const question{.uf = to.uf, .ambiente = to.ambiente, .cnpj = cnpj};
        if (!is_simulated)
            if (auto known = kept_.find(question)) return Found{*std::move(known)};

        auto const identity = services_.caller.identity(scope, to);
        if (!identity) return Found{};
        auto const turn = turns_.take();
        if (!turn) return fail(away(to.uf));
        if (!is_simulated && !questions_.ask(scope.id(), services_.clock.now())) return Found{};

        auto const outcome = services_.caller.client().call(
            *identity, {.url = *address, .service = service, .message = nfce::registry_message(to.uf, cnpj)},
            longest_call);
        if (!outcome.body) return fail(told_nothing(to, outcome.body.error().technical));
        auto found = BALCAO_TRY(read(scope, to, *outcome.body, cnpj));
        // The simulator knows only whom it was told of: that it knows nobody says nothing.
        if (is_simulated) return found && found->empty() ? Found{} : std::move(found);
        if (found) kept_.put(question, *found);
        return found;
    }

    Result<Found> read(auth::CompanyScope const& scope, sefaz_calls::Destination const& to, std::string_view body,
                       std::string_view cnpj) {
        auto const answer = nfce::read_answer(body);
        if (auto const* const told = std::get_if<nfce::Registrations>(&answer)) {
            auto taxpayers = read_taxpayers(*told, cnpj);
            if (!taxpayers) return fail(told_nothing(to, "about another CNPJ"));
            return Found{*std::move(taxpayers)};
        }
        auto const head = nfce::read_answer_head(body);
        if (!head) return fail(told_nothing(to, head.error()));
        switch (head->cStat) {
        // Not in the registry of that UF (reference f8).
        case 259:
        case 261:
        case 264: return Found{std::vector<Taxpayer>{}};
        default: break;
        }
        if (nfce::class_of(head->cStat) == nfce::CodeClass::overuse) keep_away(scope, to, head->cStat);
        return fail(told_nothing(to, fmt::format("cStat {}", head->cStat)));
    }

    // After a 656 SEFAZ refuses every question of that service for an hour.
    void keep_away(auth::CompanyScope const& scope, sefaz_calls::Destination const& to, int cStat) {
        auto const now = services_.clock.now();
        services_.database.write([&](db::Transaction& transaction) {
            sefaz_calls::set_block(transaction, scope, {to.ambiente}, service,
                                   {.until = now + 1h, .cStat = cStat, .motivo = nfce::explain(cStat).sentence}, now);
        });
    }

    static Failure told_nothing(sefaz_calls::Destination const& to, std::string const& why) {
        log::warning("taxpayer_registry_failed", {{"uf", to.uf}, {"ambiente", to.ambiente}, {"error", why}});
        return away(to.uf);
    }

    static Failure away(std::string_view uf) {
        return {.kind = FailureKind::unavailable,
                .title = "Cadastro da SEFAZ sem resposta",
                .detail = fmt::format("O cadastro da SEFAZ de {} não respondeu. Digite os dados.", uf)};
    }

    Services const services_;
    AskingTurns turns_;
    Questions questions_;
    KeptAnswers<Question, std::vector<Taxpayer>> kept_;
};

} // namespace

void add_taxpayers_routes(auth::Gate& gate, Services services) {
    auto const directory = std::make_shared<TaxpayerDirectory>(services);
    gate.route(
        {.pattern = "/api/companies/{id}/taxpayers/{cnpj}", .who = auth::Who::operador, .lane = http::Lane::outside},
        [directory](http::Request const& request, auth::Actor const&, auth::CompanyScope const& scope) {
            return directory->answer(request, scope);
        });
}

} // namespace balcao::taxpayers
