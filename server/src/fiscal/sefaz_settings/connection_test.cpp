// 'Testar Conexão': asks SEFAZ's status, authorisation and registry services, or those of the simulator.

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sodium.h>

#include "fiscal/sefaz_calls/situation.hpp"
#include "fiscal/sefaz_calls/status_questions.hpp"
#include "fiscal/sefaz_settings/connection_rows.hpp"
#include "fiscal/sefaz_settings/sefaz_settings.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/tables.hpp"
#include "platform/audit/audit.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/json.hpp"
#include "platform/base/log.hpp"
#include "platform/http/problem.hpp"
#include "registry/companies/companies.hpp"

namespace balcao::sefaz_settings {

namespace {

using namespace std::chrono_literals;
using nfce::Service;

// With what comes before and after a test stays below the contract's fifteen seconds.
constexpr auto longest_call = 12s;
constexpr auto between_tests = std::chrono::seconds{3};
// After a 656 SEFAZ refuses everything.
constexpr auto overuse_lasts = std::chrono::hours{1};
constexpr std::size_t most_remembered = 10'000;

constexpr std::array tested{Service::status, Service::authorisation_result, Service::registry};

/// Which companies are testing, and when the others last did. Thread-safe.
class Turns {
public:
    explicit Turns(Clock const& clock) : clock_(clock) {}

    /// Seconds to wait, or nullopt: the company's turn until end().
    std::optional<int> begin(CompanyId company) {
        std::lock_guard const lock(mutex_);
        auto const now = clock_.now();
        if (turns_.size() >= most_remembered) {
            std::erase_if(turns_, [now](auto const& entry) {
                return !entry.second.running && now - entry.second.ended >= between_tests;
            });
        }
        auto& turn = turns_[company];
        if (turn.running || now - turn.ended < between_tests) return static_cast<int>(between_tests.count());
        turn.running = true;
        return std::nullopt;
    }
    void end(CompanyId company) {
        std::lock_guard const lock(mutex_);
        turns_[company] = {.running = false, .ended = clock_.now()};
    }

private:
    struct Turn {
        bool running = false;
        Instant ended{};
    };
    Clock const& clock_;
    std::mutex mutex_;
    std::map<CompanyId, Turn> turns_;
};

struct Subject {
    Route route;
    std::string name;
    std::optional<Instant> refused_until{}; // SEFAZ answers this company nothing before
};

bool is_real(Subject const& subject) { return subject.route.destino != simulador; }

std::optional<Instant> refused_until(db::Connection& connection, auth::CompanyScope const& scope,
                                     std::string_view ambiente, Instant now) {
    std::optional<Instant> until;
    for (auto const service : tested) {
        auto const block = sefaz_calls::find_block(connection, scope, {ambiente}, service, now);
        if (block && block->cStat == overuse) until = std::max(until, block->until);
    }
    return until;
}

std::unexpected<Failure> wait(std::string sentence, int seconds) {
    return fail({.kind = FailureKind::limited,
                 .title = "Aguarde para testar de novo",
                 .detail = std::move(sentence),
                 .retry_after = seconds});
}

/// What came out of a test. `reason`: why nothing was called.
struct TestResult {
    std::optional<std::string> reason{};
    std::vector<ServiceRow> rows{};
};

sefaz_calls::Destination destination_of(Subject const& subject) {
    auto const& route = subject.route;
    return {.ambiente = route.destino == simulador ? std::string(sefaz_calls::simulador) : route.ambiente,
            .uf = route.uf,
            .cnpj = route.cnpj,
            .nome = subject.name};
}

std::string message_for(Service service, sefaz_calls::Destination const& to) {
    auto const tpAmb = sefaz_calls::tpAmb_of(to.ambiente);
    auto const cUF = std::string(nfce::tables::uf_code(to.uf).value_or(""));
    switch (service) {
    case Service::status: return nfce::status_message(tpAmb, cUF);
    // Nobody here sent a batch of this number: nothing is issued, and who answers is the authorisation service. Another
    // one each time, since SEFAZ takes the same question again and again for a loop.
    case Service::authorisation_result: {
        auto const batch =
            fmt::format("{}{:04}{:09}", cUF, randombytes_uniform(10'000), randombytes_uniform(1'000'000'000));
        return nfce::authorisation_result_message(tpAmb, batch);
    }
    default: break;
    }
    return nfce::registry_message(to.uf, to.cnpj);
}

std::string json_of(std::vector<ServiceRow> const& rows) {
    std::string out = "[";
    for (auto const& row : rows) {
        json::ObjectWriter writer;
        writer.text("servico", row.servico);
        writer.text("situacao", row.situacao);
        if (row.codigo) writer.integer("codigo", *row.codigo);
        else writer.null("codigo");
        writer.optional_text("resposta", row.resposta);
        writer.text("mensagem", row.mensagem);
        if (row.ms) writer.integer("ms", *row.ms);
        else writer.null("ms");
        out += (out.size() > 1 ? "," : "") + writer.take();
    }
    return out + "]";
}

class ConnectionTest {
public:
    explicit ConnectionTest(ConnectionTestServices const& services) : services_(services), turns_(services_.clock) {}

