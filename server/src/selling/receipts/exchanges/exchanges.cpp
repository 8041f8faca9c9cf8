#include "selling/receipts/exchanges/exchanges.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "nfce/return_codes.hpp"
#include "platform/base/time_scale.hpp"
#include "selling/receipts/contingency/contingency.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using std::chrono::seconds;

constexpr std::size_t longest_kept_answer = 64 * 1024;
// At the earliest SEFAZ counts as fast again.
constexpr auto slow_at_least = 2min;

bool is_refusal(Reply const& reply) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr) return false;
    return std::holds_alternative<nfce::Rejected>(answered->answer) ||
           std::holds_alternative<nfce::Denied>(answered->answer) ||
           std::holds_alternative<nfce::Duplicate>(answered->answer);
}

std::string_view short_cause(Reply const& reply) {
    auto const* const none = std::get_if<NoAnswer>(&reply);
    if (none == nullptr) return "serviço paralisado";
    switch (none->fault) {
    case sefaz::FaultKind::timeout: return "tempo esgotado";
    case sefaz::FaultKind::closed:
    case sefaz::FaultKind::cut_off: return "conexão interrompida";
    default: return "resposta com defeito";
    }
}

// Every answer tells SEFAZ's time.
void note_time(Wire const& wire, Subject const& subject, Returned const& returned) {
    auto const* const answered = std::get_if<Answered>(&returned.reply);
    auto const told = answered == nullptr ? std::nullopt : instant_of(answered->head.dhRecbto);
    if (!told) return;
    auto const sent = returned.ended - returned.took;
    wire.clocks.measured(subject.company.uf, sefaz_calls::measured_offset(sent, returned.ended, *told - subject.ahead));
}

} // namespace

Said said_by(Reply const& reply) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr) return {};
    Said said{.cStat = answered->head.cStat, .xMotivo = answered->head.xMotivo, .item = {}};
    std::visit(
        [&](auto const& one) {
            if constexpr (requires { one.protocol.xMotivo; }) {
                said.cStat = one.protocol.cStat;
                said.xMotivo = one.protocol.xMotivo;
            } else if constexpr (requires {
                                     one.cStat;
                                     one.xMotivo;
                                 }) {
                said.cStat = one.cStat;
                said.xMotivo = one.xMotivo;
            }
            if constexpr (requires { one.item; }) said.item = one.item;
        },
        answered->answer);
    return said;
}

Returned returned_of(nfce::Service service, sefaz::Outcome const& outcome, Instant ended) {
    Returned returned{.reply = NoAnswer{}, .body = {}, .falha = {}, .took = outcome.took, .ended = ended};
    if (!outcome.body) {
        auto const& fault = outcome.body.error();
        returned.falha = fault.technical;
        returned.reply = NoAnswer{.fault = fault.kind,
                                  .saiu = outcome.nothing_sent ? Saiu::unsent : Saiu::unknown,
                                  .http_status = fault.http_status};
        return returned;
    }
    auto head = nfce::read_answer_head(*outcome.body);
    if (head) returned.reply = Answered{.head = *std::move(head), .answer = nfce::read_answer(*outcome.body)};
    else returned.reply = Answered{.head = {.service = service}, .answer = nfce::Undecided{head.error()}};
    returned.body = *outcome.body;
    return returned;
}

Met note_met(Wire const& wire, auth::CompanyScope const& scope, Subject const& subject, ServiceEffects const& effects,
             Returned const& returned, std::string const& url) {
    note_time(wire, subject, returned);
    Met met;
    // The services of a model that does not go offline are others, and how they do changes nothing for sales.
    if (!subject.facts.sells_offline) return met;
    auto const& id = subject.nota.id.uuid();
    switch (effects.health) {
    case Health::nothing: break;
    case Health::working:
        wire.watch.judged(subject.place());
        wire.watch.connected();
        met.back = true;
        break;
    case Health::away: met.away = wire.watch.met_fault(subject.place(), id, returned.ended); break;
    case Health::cut_off: wire.watch.met_no_connection(url, id, returned.ended); break;
    }
    auto const patience = subject.facts.offline_after;
    if (returned.took > patience) {
        met.slow = wire.watch.met_delay(scope.id(), subject.nota.ambiente, id, returned.ended);
    } else {
        met.fast = effects.health == Health::working && returned.took * 2 <= patience;
    }
    return met;
}

