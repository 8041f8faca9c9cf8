#include "selling/receipts/events/events.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "platform/audit/audit.hpp"
#include "platform/base/brazilian.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

constexpr std::string_view automatic_cancellation = "Venda desfeita antes da autorização da nota";
constexpr std::string_view automatic_substitution = "Nota substituída por outra emitida em contingência";

EventEstado state_at_first(std::string_view tipo) {
    return tipo == "110112" ? EventEstado::aguardando : EventEstado::enviando;
}

jobs::NewJob job_of(StoredEvent const& event, auth::CompanyScope const& scope) {
    return {.tipo = event.tipo == "110112" ? substitution_job : event_job,
            .dados = fmt::format(R"({{"evento":"{}"}})", event.id.to_string()),
            .chave = event_key(event.id),
            .company = scope};
}

StoredEvent new_event(Nota const& nota, std::string_view tipo, std::string_view xJust, Instant now) {
    StoredEvent event;
    event.id = Uuid::make();
    event.nfce_id = nota.id;
    event.tipo = tipo;
    event.estado = state_at_first(tipo);
    event.xJust = xJust;
    event.created_at = now;
    return event;
}

} // namespace

std::string event_key(Uuid const& event) { return "evento:" + event.to_string(); }

void make_event(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                std::string_view tipo) {
    auto const known = events_of(transaction, scope, nota.id);
    bool const is_there = std::ranges::any_of(
        known, [&](StoredEvent const& event) { return event.tipo == tipo && event.estado != EventEstado::recusado; });
    if (is_there) return;
    auto const event =
        new_event(nota, tipo, nota.substituida_por ? automatic_substitution : automatic_cancellation, wire.now());
    insert_event(transaction, scope, event, std::nullopt);
    ensure(transaction, wire.queue, job_of(event, scope));
}

void make_cancellation(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       Nota const& nota, std::string_view xJust, UserId user) {
    auto const event = new_event(nota, "110111", xJust, wire.now());
    insert_event(transaction, scope, event, user);
    ensure(transaction, wire.queue, job_of(event, scope));
}

void make_correction(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                     int nSeqEvento, std::string_view xCorrecao, UserId user) {
    auto event = new_event(nota, tpEvento_correction, {}, wire.now());
    event.nSeqEvento = nSeqEvento;
    event.xCorrecao = xCorrecao;
    insert_event(transaction, scope, event, user);
    ensure(transaction, wire.queue, job_of(event, scope));
}

void make_event_again(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                      StoredEvent const& refused) {
    auto event = refused;
    event.id = Uuid::make();
    event.estado = state_at_first(event.tipo);
    event.created_at = wire.now();
    insert_event_again(transaction, scope, event, refused.id);
    ensure(transaction, wire.queue, job_of(event, scope));
}

void settle_events(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                   Rule rule, Reply const& reply) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr) return;
    auto const now = wire.now();
    auto const* const registered = std::get_if<nfce::EventRegistered>(&answered->answer);
    auto const* const shown = std::get_if<nfce::Cancelled>(&answered->answer);
    std::string_view const tipo = rule == Rule::t13 ? "110112" : "110111";
    auto const keep = [&](std::optional<Uuid> event, std::string_view bytes) {
        if (bytes.empty()) return;
        insert_document(transaction, scope,
                        {.ambiente = nota.ambiente,
                         .tipo = "retEvento",
                         .nfce_id = event ? std::nullopt : std::optional(nota.id),
                         .evento_id = event,
                         .chave = nota.chave},
                        bytes, now);
    };
    auto const known = shown == nullptr ? decltype(shown->events.begin()){}
                                        : std::ranges::find(shown->events, tipo, &nfce::KnownEvent::tpEvento);
    bool const is_known = shown != nullptr && known != shown->events.end();
    if (rule == Rule::t16) {
        if (shown != nullptr && !shown->events.empty()) keep(std::nullopt, shown->events.front().procEventoNFe_xml);
        return;
    }
    for (auto& event : events_of(transaction, scope, nota.id)) {
        if (event.tipo != tipo || event.estado == EventEstado::recusado) continue;
        event.estado = EventEstado::registrado;
        std::optional<Instant> dhReg;
        if (registered != nullptr) {
            event.nProt = registered->nProt;
            event.cStat = registered->cStat;
            event.xMotivo = registered->xMotivo;
            dhReg = instant_of(registered->dhRegEvento);
            keep(event.id, registered->retEvento_xml);
        } else if (is_known) {
            event.nProt = known->nProt;
            event.cStat = known->cStat;
            dhReg = instant_of(known->dhRegEvento);
            keep(event.id, known->procEventoNFe_xml);
        }
        save_event(transaction, scope, event, dhReg);
        audit::write(transaction, now,
                     {.action = rule == Rule::t13 ? "nfce_replace" : "nfce_cancel",
                      .description = "A SEFAZ registrou o cancelamento da " + name_of(nota),
                      .company = scope.id()});
    }
}

void send_event_again(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                      Nota const& nota) {
    for (auto& event : events_of(transaction, scope, nota.id)) {
        if (event.estado != EventEstado::indefinido) continue;
        event.estado = EventEstado::enviando;
        save_event(transaction, scope, event, std::nullopt);
        ensure(transaction, wire.queue, job_of(event, scope));
    }
}

void wake_substitution(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       NotaId const& replaced) {
    for (auto const& event : events_of(transaction, scope, replaced))
        if (event.estado == EventEstado::aguardando) ensure(transaction, wire.queue, job_of(event, scope));
}

void ensure_event_jobs(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope) {
    for (auto const& event : open_events(transaction, scope)) wire.queue.enqueue(transaction, job_of(event, scope));
}

} // namespace balcao::receipts
