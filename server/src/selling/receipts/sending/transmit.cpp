#include "selling/receipts/sending/sending.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "fiscal/sefaz_calls/status_questions.hpp"
#include "platform/base/json.hpp"
#include "platform/base/time_scale.hpp"
#include "registry/companies/companies.hpp"
#include "registry/sale_settings/sale_settings.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/planning/planning.hpp"
#include "selling/receipts/sending/advance.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using sefaz_calls::between_questions;
using std::chrono::milliseconds;

// Of one company: two receipts a second.
constexpr milliseconds pace{500};
constexpr db::Query next_offline{"receipts_next_offline", R"sql(
    select id, coalesce(conferir_em, 0) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and estado = 'contingencia' and substituida_por is null
    order by case when coalesce(conferir_em, 0) <= :now then 0 else conferir_em end, prazo, seq limit 1)sql"};
constexpr db::Query save_due{"receipts_save_due", R"sql(
    update nfce set conferir_em = :conferir_em where emitente_id = :emitente_id and id = :id)sql"};

constexpr db::Query last_sent{"receipts_last_transmission", R"sql(
    select anunciada_em from sefaz_troca
    where emitente_id = :emitente_id and ambiente = :ambiente and servico = :servico order by seq desc limit 1)sql"};

struct WaitingOffline {
    NotaId id;
    Instant due;
};
std::optional<WaitingOffline> find_next(db::Connection& connection, auth::CompanyScope const& scope,
                                        std::string_view ambiente, Instant now) {
    return connection.first(
        next_offline, {{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"now", now}},
        [](db::Row const& row) { return WaitingOffline{.id = row.get<NotaId>(0), .due = row.get<Instant>(1)}; });
}

jobs::Next next_at(Instant due, Instant now, milliseconds at_least = milliseconds{0}) {
    return {std::max(std::chrono::ceil<milliseconds>(due - now), at_least)};
}

struct Seen {
    std::optional<WaitingOffline> next;
    bool is_slow = false;
    Instant from; // nothing is sent before
};
// While SEFAZ is slow for the company one receipt a minute shows whether it still is.
Seen look(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente, Instant now) {
    Seen seen{.next = find_next(connection, scope, ambiente, now),
              .is_slow = find_contingency(connection, scope, ambiente).lenta_desde.has_value(),
              .from = {}};
    if (!seen.is_slow) return seen;
    auto const last =
        connection.scalar<Instant>(last_sent, {{"emitente_id", scope.id()},
                                               {"ambiente", ambiente},
                                               {"servico", nfce::service_name(nfce::Service::authorisation)}});
    seen.from = last.value_or(Instant{}) + shortened(between_probes);
    return seen;
}
jobs::Next next_look(Seen const& seen, Instant now) {
    if (!seen.next) return seen.is_slow ? jobs::Next{shortened<milliseconds>(between_questions)} : jobs::Next{};
    return next_at(std::max(seen.next->due, seen.from), now, shortened<milliseconds>(pace));
}

// With nothing to send, its status shows whether SEFAZ is still slow.
void ask_whether_slow(jobs::JobContext& job, Wire const& wire, std::string const& ambiente) {
    auto const scope = job.company();
    struct Subject {
        std::optional<companies::StoredCompany> company;
        std::chrono::seconds patience{};
    };
    auto const subject = wire.database.read([&](db::Connection& connection) {
        return Subject{
            .company = companies::find(connection, scope),
            .patience = std::chrono::seconds(sale_settings::find_sale_settings(connection, scope).contingencia_apos_s)};
    });
    if (!subject.company) return job.finish([](db::Transaction&) {});
    auto const& company = subject.company->company;
    auto const answer = ask_status(
        wire, scope, {.ambiente = ambiente, .uf = company.uf, .cnpj = company.cnpj, .nome = company.razao_social});
    job.settle([&](db::Transaction& transaction) -> jobs::Next {
        auto const now = wire.now();
        if (answer && answer->works && answer->took * 2 <= shortened(subject.patience))
            end_slow(transaction, wire, scope, ambiente);
        return next_look(look(transaction, scope, ambiente, now), now);
    });
}

void transmit_next(jobs::JobContext& job, Wire const& wire) {
    auto const scope = job.company();
    auto const ambiente = text_of(job.job(), "ambiente");
    auto const seen =
        wire.database.read([&](db::Connection& connection) { return look(connection, scope, ambiente, wire.now()); });
    auto const after = [&](db::Transaction& transaction) -> jobs::Next {
        auto const now = wire.now();
        return next_look(look(transaction, scope, ambiente, now), now);
    };
    if (!seen.next && seen.is_slow) return ask_whether_slow(job, wire, ambiente);
    if (!seen.next || std::max(seen.next->due, seen.from) > wire.now()) {
        job.settle(after);
        return;
    }
    auto const id = seen.next->id;
    advance(job, wire, id, [&](db::Transaction& transaction, std::optional<Instant> due) {
        transaction.execute(save_due, {{"emitente_id", scope.id()}, {"id", id}, {"conferir_em", due}});
        return after(transaction);
    });
}

} // namespace

void add_receipt_jobs(jobs::Queue& queue, Wire const& wire) {
    queue.handle(std::string(resolve_job),
                 {.run = [&wire](jobs::JobContext& job) -> Result<void> {
                      auto const id = Uuid::parse(text_of(job.job(), "nfce"));
                      advance(job, wire, NotaId(id.value()),
                              [&wire](db::Transaction&, std::optional<Instant> due) -> jobs::Next {
                                  return due ? next_at(*due, wire.now()) : jobs::Next{};
                              });
                      return {};
                  },
                  .attempts = jobs::unlimited,
                  .fila = jobs::Fila::nfce});
    queue.handle(std::string(transmission_job), {.run = [&wire](jobs::JobContext& job) -> Result<void> {
                                                     transmit_next(job, wire);
                                                     return {};
                                                 },
                                                 .attempts = jobs::unlimited,
                                                 .fila = jobs::Fila::nfce_atraso});
}

} // namespace balcao::receipts