void apply_service(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                   Subject const& subject, ServiceEffects const& effects, Met const& met, Returned const& returned) {
    auto const now = wire.now();
    auto const& nota = subject.nota;
    bool changed = false;
    if (met.away && sefaz_calls::set_away(transaction, subject.place(), short_cause(returned.reply), now)) {
        ensure_status_job(transaction, wire, scope, subject.place());
        changed = true;
    }
    if (met.back && sefaz_calls::set_working(transaction, subject.place(), now)) changed = true;
    if (met.slow) begin_slow(transaction, wire, scope, nota.ambiente);
    if (met.fast) end_slow(transaction, wire, scope, nota.ambiente);
    if (effects.block) {
        auto const explained = nfce::explain(effects.block->cStat);
        sefaz_calls::set_block(
            transaction, scope, {nota.ambiente, nota.modelo}, effects.block->service,
            {.until = effects.block->for_an_hour ? std::optional(now + shortened(60min)) : std::nullopt,
             .cStat = effects.block->cStat,
             .motivo = effects.block->cStat == 0 ? "A SEFAZ não aceitou o certificado da empresa. Confira em Empresas."
                                                 : explained.sentence},
            now);
        changed = true;
    }
    for (auto const alarm : effects.alarms) raise_alarm(transaction, scope, nota, alarm, now);
    if (changed) wire.records.events.publish(transaction, {.topic = "contingency", .company = scope.id()});
}

void end_exchange_with(db::Transaction& transaction, auth::CompanyScope const& scope, Subject const& subject,
                       std::int64_t seq, nfce::Service service, std::string_view chave, Returned const& returned) {
    Exchange ended{.service = service, .ended = returned.ended, .resultado = Resultado::unanswered};
    std::string xMotivo;
    auto const cStat = code_of(returned.reply, service, subject.facts.tpAmb, chave);
    if (auto const* const none = std::get_if<NoAnswer>(&returned.reply)) {
        ended.saiu = none->saiu;
    } else {
        ended.saiu = Saiu::sent;
        auto const& answered = std::get<Answered>(returned.reply);
        if (cStat != 0) {
            ended.resultado = Resultado::answered;
            ended.cStat = cStat;
            xMotivo = said_by(returned.reply).xMotivo;
        }
        if (auto const* const batch = std::get_if<nfce::InProgress>(&answered.answer)) {
            ended.nRec = batch->nRec;
            ended.tMed = seconds(batch->tMed);
        }
    }
    if (!end_exchange(transaction, scope, seq, ended, xMotivo))
        throw db::Conflict("the exchange was ended by somebody else");
    note_exchange(transaction, scope, seq, returned.took, returned.falha);
    if (is_refusal(returned.reply) && returned.body.size() <= longest_kept_answer) {
        insert_document(transaction, scope,
                        {.ambiente = subject.nota.ambiente,
                         .tipo = "retorno",
                         .nfce_id = subject.nota.id,
                         .troca_seq = seq,
                         .chave = subject.nota.chave},
                        returned.body, returned.ended);
    }
}

void publish_nota(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota) {
    wire.records.events.publish(
        transaction, {.topic = "receipts", .company = scope.id(), .entity = nota.id.uuid(), .version = nota.version});
    if (nota.entrega_id) {
        wire.records.events.publish(transaction,
                                    {.topic = "deliveries", .company = scope.id(), .entity = nota.entrega_id->uuid()});
    }
    if (nota.devolucao_id) {
        wire.records.events.publish(transaction,
                                    {.topic = "returns", .company = scope.id(), .entity = nota.devolucao_id->uuid()});
    }
}

void ask_since(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
               Instant since) {
    if (!subject.facts.asked || *subject.facts.asked < since) {
        auto after = subject.nota;
        after.conferencia_pedida_em = wire.now();
        if (!save_nota(transaction, scope, subject.nota, after)) throw db::Conflict("the nota changed meanwhile");
    }
    ensure_job(transaction, wire, scope, subject.nota);
}

void begin_slow(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                std::string_view ambiente) {
    if (!set_slow(transaction, scope, ambiente, wire.now())) return;
    ensure(transaction, wire.queue, new_transmission_job(scope, ambiente));
    wire.records.events.publish(transaction, {.topic = "contingency", .company = scope.id()});
}

void end_slow(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
              std::string_view ambiente) {
    auto const since = find_contingency(transaction, scope, ambiente).lenta_desde;
    if (!since || *since + shortened(slow_at_least) > wire.now()) return;
    set_slow(transaction, scope, ambiente, std::nullopt);
    wire.records.events.publish(transaction, {.topic = "contingency", .company = scope.id()});
}

} // namespace balcao::receipts
