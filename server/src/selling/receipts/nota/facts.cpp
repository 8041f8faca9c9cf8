#include "selling/receipts/nota/facts.hpp"

#include <algorithm>
#include <ranges>
#include <stdexcept>

#include "platform/base/protection.hpp"

namespace balcao::receipts {

using nfce::CodeClass;
using nfce::Service;

bool is_transmission(Service service) {
    return service == Service::authorisation || service == Service::authorisation_result;
}

Exchange const* last_transmission(Facts const& facts) {
    auto const newest_first = facts.exchanges | std::views::reverse;
    auto const found =
        std::ranges::find_if(newest_first, [](Exchange const& one) { return is_transmission(one.service); });
    return found == newest_first.end() ? nullptr : &*found;
}

Exchange const* open_exchange(Facts const& facts) {
    auto const found = std::ranges::find(facts.exchanges, Resultado::open, &Exchange::resultado);
    return found == facts.exchanges.end() ? nullptr : &*found;
}

std::string_view chave_of(Facts const& facts, Exchange const& exchange) {
    auto const found = std::ranges::find(facts.versions, exchange.versao, &Version::versao);
    if (found == facts.versions.end()) throw std::logic_error("an exchange about a version that does not exist");
    return found->chave;
}

std::vector<std::string_view> keys(Facts const& facts) {
    std::vector<std::string_view> found;
    for (auto const& version : facts.versions | std::views::reverse)
        if (std::ranges::find(found, version.chave) == found.end()) found.push_back(version.chave);
    return found;
}

bool is_own_key(Facts const& facts, std::string_view chave) {
    return std::ranges::find(facts.versions, chave, &Version::chave) != facts.versions.end();
}

Version const& version_of(Facts const& facts, std::string_view chave) {
    auto const newest_first = facts.versions | std::views::reverse;
    auto const found = std::ranges::find(newest_first, chave, &Version::chave);
    if (found == newest_first.end()) throw std::logic_error("no version has this key");
    return *found;
}

namespace {

bool is_judged(Exchange const& exchange) {
    if (!is_transmission(exchange.service) || exchange.resultado != Resultado::answered) return false;
    auto const kind = nfce::class_of(exchange.cStat);
    return kind != CodeClass::in_progress && kind != CodeClass::temporary && kind != CodeClass::overuse;
}

} // namespace

std::span<Version const> versions_since_judged(Facts const& facts) {
    auto const newest_first = facts.exchanges | std::views::reverse;
    auto const judged = std::ranges::find_if(newest_first, is_judged);
    std::span<Version const> const all(facts.versions);
    if (judged == newest_first.end()) return all;
    auto const first = std::ranges::upper_bound(all, judged->versao, {}, &Version::versao);
    return first == all.end() ? all : std::span(first, all.end());
}

bool needs_query(Exchange const& transmission) {
    if (!is_in_place(Protection::query_first)) return false;
    if (transmission.resultado == Resultado::unanswered) return transmission.saiu != Saiu::unsent;
    if (transmission.resultado == Resultado::open) return false;
    // 106 and 999 may come from a gateway behind which the receipt was judged.
    if (transmission.cStat == 106 || transmission.cStat == 999) return true;
    auto const kind = nfce::class_of(transmission.cStat);
    return kind == CodeClass::duplicate || kind == CodeClass::ask_again;
}

bool proven_unjudged(Exchange const& transmission) {
    if (transmission.resultado == Resultado::unanswered) return transmission.saiu == Saiu::unsent;
    if (transmission.resultado != Resultado::answered) return false;
    return transmission.cStat == 108 || transmission.cStat == 109 || transmission.cStat == svc_off;
}

bool is_svc_off(Facts const& facts) {
    return std::ranges::any_of(facts.exchanges, [](Exchange const& one) { return one.cStat == svc_off; });
}

bool says_absent(int cStat) { return cStat == 217 || cStat == 562 || cStat == 613; }

namespace {

// Queries announced after the last transmission, the one that is open now among them.
auto queries_since_last_transmission(Facts const& facts) {
    auto const* const transmission = last_transmission(facts);
    auto const from = transmission == nullptr ? facts.exchanges.data() : transmission + 1;
    return std::ranges::subrange(from, facts.exchanges.data() + facts.exchanges.size()) |
           std::views::filter([](Exchange const& one) { return one.service == Service::query; });
}

} // namespace

bool absent_since_last_transmission(Facts const& facts, std::string_view answered) {
    auto queries = queries_since_last_transmission(facts);
    return std::ranges::all_of(keys(facts), [&](std::string_view chave) {
        return chave == answered || std::ranges::any_of(queries, [&](Exchange const& query) {
                   return says_absent(query.cStat) && chave_of(facts, query) == chave;
               });
    });
}

bool number_disputed(Facts const& facts) {
    auto const* const transmission = last_transmission(facts);
    if (transmission != nullptr && transmission->cStat == 539) return true;
    return std::ranges::any_of(queries_since_last_transmission(facts),
                               [](Exchange const& query) { return query.cStat == 562 || query.cStat == 613; });
}

} // namespace balcao::receipts
