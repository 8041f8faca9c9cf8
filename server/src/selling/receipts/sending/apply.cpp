#include "selling/receipts/sending/apply.hpp"

#include <span>

#include <fmt/format.h>

#include "fiscal/numbers/numbers.hpp"
#include "platform/audit/audit.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/time_scale.hpp"
#include "selling/receipts/chain/orders.hpp"
#include "selling/receipts/chain/successor.hpp"
#include "selling/receipts/events/events.hpp"
#include "selling/receipts/exchanges/alarms.hpp"
#include "selling/receipts/exchanges/sefaz_status.hpp"
#include "selling/receipts/issuing/issue.hpp"
#include "selling/receipts/judging/deadlines.hpp"
#include "selling/receipts/judging/judge.hpp"
#include "selling/receipts/nota/documents_store.hpp"
#include "selling/receipts/nota/receipts_store.hpp"
#include "selling/receipts/sending/transmit.hpp"
#include "selling/sales/sales.hpp"

namespace balcao::receipts {

namespace {

using namespace std::chrono_literals;
using std::chrono::seconds;

constexpr std::size_t longest_kept_answer = 64 * 1024;

nfce::Authorised const* authorised_of(Reply const& reply) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr) return nullptr;
    if (auto const* const one = std::get_if<nfce::Authorised>(&answered->answer)) return one;
    auto const* const over = std::get_if<nfce::Cancelled>(&answered->answer);
    return over != nullptr && over->authorised ? &*over->authorised : nullptr;
}

struct Said {
    int cStat = 0;
    std::string xMotivo;
    std::optional<int> item;
};

// The code and text of what was judged, from inside the answer.
Said said_by(Answered const& answered) {
    Said said{.cStat = answered.head.cStat, .xMotivo = answered.head.xMotivo, .item = {}};
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
        answered.answer);
    return said;
}

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

// What the nota shows of its authorisation, from the version that was.
void take_authorisation(db::Transaction& transaction, auth::CompanyScope const& scope, Subject const& subject,
                        Transition const& to, Returned const& returned, Nota& after, Instant now) {
    if (to.versao) {
        auto const version = std::ranges::find(subject.facts.versions, *to.versao, &Version::versao);
        after.versao = version->versao;
        after.chave = version->chave;
        after.dhEmi = version->dhEmi;
    }
    after.cancelavel_ate = to.cancelavel_ate;
    after.conferir_em = std::nullopt;
    after.conferencia_pedida_em = std::nullopt;
    auto const* const authorised = authorised_of(returned.reply);
    if (authorised == nullptr) return;
    auto const& protocol = authorised->protocol;
    after.cStat = protocol.cStat;
    after.xMotivo = protocol.xMotivo;
    after.item = std::nullopt;
    after.nProt = protocol.nProt;
    after.dhRecbto = instant_of(protocol.dhRecbto);
    after.digVal = protocol.digVal;
    insert_document(transaction, scope,
                    {.ambiente = subject.nota.ambiente,
                     .tipo = "protNFe",
                     .nfce_id = subject.nota.id,
                     .versao = to.versao.transform([](int versao) { return std::int64_t{versao}; }),
                     .chave = protocol.chNFe,
                     .digest = protocol.digVal},
                    authorised->protNFe_xml, now);
}

bool authorises(Rule rule, Estado estado) {
    return (rule == Rule::t2 || rule == Rule::t10 || rule == Rule::t17) && is_authorised(estado);
}

// Every answer tells SEFAZ's time.
void note_time(Wire const& wire, Subject const& subject, Returned const& returned) {
    auto const* const answered = std::get_if<Answered>(&returned.reply);
    auto const told = answered == nullptr ? std::nullopt : instant_of(answered->head.dhRecbto);
    if (!told) return;
    auto const sent = returned.ended - returned.took;
    wire.clocks.measured(subject.company.uf, sefaz_calls::measured_offset(sent, returned.ended, *told));
}

std::string named(Nota const& nota) { return fmt::format("a NFC-e nº {}, série {}", grouped(nota.numero), nota.serie); }

