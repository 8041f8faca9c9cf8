// What becomes of a letter of correction.

#include <algorithm>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "platform/audit/audit.hpp"
#include "selling/receipts/corrections/corrections.hpp"
#include "selling/receipts/exchanges/exchanges.hpp"
#include "selling/receipts/judging/judging.hpp"
#include "selling/receipts/nota/store.hpp"

namespace balcao::receipts {

namespace {

// The part of a signed event that no other one has.
std::string_view digest_of(std::string_view evento) {
    constexpr std::string_view before = "<DigestValue>", after = "</DigestValue>";
    auto const from = evento.find(before);
    if (from == std::string_view::npos) return {};
    return evento.substr(from, evento.find(after, from) - from);
}

void note_correction(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope, Nota const& nota,
                     StoredEvent const& event, std::optional<Instant> const& dhReg, std::string_view bytes) {
    save_event(transaction, scope, event, dhReg);
    if (event.estado == EventEstado::registrado) end_alarm(transaction, scope, nota, Alarm::carta_recusada);
    if (!bytes.empty()) {
        insert_document(transaction, scope,
                        {.ambiente = nota.ambiente, .tipo = "retEvento", .evento_id = event.id, .chave = nota.chave},
                        bytes, wire.now());
    }
    audit::write(
        transaction, wire.now(),
        {.action = "nfce_correct",
         .description = fmt::format("A SEFAZ {} a carta de correção {} da {}",
                                    event.estado == EventEstado::registrado ? "registrou" : "recusou", event.nSeqEvento,
                                    name_of(nota)),
         .company = scope.id(),
         .outcome = event.estado == EventEstado::registrado ? audit::Outcome::success : audit::Outcome::error});
}

} // namespace

void register_correction(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                         Nota const& nota, StoredEvent event, nfce::EventRegistered const& registered) {
    event.estado = EventEstado::registrado;
    event.nProt = registered.nProt;
    event.cStat = registered.cStat;
    event.xMotivo = registered.xMotivo;
    note_correction(transaction, wire, scope, nota, event, instant_of(registered.dhRegEvento),
                    registered.retEvento_xml);
}

void refuse_correction(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                       Nota const& nota, StoredEvent event) {
    event.estado = EventEstado::recusado;
    note_correction(transaction, wire, scope, nota, event, std::nullopt, {});
    raise_alarm(transaction, scope, nota, Alarm::carta_recusada, wire.now());
}

void settle_corrections(db::Transaction& transaction, Wire const& wire, auth::CompanyScope const& scope,
                        Nota const& nota, Reply const& reply) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr) return;
    auto const* const stands = std::get_if<nfce::Authorised>(&answered->answer);
    auto const* const over = std::get_if<nfce::Cancelled>(&answered->answer);
    if (stands == nullptr && over == nullptr) return;
    auto const& shown = stands != nullptr ? stands->events : over->events;
    for (auto& event : events_of(transaction, scope, nota.id)) {
        if (!event.is_correction() || !event.own().is_open()) continue;
        auto const number = std::to_string(event.nSeqEvento);
        auto const known = std::ranges::find_if(shown, [&](nfce::KnownEvent const& one) {
            return one.tpEvento == tpEvento_correction && one.nSeqEvento == number;
        });
        auto const sent = find_document(transaction, scope, "evento", DocumentOf::evento, event.id);
        if (known == shown.end()) {
            // Not every UF shows events; that of this number is there, and nobody else was seen to write one.
            if (event.cStat != duplicate_event || !shown.empty()) continue;
            event.estado = EventEstado::registrado;
            note_correction(transaction, wire, scope, nota, event, std::nullopt, {});
        } else if (sent && known->procEventoNFe_xml.contains(digest_of(*sent))) {
            event.estado = EventEstado::registrado;
            event.nProt = known->nProt;
            event.cStat = known->cStat;
            event.xMotivo.clear();
            note_correction(transaction, wire, scope, nota, event, instant_of(known->dhRegEvento),
                            known->procEventoNFe_xml);
        } else {
            event.cStat = duplicate_event;
            refuse_correction(transaction, wire, scope, nota, event);
        }
    }
}

} // namespace balcao::receipts
