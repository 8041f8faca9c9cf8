#include "selling/receipts/judging/deadlines.hpp"

#include <algorithm>

#include "nfce/datetime.hpp"

namespace balcao::receipts {

using namespace std::chrono_literals;

namespace {

// Rule 914 wants both documents of a substitution within two hours.
constexpr auto oldest_to_replace = 60min;
// Rule 569 allows 30 days.
constexpr std::chrono::hours longest_contingency{29 * 24};

// Since when its customer waits: what was refused before had its answer.
Instant sending_since(Facts const& facts) {
    auto const& version = versions_since_judged(facts).front();
    auto const first = std::ranges::find_if(facts.exchanges, [&](Exchange const& one) {
        return is_transmission(one.service) && one.versao >= version.versao;
    });
    return first == facts.exchanges.end() ? version.stored : first->announced;
}

bool never_reached_sefaz(Facts const& facts) {
    return std::ranges::all_of(facts.exchanges, [](Exchange const& one) {
        return is_transmission(one.service) ? proven_unjudged(one) : one.resultado != Resultado::open;
    });
}

} // namespace

std::optional<Instant> instant_of(std::string_view dateTime) {
    auto const at = nfce::DateTime::parse(dateTime);
    return at ? std::optional(Instant{at->epoch() * 1'000'000}) : std::nullopt;
}

std::optional<Instant> cancelavel_ate(std::string_view dhRecbto, std::chrono::microseconds window) {
    auto const received = instant_of(dhRecbto);
    return received ? std::optional(*received + window) : std::nullopt;
}

Instant prazo(Instant dhEmi, std::chrono::hours hours) { return dhEmi + hours; }

Instant voiding_deadline(Instant dhEmi, std::string_view time_zone) {
    auto const first = local_date(dhEmi, time_zone).substr(0, 8) + "01";
    return start_of_day(add_days(first, 31).substr(0, 8) + "11", time_zone);
}

Instant dhCont(Instant began, Instant dhEmi) { return std::clamp(began, dhEmi - longest_contingency, dhEmi); }

std::expected<Rule, std::string> offline_transition(Facts const& facts) {
    bool const waits = facts.estado == Estado::enviando || facts.estado == Estado::indefinida;
    if (!waits || facts.replaced || facts.offline)
        return std::unexpected("Esta nota não está mais à espera da resposta. Veja na tela como ela ficou.");
    // A clock put back must not make the customer wait.
    auto const waited = facts.now - sending_since(facts);
    if (waited >= 0s && waited < facts.offline_after)
        return std::unexpected("Ainda há alguns segundos para a resposta chegar. Espere um pouco.");
    if (facts.sells_offline && facts.fiscal_now() - versions_since_judged(facts).front().dhEmi > oldest_to_replace) {
        return std::unexpected("Esta nota tem mais de uma hora e não pode mais ser trocada por uma em contingência. "
                               "Espere a resposta da SEFAZ.");
    }
    return never_reached_sefaz(facts) ? Rule::t6a : Rule::t6;
}

Rule retry_transition(Facts const& facts, bool contingency) {
    if (facts.estado == Estado::contingencia_rejeitada) return Rule::t11;
    if (facts.estado != Estado::rejeitada || facts.replaced) return Rule::none;
    return contingency && facts.sells_offline ? Rule::t7c : Rule::t7;
}

} // namespace balcao::receipts
