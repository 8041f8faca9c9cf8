#include "selling/receipts/planning/budgets.hpp"

#include <algorithm>
#include <array>
#include <ranges>

#include "platform/base/time_scale.hpp"

namespace balcao::receipts {

using namespace std::chrono_literals;
using std::chrono::microseconds;
using std::chrono::seconds;

namespace {

constexpr std::size_t queries_an_hour = 8;
constexpr std::size_t transmissions_an_hour = 5;

constexpr std::array<seconds, 7> query_times{3s, 12s, 40s, 2min, 6min, 15min, 30min};
constexpr std::array<seconds, 4> unsent_waits{1s, 3s, 8s, 60s};
constexpr std::array<seconds, 5> temporary_waits{2s, 5s, 15s, 30s, 60s};

microseconds query_time(std::size_t number) {
    if (number < query_times.size()) return shortened(query_times[number]);
    return shortened(query_times.back() + std::chrono::hours(number + 1 - query_times.size()));
}

template <std::size_t N>
microseconds wait_of(std::array<seconds, N> const& waits, std::size_t attempts) {
    return shortened(waits[std::min(attempts, N) - 1]);
}

// The moment `most` calls of the last hour leave room for one more.
template <class Counts>
Instant allowed(Facts const& facts, std::size_t most, Counts counts) {
    auto const hour = shortened(1h);
    auto room = most;
    for (auto const& exchange : facts.exchanges | std::views::reverse) {
        if (exchange.announced + hour <= facts.now) break;
        if (counts(exchange) && --room == 0) return exchange.announced + hour;
    }
    return facts.now;
}

bool is_unsent(Exchange const& exchange) {
    return exchange.resultado == Resultado::unanswered && exchange.saiu == Saiu::unsent;
}
bool is_temporary(Exchange const& exchange) {
    return exchange.resultado == Resultado::answered && nfce::class_of(exchange.cStat) == nfce::CodeClass::temporary;
}

// How many of the newest exchanges are such, without another between.
template <class Is>
std::size_t newest(Facts const& facts, Is is) {
    auto const others = std::ranges::find_if_not(facts.exchanges | std::views::reverse, is);
    return static_cast<std::size_t>(others - (facts.exchanges | std::views::reverse).begin());
}

} // namespace

Instant query_allowed(Facts const& facts, std::string_view chave) {
    return allowed(facts, queries_an_hour, [&](Exchange const& exchange) {
        return exchange.service == nfce::Service::query && !is_unsent(exchange) && chave_of(facts, exchange) == chave;
    });
}

Instant transmission_allowed(Facts const& facts) {
    return allowed(facts, transmissions_an_hour, [](Exchange const& exchange) {
        return exchange.service == nfce::Service::authorisation && !is_unsent(exchange);
    });
}

Instant transmission_due(Facts const& facts) {
    auto due = facts.now;
    if (auto const unsent = newest(facts, is_unsent); unsent > 0) {
        due = facts.exchanges.back().ended + wait_of(unsent_waits, unsent);
    } else if (auto const temporary = newest(facts, is_temporary); temporary > 0) {
        auto const wait = wait_of(temporary_waits, temporary);
        due = facts.exchanges.back().ended + wait + wait * facts.lot / 5000;
    }
    return std::max(due, transmission_allowed(facts));
}

Instant result_due(Exchange const& in_progress) {
    return in_progress.ended + shortened(std::max(in_progress.tMed, seconds(15s)));
}

Instant query_due(Facts const& facts, Instant from, std::string_view chave) {
    auto const allowed_from = query_allowed(facts, chave);
    if (auto const unsent = newest(facts, is_unsent); unsent > 0)
        return std::max(allowed_from, facts.exchanges.back().ended + wait_of(unsent_waits, unsent));

    std::size_t made = 0;
    Instant last{};
    for (auto const& exchange : facts.exchanges) {
        if (exchange.service != nfce::Service::query || exchange.announced < from || is_unsent(exchange) ||
            chave_of(facts, exchange) != chave)
            continue;
        ++made;
        last = exchange.announced;
    }
    if (made > 0) {
        // After a pause, such as a restart, what was missed is not made up for in a burst.
        auto const gap = query_time(made) - query_time(made - 1);
        return std::max({allowed_from, from + query_time(made), last + gap});
    }
    auto const* const transmission = last_transmission(facts);
    if (transmission == nullptr || transmission->cStat == 0) return std::max(allowed_from, from + query_time(0));
    return std::max(allowed_from, from + shortened(transmission->cStat == 635 ? 15s : 0s));
}

} // namespace balcao::receipts