    auth::Answer run(auth::Actor const& actor, auth::CompanyScope const& scope) {
        auto const subject = services_.database.read([&](db::Connection& connection) -> std::optional<Subject> {
            auto const company = companies::find(connection, scope);
            if (!company) return std::nullopt;
            Subject found{.route = route_of(connection, scope), .name = company->company.razao_social};
            if (is_real(found))
                found.refused_until = refused_until(connection, scope, found.route.ambiente, services_.clock.now());
            return found;
        });
        if (!subject) return not_found();
        if (auto const seconds = turns_.begin(scope.id())) {
            return wait(
                fmt::format("A SEFAZ bloqueia quem pergunta sem parar. Espere {} segundos depois do último teste "
                            "desta empresa e tente de novo.",
                            *seconds),
                *seconds);
        }
        struct Turn {
            Turns& turns;
            CompanyId company;
            ~Turn() { turns.end(company); }
        } const turn{turns_, scope.id()};

        auto const result = BALCAO_TRY(test(*subject, scope));
        auto const now = services_.clock.now();
        note(actor, scope, *subject, result, now);
        return http::json(200, to_json(subject->route, result, now));
    }

private:
    Result<TestResult> test(Subject const& subject, auth::CompanyScope const& scope) {
        auto const& route = subject.route;
        if (!route.configured) {
            return nobody_called(
                "Salve primeiro o ambiente, o CSC e o identificador do CSC: sem eles nada é enviado à SEFAZ.");
        }
        auto const to = destination_of(subject);
        if (to.ambiente == sefaz_calls::simulador && !services_.caller.has_simulator()) {
            return nobody_called(
                "Esta instalação não tem o simulador da SEFAZ. Mude o destino para a SEFAZ para testar de verdade.");
        }
        auto const identity = services_.caller.identity(scope, to);
        if (identity) {
            if (is_real(subject)) BALCAO_TRY(may_ask(subject));
            return call(*identity, to);
        }
        if (to.ambiente != sefaz_calls::simulador) return nobody_called(identity.error());
        TestResult result;
        for (auto const service : tested) result.rows.push_back(not_called(service, identity.error()));
        return result;
    }

    Result<void> may_ask(Subject const& subject) {
        if (subject.refused_until) {
            auto const left = *subject.refused_until - services_.clock.now();
            auto const minutes = std::chrono::ceil<std::chrono::minutes>(left);
            return wait(fmt::format("A SEFAZ bloqueou as consultas desta empresa (656). Espere {} min e tente de novo; "
                                    "até lá não se pergunta nada.",
                                    minutes.count()),
                        static_cast<int>(std::chrono::seconds{minutes}.count()));
        }
        auto const now = services_.clock.now();
        auto const known = services_.database.write([&](db::Transaction& transaction) {
            return sefaz_calls::begin_question(transaction, destination_of(subject), now);
        });
        if (known) {
            auto const left = std::chrono::ceil<std::chrono::seconds>(known->next() - now).count();
            return wait(
                fmt::format("A SEFAZ de {} aceita uma consulta a cada 3 minutos, e ela acabou de ser consultada. "
                            "Espere {} segundos e tente de novo.",
                            subject.route.uf, left),
                static_cast<int>(left));
        }
        return {};
    }

