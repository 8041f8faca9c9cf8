#include <variant>

#include "platform/base/overloaded.hpp"
#include "selling/receipts/judging/judging.hpp"

namespace balcao::receipts {

using nfce::CodeClass;
using nfce::Service;
using sefaz::FaultKind;

namespace {

int inner_code(Answered const& answered) {
    return std::visit(
        Overloaded{
            [](nfce::Undecided const&) { return 0; }, [](nfce::Authorised const& one) { return one.protocol.cStat; },
            [](nfce::Voided const&) { return 102; }, [](nfce::ServiceUp const&) { return 107; },
            [](nfce::NotThere const&) { return 217; }, [&](nfce::InProgress const&) { return answered.head.cStat; },
            [&](nfce::Registrations const&) { return answered.head.cStat; }, [](auto const& one) { return one.cStat; }},
        answered.answer);
}

ServiceEffects of_fault(NoAnswer const& none) {
    switch (none.fault) {
    case FaultKind::timeout:
    case FaultKind::closed:
    case FaultKind::cut_off:
    case FaultKind::not_sefaz: return {.health = Health::away, .block = {}, .alarms = {}};
    case FaultKind::http_status:
        return {.health = none.http_status >= 500 ? Health::away : Health::nothing, .block = {}, .alarms = {}};
    case FaultKind::name_not_found:
    case FaultKind::refused:
    case FaultKind::unreachable: return {.health = Health::cut_off, .block = {}, .alarms = {}};
    case FaultKind::certificate_refused: return {.health = Health::nothing, .block = Block{}, .alarms = {}};
    case FaultKind::untrusted_server:
    case FaultKind::wrong_host:
    case FaultKind::unusable_address:
        return {.health = Health::nothing, .block = {}, .alarms = {Alarm::sefaz_endereco}};
    case FaultKind::too_large:
    case FaultKind::tls: break;
    }
    return {};
}

ServiceEffects of_code(Service asked, int cStat) {
    switch (nfce::class_of(cStat)) {
    case CodeClass::temporary:
        // Only these two say that the whole service is out; 106 and the others may be of this request alone.
        return {.health = cStat == 108 || cStat == 109 ? Health::away : Health::nothing, .block = {}, .alarms = {}};
    case CodeClass::overuse:
        return {.health = Health::nothing,
                .block = Block{.service = asked, .for_an_hour = true, .cStat = cStat},
                .alarms = {Alarm::consumo_indevido}};
    case CodeClass::certificate_fault:
        return {.health = Health::working, .block = Block{.service = {}, .cStat = cStat}, .alarms = {}};
    case CodeClass::qr_fault:
    case CodeClass::issuer_fault:
    case CodeClass::denied_old:
        return {
            .health = Health::working, .block = Block{.service = Service::authorisation, .cStat = cStat}, .alarms = {}};
    case CodeClass::schema:
    case CodeClass::signature_fault:
        return {.health = Health::working, .block = {}, .alarms = {Alarm::defeito_do_programa}};
    default: return {.health = Health::working, .block = {}, .alarms = {}};
    }
}

} // namespace

int code_of(Reply const& reply, Service asked, int tpAmb, std::string_view chave) {
    auto const* const answered = std::get_if<Answered>(&reply);
    if (answered == nullptr || answered->head.service != asked) return 0;
    if (!nfce::concerns(answered->head, tpAmb, chave.empty() ? answered->head.chNFe : chave)) return 0;
    return inner_code(*answered);
}

ServiceEffects effects_on_service(Service asked, Reply const& reply) {
    if (auto const* const none = std::get_if<NoAnswer>(&reply)) return of_fault(*none);
    auto const& answered = std::get<Answered>(reply);
    if (answered.head.service != asked) return {};
    auto const cStat = inner_code(answered);
    return cStat == 0 ? ServiceEffects{} : of_code(asked, cStat);
}

} // namespace balcao::receipts
