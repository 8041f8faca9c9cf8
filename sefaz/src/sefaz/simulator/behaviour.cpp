#include "sefaz/simulator/behaviour.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace balcao::sefaz::simulator {

namespace {

constexpr std::size_t most_rules = 1'000;

} // namespace

bool Behaviours::Rule::fits(Address const& address, Subject const& subject) const {
    return (!service || *service == address.service) && (!authoriser || *authoriser == address.authoriser) &&
           (CNPJ.empty() || CNPJ == subject.CNPJ) && (chNFe.empty() || chNFe == subject.chNFe);
}

bool Behaviours::Rule::hides(Rule const& older) const {
    return always() && (!service || service == older.service) && (!authoriser || authoriser == older.authoriser) &&
           (CNPJ.empty() || CNPJ == older.CNPJ) && (chNFe.empty() || chNFe == older.chNFe);
}

bool Behaviours::Rule::happens() {
    if (skip > 0) {
        --skip;
        return false;
    }
    if (probability && std::uniform_real_distribution<double>()(dice) >= *probability) return false;
    if (times) --*times;
    return true;
}

std::expected<void, std::string> Behaviours::set(std::string_view json) {
    auto rule = read_rule(json);
    if (!rule) return std::unexpected(rule.error());
    std::lock_guard const lock(mutex_);
    std::erase_if(rules_, [&](Rule const& older) { return rule->hides(older); });
    if (rules_.size() >= most_rules) return std::unexpected("Há regras demais. Apague-as com DELETE e comece de novo.");
    rules_.push_back(std::move(*rule));
    return {};
}

void Behaviours::forget(std::string_view CNPJ) {
    std::lock_guard const lock(mutex_);
    std::erase_if(rules_, [&](Rule const& rule) { return rule.CNPJ == CNPJ; });
}

void Behaviours::reset() {
    std::lock_guard const lock(mutex_);
    rules_.clear();
}

Behaviour Behaviours::next(Address const& address, Subject const& subject) {
    std::lock_guard const lock(mutex_);
    for (auto at = rules_.rbegin(); at != rules_.rend(); ++at) {
        if (!at->fits(address, subject) || !at->happens()) continue;
        auto behaviour = at->behaviour;
        if (at->times == 0) rules_.erase(std::next(at).base());
        return behaviour;
    }
    return {};
}

std::string Behaviours::to_json() const {
    std::string out = "[";
    std::lock_guard const lock(mutex_);
    for (auto const& rule : rules_) out += (out.size() > 1 ? "," : "") + rule_json(rule);
    return out + "]";
}

} // namespace balcao::sefaz::simulator
