#include "selling/receipts/exchanges/exchanges.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "fiscal/sefaz_calls/status_questions.hpp"
#include "nfce/tables.hpp"
#include "platform/base/time_scale.hpp"
#include "registry/companies/companies.hpp"
#include "selling/receipts/planning/planning.hpp"

namespace balcao::receipts {

namespace {

using sefaz_calls::between_questions;
using std::chrono::milliseconds;

constexpr std::string_view status_job = "sefaz_status";
// However much shorter a test waits: a busy machine answers no quicker.
constexpr milliseconds least_limit{1'000};

// Of any company: SEFAZ answers all of a UF or none.
constexpr db::Query oldest_waiting{"receipts_oldest_waiting", R"sql(
    select n.id, n.emitente_id from nfce n join emitente e on e.id = n.emitente_id
    where e.uf = :uf and n.ambiente = :ambiente and n.estado = 'contingencia' and n.substituida_por is null
    order by n.prazo, n.seq limit 1)sql"};

struct WaitingAnywhere {
    Uuid nota;
    CompanyId company;
};

bool says_it_works(std::expected<StatusAnswer, std::string> const& answer) { return answer && answer->works; }

} // namespace

std::expected<StatusAnswer, std::string> ask_status(Wire const& wire, auth::CompanyScope const& scope,
                                                    sefaz_calls::Destination const& to, milliseconds limit) {
    auto const identity = wire.caller.identity(scope, to);
    if (!identity) return std::unexpected(identity.error());
    auto const url = wire.caller.address(to, nfce::Service::status);
    if (!url) return std::unexpected("As tabelas fiscais não têm o endereço dela. Fale com o administrador.");
    auto const cUF = std::string(nfce::tables::uf_code(to.uf).value_or(""));
    auto const outcome =
        wire.caller.client().call(*identity,
                                  {.url = *url,
                                   .service = nfce::Service::status,
                                   .message = nfce::status_message(sefaz_calls::tpAmb_of(to.ambiente), cUF)},
                                  std::max(shortened<milliseconds>(limit), least_limit));
    if (!outcome.body) {
        auto const& fault = outcome.body.error();
        // Its connection was refused to this company alone.
        bool const is_ours = fault.kind == sefaz::FaultKind::certificate_refused;
        if (outcome.nothing_sent || is_ours) return std::unexpected(fault.sentence);
    }
    auto const returned = returned_of(nfce::Service::status, outcome, wire.now());
    auto const* const answered = std::get_if<Answered>(&returned.reply);
    auto const said = said_by(returned.reply);
    return StatusAnswer{.works = answered && std::holds_alternative<nfce::ServiceUp>(answered->answer),
                        .said = said.cStat == 0 ? "não respondeu"
                                                : fmt::format("respondeu {} ({})", said.cStat, said.xMotivo),
                        .took = outcome.took};
}

namespace {

void probe(jobs::JobContext& job, Wire const& wire) {
    auto const scope = job.company();
    sefaz_calls::Place const place{.uf = text_of(job.job(), "uf"), .ambiente = text_of(job.job(), "ambiente")};
    struct Seen {
        std::optional<sefaz_calls::Away> away;
        std::optional<WaitingAnywhere> waiting;
        std::optional<companies::StoredCompany> company;
    };
    auto const seen = wire.database.read([&](db::Connection& connection) {
        return Seen{.away = sefaz_calls::find_away(connection, place),
                    .waiting = connection.first(
                        oldest_waiting, {{"uf", place.uf}, {"ambiente", place.ambiente}},
                        [](db::Row const& row) { return WaitingAnywhere{row.get<Uuid>(0), row.get<CompanyId>(1)}; }),
                    .company = companies::find(connection, scope)};
    });
    if (!seen.away || !seen.company) {
        job.finish([](db::Transaction&) {});
        return;
    }
    auto const now = wire.now();
    // Further ahead than it is ever set: the clock was put back since.
    bool const is_due =
        seen.away->proximo_status_em <= now || seen.away->proximo_status_em > now + shortened(between_questions);
    bool const ask = !seen.waiting && is_due;
    bool const back = ask && says_it_works(ask_status(wire, scope,
                                                      {.ambiente = place.ambiente,
                                                       .uf = place.uf,
                                                       .cnpj = seen.company->company.cnpj,
                                                       .nome = seen.company->company.razao_social}));
    job.settle([&](db::Transaction& transaction) -> jobs::Next {
        if (back) {
            wire.watch.judged(place);
            sefaz_calls::set_working(transaction, place, now);
            wire.records.events.publish(transaction, {.topic = "contingency", .company = scope.id()});
            return {};
        }
        auto const next_question = ask ? now + shortened(between_questions) : seen.away->proximo_status_em;
        sefaz_calls::set_probe(transaction, place,
                               seen.waiting.transform([](WaitingAnywhere const& one) { return one.nota; }),
                               next_question);
        if (seen.waiting) wire.queue.wake(transaction, transmission_key(seen.waiting->company, place.ambiente));
        return {shortened<milliseconds>(between_probes)};
    });
}

} // namespace

void ensure_status_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       sefaz_calls::Place const& place) {
    wire.queue.enqueue(transaction, {.tipo = status_job,
                                     .dados = fmt::format(R"({{"uf":"{}","ambiente":"{}"}})", place.uf, place.ambiente),
                                     .chave = fmt::format("sefaz_status:{}:{}", place.uf, place.ambiente),
                                     .company = scope});
}

void add_status_job(jobs::Queue& queue, Wire const& wire) {
    queue.handle(std::string(status_job), {.run = [&wire](jobs::JobContext& job) -> Result<void> {
                                               probe(job, wire);
                                               return {};
                                           },
                                           .attempts = jobs::unlimited,
                                           .fila = jobs::Fila::nfce_atraso});
}

} // namespace balcao::receipts