    static TestResult nobody_called(std::string reason) {
        TestResult result{.reason = std::move(reason)};
        for (auto const service : tested) result.rows.push_back(simulated(service));
        return result;
    }

    TestResult call(sefaz::Identity const& identity, sefaz_calls::Destination const& to) {
        std::vector<sefaz::Call> calls;
        std::vector<std::size_t> places; // of each call among the rows
        TestResult result;
        for (auto const service : tested) {
            auto url = services_.caller.address(to, service);
            result.rows.push_back(not_offered(service, to.uf));
            if (!url) continue;
            places.push_back(result.rows.size() - 1);
            calls.push_back({.url = *std::move(url), .service = service, .message = message_for(service, to)});
        }
        auto const outcomes = services_.caller.client().call_all(identity, calls, longest_call);
        for (std::size_t i = 0; i < calls.size(); ++i) {
            auto const& outcome = outcomes[i];
            if (!outcome.body) {
                log::warning("sefaz_call_failed", {{"service", nfce::service_name(calls[i].service)},
                                                   {"url", calls[i].url},
                                                   {"error", outcome.body.error().technical}});
            }
            result.rows[places[i]] = row_of(calls[i].service, outcome);
        }
        return result;
    }

    void note(auth::Actor const& actor, auth::CompanyScope const& scope, Subject const& subject,
              TestResult const& result, Instant now) {
        auto const& route = subject.route;
        auto const is_fine = std::ranges::all_of(result.rows, is_good);
        auto const where = route.ambiente == producao   ? "produção"
                           : route.destino == simulador ? "homologação, simulador"
                                                        : "homologação";
        json::ObjectWriter details;
        details.text("ambiente", route.ambiente);
        details.text("destino", route.destino);
        details.boolean("simulado", result.reason.has_value());
        details.raw("servicos", json_of(result.rows));
        auto const ending = result.reason ? ", só como simulação" : is_fine ? "" : ", com falha";
        services_.database.write([&](db::Transaction& transaction) {
            if (is_real(subject)) keep_away(transaction, scope, route, result, now);
            audit::write(transaction, now,
                         {.action = "sefaz_test_connection",
                          .description = fmt::format("Testou a conexão com a SEFAZ ({}){}", where, ending),
                          .user = actor.user,
                          .company = scope.id(),
                          .outcome = is_fine ? audit::Outcome::success : audit::Outcome::error,
                          .details = details.take()});
        });
    }

    // From the services that said 656.
    static void keep_away(db::Transaction& transaction, auth::CompanyScope const& scope, Route const& route,
                          TestResult const& result, Instant now) {
        for (std::size_t i = 0; i < result.rows.size(); ++i) {
            if (result.rows[i].codigo != overuse) continue;
            sefaz_calls::set_block(
                transaction, scope, {route.ambiente}, tested.at(i),
                {.until = now + overuse_lasts, .cStat = overuse, .motivo = nfce::explain(overuse).sentence}, now);
        }
    }

    static std::string to_json(Route const& route, TestResult const& result, Instant now) {
        json::ObjectWriter writer;
        writer.boolean("simulado", result.reason.has_value());
        writer.optional_text("motivo", result.reason);
        writer.text("ambiente", route.ambiente);
        writer.text("destino", route.destino);
        writer.raw("servicos", json_of(result.rows));
        writer.text("testado_em", now.to_iso());
        return writer.take();
    }

    ConnectionTestServices const services_;
    Turns turns_;
};

} // namespace

void add_connection_test_route(auth::Gate& gate, ConnectionTestServices services) {
    auto const test = std::make_shared<ConnectionTest>(services);
    gate.route({.method = http::Method::post,
                .pattern = "/api/companies/{id}/sefaz-settings/test",
                .who = auth::Who::gerente,
                .lane = http::Lane::outside},
               [test](http::Request const&, auth::Actor const& actor, auth::CompanyScope const& scope) {
                   return test->run(actor, scope);
               });
}

} // namespace balcao::sefaz_settings