struct Told {
    std::string_view action;
    std::string description;
};
// What the audit log keeps of a transition; normal progress is told by the exchanges themselves.
std::optional<Told> told_of(Nota const& before, Nota const& after, Transition const& to) {
    switch (to.rule) {
    case Rule::t3:
    case Rule::t10:
        if (is_authorised(to.estado)) return std::nullopt;
        return Told{"nfce_reject", fmt::format("A SEFAZ recusou {} ({}: {})", named(before), after.cStat.value_or(0),
                                               after.xMotivo.value_or(""))};
    case Rule::t10b:
    case Rule::t15: return Told{"nfce_outside", fmt::format("O número d{} já era usado fora do Balcão", named(before))};
    case Rule::t16: return Told{"nfce_outside", fmt::format("Alguém cancelou fora do Balcão {}", named(before))};
    default: return std::nullopt;
    }
}

} // namespace

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
            transaction, scope, nota.ambiente, effects.block->service,
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
            xMotivo = said_by(answered).xMotivo;
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
}

void ensure_job(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota) {
    if (nota.state() == Estado::contingencia && !nota.substituida_por) {
        ensure_transmission(transaction, wire.queue, scope, nota.ambiente);
        return;
    }
    auto const chave = resolve_key(nota.id);
    if (wire.queue.wake(transaction, chave)) return;
    wire.queue.enqueue(transaction, {.tipo = resolve_job,
                                     .dados = fmt::format(R"({{"nfce":"{}"}})", nota.id.to_string()),
                                     .chave = chave,
                                     .company = scope});
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

Nota apply(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Subject const& subject,
           Transition const& to, Returned const& returned, Signed const* successor) {
    auto const now = wire.now();
    auto const& before = subject.nota;
    if (to.stop_series) {
        numbers::stop_series(transaction, scope, {.ambiente = before.ambiente, .serie = before.serie},
                             "Três números seguidos desta série já eram usados por outro sistema. Um administrador "
                             "precisa confirmar o próximo número.",
                             now);
    }
    if (to.send_event_again) send_event_again(transaction, wire, scope, before);
    if (to.rule == Rule::none) return before;

    auto after = before;
    after.estado = text(to.estado);
    if (to.estado == Estado::abandonada) set_abandoned(after, now);
    if (authorises(to.rule, to.estado)) {
        take_authorisation(transaction, scope, subject, to, returned, after, now);
    } else if (auto const* const answered = std::get_if<Answered>(&returned.reply);
               answered != nullptr && to.rule != Rule::t5 && to.rule != Rule::t4) {
        auto said = said_by(*answered);
        // Refused for its number: the query that found none of its keys says nothing of that.
        auto const* const disputed = last_transmission(subject.facts);
        if (said.cStat == 217 && disputed != nullptr && disputed->cStat == 539)
            said = {.cStat = 539, .xMotivo = nfce::explain(539).official, .item = {}};
        after.cStat = said.cStat;
        after.xMotivo = said.xMotivo;
        after.item = said.item;
    }
    if (!to.chave_alheia.empty()) after.chave_alheia = to.chave_alheia;
    if (to.rule == Rule::t12 || to.rule == Rule::t13 || to.rule == Rule::t16)
        settle_events(transaction, wire, scope, before, to.rule, returned.reply);

    if (to.successor != Successor::none && successor != nullptr) {
        auto const next = put_successor(transaction, wire, scope, before, after, *successor, subject.company);
        ensure_job(transaction, wire, scope, next);
        publish_nota(transaction, wire, scope, next);
        wire.records.events.publish(transaction, {.topic = "numbers", .company = scope.id()});
    } else if (!save_nota(transaction, scope, before, after)) {
        throw db::Conflict("the nota changed while it was judged");
    }
    ++after.version;
    if (is_issued(to.estado) != is_issued(before.state()))
        settle_order(transaction, scope, wire.records, before.venda_id);
    if (to.rule == Rule::t12 && !before.substituida_por) undo_sale(transaction, scope, wire.records, before.venda_id);
    if (!to.tpEvento.empty()) make_event(transaction, wire, scope, after, to.tpEvento);
    if (is_authorised(to.estado) && before.substitui) wake_substitution(transaction, wire, scope, *before.substitui);
    publish_nota(transaction, wire, scope, after);
    if (auto const told = told_of(before, after, to)) {
        audit::write(transaction, now,
                     {.action = told->action,
                      .description = told->description,
                      .company = scope.id(),
                      .outcome = audit::Outcome::error});
    }
    return after;
}

} // namespace balcao::receipts
