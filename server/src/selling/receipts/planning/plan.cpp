#include "selling/receipts/planning/planning.hpp"

#include <algorithm>
#include <ranges>

#include "platform/base/protection.hpp"
#include "platform/base/time_scale.hpp"
#include "selling/receipts/planning/budgets.hpp"

namespace balcao::receipts {

using namespace std::chrono_literals;
using nfce::CodeClass;
using nfce::Service;

namespace {

// A request may be judged this long after it was sent although no answer came.
constexpr auto late_judgement = 15min;
constexpr auto between_proofs = 10min;
constexpr std::ptrdiff_t most_result_questions = 5;

bool may_have_left(Exchange const& exchange) {
    return is_transmission(exchange.service) && exchange.saiu != Saiu::unsent;
}

bool is_query_of(Facts const& facts, Exchange const& exchange, std::string_view chave) {
    return exchange.service == Service::query && chave_of(facts, exchange) == chave;
}

// When something of it may have left this machine last.
Instant last_sending(Facts const& facts) {
    Instant last{};
    for (auto const& exchange : facts.exchanges)
        if (may_have_left(exchange)) last = std::max(last, exchange.announced);
    return last;
}

// SEFAZ said twice after the last sending, far enough apart, that it does not have this key.
bool is_denied_twice(Facts const& facts, std::string_view chave) {
    auto const last_sent = last_sending(facts);
    std::optional<Instant> first;
    return std::ranges::any_of(facts.exchanges, [&](Exchange const& one) {
        if (one.announced <= last_sent || !says_absent(one.cStat) || !is_query_of(facts, one, chave)) return false;
        if (!first) first = one.announced;
        return one.announced >= *first + shortened(between_proofs);
    });
}

template <class Step>
Plan at(Facts const& facts, Instant due, Step step) {
    if (due > facts.now) return Wait{due};
    return step;
}

// Of the keys in `wanted` the one that may be asked first.
Plan query_first_of(Facts const& facts, std::vector<std::string_view> const& wanted, Instant from, bool at_once) {
    std::optional<std::pair<Instant, std::string_view>> next;
    for (auto const chave : wanted) {
        auto const asked_already = std::ranges::any_of(facts.exchanges, [&](Exchange const& one) {
            return one.announced >= from && is_query_of(facts, one, chave);
        });
        auto const due = at_once && !asked_already ? query_allowed(facts, chave) : query_due(facts, from, chave);
        if (!next || due < next->first) next.emplace(due, chave);
    }
    if (!next) return Nothing{};
    if (facts.held) return Wait{std::max(next->first, facts.now + shortened(look_again))};
    return at(facts, std::max(next->first, facts.query_from), Query{version_of(facts, next->second).versao});
}

// Keys without an answer of SEFAZ that a query announced since `from` brought.
std::vector<std::string_view> keys_unanswered_since(Facts const& facts, Instant from) {
    auto found = keys(facts);
    std::erase_if(found, [&](std::string_view chave) {
        return std::ranges::any_of(facts.exchanges, [&](Exchange const& one) {
            return one.announced >= from && one.resultado == Resultado::answered && is_query_of(facts, one, chave);
        });
    });
    return found;
}

Plan answer_who_asked(Facts const& facts) {
    if (!facts.asked) return Nothing{};
    return query_first_of(facts, keys_unanswered_since(facts, *facts.asked), *facts.asked, true);
}

// Query what may have been judged. Where several keys may be meant, those SEFAZ has not denied yet.
Plan find_out(Facts const& facts) {
    auto const* const transmission = last_transmission(facts);
    auto const from = transmission == nullptr ? facts.created : transmission->ended;
    auto wanted = keys(facts);
    std::erase_if(wanted, [&](std::string_view chave) {
        if (facts.replaced) return is_denied_twice(facts, chave);
        return std::ranges::any_of(facts.exchanges, [&](Exchange const& one) {
            return one.announced >= from && says_absent(one.cStat) && is_query_of(facts, one, chave);
        });
    });
    // SEFAZ has none of them, and still the state says unknown: it is too early, or the resend waits for the series.
    if (wanted.empty()) wanted = keys(facts);
    bool const asked_at_once =
        facts.asked && *facts.asked >= from && !keys_unanswered_since(facts, *facts.asked).empty();
    return query_first_of(facts, wanted, asked_at_once ? *facts.asked : from, asked_at_once);
}

std::ptrdiff_t newest_result_questions(Facts const& facts) {
    auto const newest_first = facts.exchanges | std::views::reverse;
    return std::ranges::find_if_not(newest_first,
                                    [](Exchange const& one) { return one.service == Service::authorisation_result; }) -
           newest_first.begin();
}

bool is_in_progress(Exchange const& exchange) {
    return exchange.resultado == Resultado::answered && nfce::class_of(exchange.cStat) == CodeClass::in_progress;
}

// The batch is with SEFAZ and not judged yet.
Plan follow_batch(Facts const& facts, Exchange const& in_progress) {
    auto const newest_first = facts.exchanges | std::views::reverse;
    auto const batch = std::ranges::find_if(newest_first, [](Exchange const& one) { return !one.nRec.empty(); });
    if (batch == newest_first.end() || newest_result_questions(facts) >= most_result_questions) return find_out(facts);
    auto const due = std::max(result_due(in_progress), facts.transmit_from);
    return at(facts, due, AskResult{.versao = in_progress.versao, .nRec = batch->nRec});
}

Plan transmit_offline(Facts const& facts, Exchange const* last) {
    if (last != nullptr && needs_query(*last) && !absent_since_last_transmission(facts)) return find_out(facts);
    auto due = std::max(transmission_due(facts), facts.transmit_from);
    auto const& version = facts.versions.back();
    // Rule 703, issued in the future by SEFAZ's clock: a minute after that moment it is past. dhEmi stays as printed.
    if (last != nullptr && last->cStat == 703) due = std::max(due, version.dhEmi + 1min - facts.fiscal_offset);
    if (facts.held) return Wait{std::max(due, facts.now + shortened(look_again))};
    if (version.signer_valid_to <= facts.fiscal_now()) return SignAgain{};
    return at(facts, due, Transmit{version.versao});
}

Plan transmit_live(Facts const& facts, Exchange const* last) {
    auto const due = std::max(transmission_due(facts), facts.transmit_from);
    if (due > facts.now) return Wait{due};
    auto const& version = facts.versions.back();
    bool const refused_by_clock = last != nullptr && last->versao == version.versao && last->cStat != 0 &&
                                  nfce::class_of(last->cStat) == CodeClass::clock;
    if (refused_by_clock || version.dhEmi + shortened(freshness) < facts.fiscal_now()) return Rebuild{};
    return Transmit{version.versao};
}

Plan transmit(Facts const& facts) {
    auto const* const last = last_transmission(facts);
    if (last != nullptr && is_in_progress(*last) && !absent_since_last_transmission(facts))
        return follow_batch(facts, *last);
    return facts.offline ? transmit_offline(facts, last) : transmit_live(facts, last);
}

Plan settle(Facts const& facts) {
    if (facts.replaced) return settled_absent(facts) ? Plan(Abandon{}) : find_out(facts);
    return facts.series_stopped && number_disputed(facts) ? Plan(Wait{facts.now + shortened(look_again)})
                                                          : find_out(facts);
}

} // namespace

bool settled_absent(Facts const& facts) {
    if (facts.now < last_sending(facts) + shortened(late_judgement)) return false;
    return std::ranges::all_of(keys(facts), [&](std::string_view chave) { return is_denied_twice(facts, chave); });
}

AbsenceProof absence_proof(Facts const& facts) {
    AbsenceProof proof{.proven = true, .possible_from = {}};
    for (auto const& lost : facts.exchanges) {
        if (!may_have_left(lost) || lost.resultado == Resultado::answered) continue;
        auto const old_enough = lost.announced + shortened(late_judgement);
        auto const denied = std::ranges::any_of(facts.exchanges, [&](Exchange const& one) {
            return one.announced > lost.announced && says_absent(one.cStat) &&
                   is_query_of(facts, one, chave_of(facts, lost));
        });
        if (facts.now < old_enough)
            proof.possible_from = std::max(proof.possible_from.value_or(old_enough), old_enough);
        if (facts.now < old_enough || !denied) proof.proven = false;
    }
    return proof;
}

Plan plan(Facts const& facts) {
    if (auto const* const open = open_exchange(facts)) {
        if (!open->by_this_run) return GiveUpOpen{};
        return SendAnnounced{};
    }
    switch (facts.estado) {
    case Estado::enviando: return facts.replaced ? settle(facts) : transmit(facts);
    // What a customer has in hand is never given up by itself.
    case Estado::contingencia: return facts.replaced ? find_out(facts) : transmit(facts);
    case Estado::indefinida:
        return is_in_place(Protection::query_first) || facts.replaced ? settle(facts) : transmit(facts);
    // A person corrects it or gives it up, voids it or wants the XML of an event: SEFAZ is asked when that needs it.
    case Estado::rejeitada:
    case Estado::contingencia_rejeitada:
    case Estado::abandonada:
    case Estado::autorizada:
    case Estado::autorizada_sem_xml: return answer_who_asked(facts);
    case Estado::cancelada:
    case Estado::cancelada_subst:
    case Estado::inutilizada:
    case Estado::ocupada:
    case Estado::denegada: break;
    }
    return Nothing{};
}

} // namespace balcao::receipts
