#include "receipts/transmit.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/json.hpp"
#include "receipts/advance.hpp"
#include "receipts/issue.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

// Of one company: two receipts a second.
constexpr milliseconds pace{500};

constexpr db::Query next_offline{"receipts_next_offline", R"sql(
    select id, coalesce(conferir_em, 0) from nfce
    where emitente_id = :emitente_id and ambiente = :ambiente and estado = 'contingencia' and substituida_por is null
    order by case when coalesce(conferir_em, 0) <= :now then 0 else conferir_em end, prazo, seq limit 1)sql"};
constexpr db::Query save_due{"receipts_save_due", R"sql(
    update nfce set conferir_em = :conferir_em where emitente_id = :emitente_id and id = :id)sql"};

struct Waiting {
    NotaId id;
    Instant due;
};
std::optional<Waiting> find_next(db::Connection& connection, auth::CompanyScope const& scope, std::string_view ambiente,
                                 Instant now) {
    return connection.first(
        next_offline, {{"emitente_id", scope.id()}, {"ambiente", ambiente}, {"now", now}},
        [](db::Row const& row) { return Waiting{.id = row.get<NotaId>(0), .due = row.get<Instant>(1)}; });
}

jobs::Next at(Instant due, Instant now, milliseconds at_least = milliseconds{0}) {
    return {std::max(std::chrono::ceil<milliseconds>(due - now), at_least)};
}

std::string text_of(jobs::Job const& job, std::string_view member) {
    auto const data = json::parse_object(job.dados);
    if (!data) throw std::logic_error("a job's data: " + job.dados);
    return std::string(data->at(member).as_string());
}

void transmit_next(jobs::JobContext& job, Wire const& wire) {
    auto const scope = job.company();
    auto const ambiente = text_of(job.job(), "ambiente");
    auto const next = wire.database.read(
        [&](db::Connection& connection) { return find_next(connection, scope, ambiente, wire.now()); });
    auto const after = [&](db::Transaction& transaction) -> jobs::Next {
        auto const now = wire.now();
        auto const waiting = find_next(transaction, scope, ambiente, now);
        return waiting ? at(waiting->due, now, pace) : jobs::Next{};
    };
    if (!next || next->due > wire.now()) {
        job.settle(after);
        return;
    }
    advance(job, wire, next->id, [&](db::Transaction& transaction, std::optional<Instant> due) {
        transaction.execute(save_due, {{"emitente_id", scope.id()}, {"id", next->id}, {"conferir_em", due}});
        return after(transaction);
    });
}

} // namespace

std::string transmission_key(CompanyId company, std::string_view ambiente) {
    return fmt::format("transmitir:{}:{}", company.to_string(), ambiente);
}

void ensure_transmission(db::Transaction& transaction, jobs::Queue& queue, auth::CompanyScope const& scope,
                         std::string_view ambiente) {
    auto const chave = transmission_key(scope.id(), ambiente);
    if (queue.wake(transaction, chave)) return;
    queue.enqueue(transaction, {.tipo = transmission_job,
                                .dados = fmt::format(R"({{"ambiente":"{}"}})", ambiente),
                                .chave = chave,
                                .company = scope});
}

void add_receipt_jobs(jobs::Queue& queue, Wire const& wire) {
    queue.handle(std::string(resolve_job),
                 {.run = [&wire](jobs::JobContext& job) -> Result<void> {
                      auto const id = Uuid::parse(text_of(job.job(), "nfce"));
                      advance(job, wire, NotaId(id.value()),
                              [&wire](db::Transaction&, std::optional<Instant> due) -> jobs::Next {
                                  return due ? at(*due, wire.now()) : jobs::Next{};
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
