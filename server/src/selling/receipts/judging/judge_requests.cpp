// Answers to events and to requests that void numbers.

#include "selling/receipts/judging/judging.hpp"

#include <algorithm>
#include <string>

namespace balcao::receipts {

using nfce::CodeClass;
using nfce::Service;

namespace {

bool says_try_later(int cStat) {
    auto const kind = nfce::class_of(cStat);
    return kind == CodeClass::temporary || kind == CodeClass::overuse || kind == CodeClass::in_progress;
}

// Whose right to call is refused: the request itself was not looked at.
bool is_blocked(int cStat) {
    auto const kind = nfce::class_of(cStat);
    return kind == CodeClass::certificate_fault || kind == CodeClass::issuer_fault || kind == CodeClass::denied_old;
}

bool is_refused_by_clock(int cStat) { return nfce::class_of(cStat) == CodeClass::clock; }

// As often as a machine's clock may be found wrong while one event is made.
constexpr std::ptrdiff_t most_by_clock = 3;

bool may_be_made_again(OwnEvent const& event, Facts const& facts) {
    auto const& known = event.tipo == tpEvento_correction ? facts.letters : facts.events;
    auto const before = std::ranges::count_if(known, [&](OwnEvent const& one) {
        return one.tipo == event.tipo && one.nSeqEvento == event.nSeqEvento && one.estado == EventEstado::recusado &&
               is_refused_by_clock(one.cStat);
    });
    return before + 1 < most_by_clock;
}

bool was_unsent(Reply const& reply) {
    auto const* const none = std::get_if<NoAnswer>(&reply);
    return none != nullptr && none->saiu == Saiu::unsent;
}

bool is_of(nfce::EventRegistered const& registered, OwnEvent const& event, Facts const& facts) {
    return registered.tpEvento == event.tipo && is_own_key(facts, registered.chNFe) &&
           (registered.nSeqEvento.empty() || registered.nSeqEvento == std::to_string(event.nSeqEvento));
}

bool is_of(nfce::Voided const& voided, VoidingFacts const& asked) {
    return voided.serie == asked.serie && voided.nNFIni == asked.ini && voided.nNFFin == asked.fim;
}

} // namespace

EventTransition judge_event(OwnEvent const& event, Reply const& reply, Facts const& facts) {
    EventTransition to{effects_on_service(Service::event, reply)};
    to.estado = EventEstado::indefinido;
    auto const cStat = code_of(reply, Service::event, facts.tpAmb, {});
    if (cStat == 0) {
        if (was_unsent(reply)) to.estado = event.estado;
        else to.query_nota = true;
        return to;
    }
    if (auto const* const registered = std::get_if<nfce::EventRegistered>(&std::get<Answered>(reply).answer)) {
        to.query_nota = !is_of(*registered, event, facts) || cStat == 136;
        if (!is_of(*registered, event, facts)) return to;
        to.estado = EventEstado::registrado;
        if (event.tipo != tpEvento_correction) to.rule = event.tipo == "110112" ? Rule::t13 : Rule::t12;
        return to;
    }
    if (nfce::class_of(cStat) == CodeClass::ask_again || cStat == 106 || cStat == 999) to.query_nota = true;
    else if (says_try_later(cStat) || is_blocked(cStat)) to.estado = event.estado;
    else to.estado = EventEstado::recusado;
    to.make_again = is_refused_by_clock(cStat) && may_be_made_again(event, facts);
    return to;
}

VoidingTransition judge_voiding(VoidingFacts const& voiding, Reply const& reply) {
    VoidingTransition to{effects_on_service(Service::voiding, reply)};
    to.estado = VoidingEstado::indefinido;
    auto const cStat = code_of(reply, Service::voiding, voiding.tpAmb, {});
    if (cStat == 0) return to;
    if (auto const* const voided = std::get_if<nfce::Voided>(&std::get<Answered>(reply).answer)) {
        if (!is_of(*voided, voiding)) return to;
        to.estado = VoidingEstado::homologada;
        to.rule = Rule::t14;
        return to;
    }
    if (says_try_later(cStat) || is_blocked(cStat)) return to;
    // 563: this very request was made before. 256: some number of the range is void already, so all when it is one.
    if (cStat == 206 || cStat == 563 || (cStat == 256 && voiding.ini == voiding.fim)) {
        to.estado = VoidingEstado::homologada;
        to.rule = Rule::t14;
        return to;
    }
    to.estado = VoidingEstado::recusada;
    to.split = cStat == 256;
    to.query_keys = cStat == 241;
    return to;
}

} // namespace balcao::receipts
