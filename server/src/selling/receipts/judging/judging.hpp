#pragma once
// What an answer of SEFAZ, or its absence, means for what was asked. It depends on the service that gave it: a query's
// code says nothing about the receipt unless it is one of nine. Pure and total: every state with every reply.

#include <cstdint>

#include "selling/receipts/judging/deadlines.hpp"
#include "selling/receipts/judging/transition.hpp"

namespace balcao::receipts {

/// `exchange`: the one the reply belongs to, of NFeAutorizacao4, NFeRetAutorizacao4 or NFeConsultaProtocolo4 (else
/// std::invalid_argument). An answer of another service, environment or key counts as none.
Transition judge(Exchange const& exchange, Reply const& reply, Facts const& facts);

/// An event of ours (110110, 110111, 110112) that was sent.
struct EventTransition : ServiceEffects {
    Rule rule = Rule::none;  // t12, t13; none of a letter of correction
    EventEstado estado{};    // of the event afterwards
    bool query_nota = false; // ask for the nota's key: what came with the event decides
    bool make_again = false; // refused for its hour: another one with SEFAZ's
};
EventTransition judge_event(OwnEvent const& event, Reply const& reply, Facts const& facts);

/// A request to void `ini` to `fim`.
struct VoidingFacts {
    int tpAmb = 2;
    int serie = 0;
    int ini = 0;
    int fim = 0;
};
enum class VoidingEstado : std::uint8_t { enviando, indefinido, homologada, recusada };
struct VoidingTransition : ServiceEffects {
    Rule rule = Rule::none;  // t14
    VoidingEstado estado{};  // afterwards; indefinido: the same bytes go out once more
    bool split = false;      // some number of the range is closed already: ask for each alone
    bool query_keys = false; // SEFAZ holds a document of the range: ask for every key
};
VoidingTransition judge_voiding(VoidingFacts const& voiding, Reply const& reply);

/// What any reply says about the service and the company's right to use it; alarms of its own included.
ServiceEffects effects_on_service(nfce::Service asked, Reply const& reply);
/// Its code, 0 when there is no answer or it is not of this service, environment and key (empty: any).
int code_of(Reply const& reply, nfce::Service asked, int tpAmb, std::string_view chave);

} // namespace balcao::receipts
