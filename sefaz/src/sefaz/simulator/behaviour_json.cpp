// Rules of behaviour as JSON, and which of them could never take effect.

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "nfce/key.hpp"
#include "nfce/return_codes.hpp"
#include "nfce/text.hpp"
#include "platform/base/documents.hpp"
#include "platform/base/json.hpp"
#include "sefaz/simulator/behaviour.hpp"

namespace balcao::sefaz::simulator {

namespace {

using nfce::CodeClass;
using nfce::Service;
using Rule = Behaviours::Rule;
using Value = boost::json::value;

constexpr std::int64_t longest_wait = 600'000;
constexpr std::int64_t longest_lateness = 7LL * 24 * 60 * 60 * 1'000;
constexpr std::int64_t most_times = 1'000'000;
constexpr std::size_t longest_text = 255, most_alerts = 5;

/// What a fault can be combined with.
struct FaultTraits {
    std::string_view name;
    Misdeed misdeed;
    bool before, after; // when it can happen; neither: it is the judging that differs
    bool hides_answer;  // nothing of the answer arrives
};
constexpr std::array faults{FaultTraits{"none", Misdeed::none, true, true, false},
                            FaultTraits{"drop", Misdeed::drop, true, true, true},
                            FaultTraits{"silence", Misdeed::silence, true, true, true},
                            FaultTraits{"garbage", Misdeed::garbage, true, true, true},
                            FaultTraits{"html", Misdeed::html, true, true, true},
                            FaultTraits{"soap_fault", Misdeed::soap_fault, true, true, true},
                            FaultTraits{"huge", Misdeed::huge, true, true, true},
                            FaultTraits{"error", Misdeed::error, true, true, true},
                            FaultTraits{"half", Misdeed::half, false, true, false},
                            FaultTraits{"doubled", Misdeed::doubled, false, true, false},
                            FaultTraits{"foreign", Misdeed::foreign, false, true, true},
                            FaultTraits{"other_key", Misdeed::other_key, false, true, false},
                            FaultTraits{"wrong_digest", Misdeed::wrong_digest, false, true, false},
                            FaultTraits{"asynchronous", Misdeed::asynchronous, false, false, true},
                            FaultTraits{"late", Misdeed::late, false, false, true},
                            FaultTraits{"kill_judged", Misdeed::kill_judged, false, true, true},
                            FaultTraits{"kill_stored", Misdeed::kill_stored, false, true, true},
                            FaultTraits{"kill_half", Misdeed::kill_half, false, true, false}};

FaultTraits const& traits_of(Misdeed misdeed) { return *std::ranges::find(faults, misdeed, &FaultTraits::misdeed); }

bool is_judged_later(Misdeed misdeed) { return misdeed == Misdeed::asynchronous || misdeed == Misdeed::late; }

// --- members

/// A rule as it is being read.
struct Reading {
    Rule rule{};
    std::string service{};
    std::optional<When> when{};
};

bool take_text(Value const& value, std::string& to) {
    if (value.is_string()) to = value.get_string();
    return value.is_string() && !to.empty();
}
bool take_flag(Value const& value, bool& to) {
    if (value.is_bool()) to = value.get_bool();
    return value.is_bool();
}
template <class Integer>
bool take_integer(Value const& value, std::int64_t from, std::int64_t to, Integer& into) {
    if (!value.is_int64() || value.get_int64() < from || value.get_int64() > to) return false;
    into = Integer(value.get_int64());
    return true;
}

bool take_when(Value const& value, Reading& reading) {
    std::string text;
    if (!take_text(value, text) || (text != "before" && text != "after")) return false;
    reading.when = text == "before" ? When::before : When::after;
    return true;
}
bool take_fault(Value const& value, Reading& reading) {
    std::string text;
    auto const* const found =
        take_text(value, text) ? std::ranges::find(faults, text, &FaultTraits::name) : faults.end();
    if (found == faults.end()) return false;
    reading.rule.behaviour.misdeed = found->misdeed;
    return true;
}
bool take_probability(Value const& value, Reading& reading) {
    auto const number = value.is_double() ? value.get_double() : value.is_int64() ? double(value.get_int64()) : 0.0;
    reading.rule.probability = number;
    return number > 0 && number <= 1;
}

bool is_text(std::string_view text) {
    return nfce::normalise_text(text, longest_text).text == text && nfce::is_layout_text(text);
}
bool take_alerts(Value const& value, Reading& reading) {
    if (!value.is_array() || value.get_array().empty() || value.get_array().size() > most_alerts) return false;
    auto& alerts = reading.rule.behaviour.variants.alerts;
    for (auto const& each : value.get_array())
        if (!take_text(each, alerts.emplace_back()) || !is_text(alerts.back())) return false;
    return true;
}

struct Member {
    std::string_view name, takes;
    bool (*take)(Value const& value, Reading& reading);
};
constexpr std::array members{
    Member{"service", "o nome de um serviço, ou *",
           [](Value const& v, Reading& r) {
               return take_text(v, r.service) && (r.service == "*" || service_of_name(r.service));
           }},
    Member{"authoriser", "nfce, nfe, svc-an ou svc-rs",
           [](Value const& v, Reading& r) {
               std::string name;
               if (take_text(v, name)) r.rule.authoriser = authoriser_of_name(name);
               return r.rule.authoriser.has_value();
           }},
    Member{"CNPJ", "14 caracteres, do emitente",
           [](Value const& v, Reading& r) { return take_text(v, r.rule.CNPJ) && is_valid_cnpj(r.rule.CNPJ); }},
    Member{"chNFe", "uma chave de acesso",
           [](Value const& v, Reading& r) { return take_text(v, r.rule.chNFe) && nfce::is_valid_key(r.rule.chNFe); }},
    Member{"times", "de 1 a 1000000",
           [](Value const& v, Reading& r) { return take_integer(v, 1, most_times, r.rule.times); }},
    Member{"skip", "de 0 a 1000000",
           [](Value const& v, Reading& r) { return take_integer(v, 0, most_times, r.rule.skip); }},
    Member{"probability", "acima de 0, até 1", &take_probability},
    Member{"seed", "um número inteiro a partir de 0",
           [](Value const& v, Reading& r) { return take_integer(v, 0, INT64_MAX, r.rule.seed); }},
    Member{"when", "before ou after", &take_when},
    Member{"cStat", "de 100 a 9999",
           [](Value const& v, Reading& r) { return take_integer(v, 100, 9'999, r.rule.behaviour.cStat); }},
    Member{"xMotivo", "um texto de até 255 letras que caiba no leiaute",
           [](Value const& v, Reading& r) {
               auto& text = r.rule.behaviour.xMotivo;
               return take_text(v, text) && is_text(text);
           }},
    Member{"delay_ms", "de 0 a 600000",
           [](Value const& v, Reading& r) { return take_integer(v, 0, longest_wait, r.rule.behaviour.delay); }},
    Member{"fault", "o nome de uma falha", &take_fault},
    Member{
        "judged_after_ms", "de 1 a 604800000",
        [](Value const& v, Reading& r) { return take_integer(v, 1, longest_lateness, r.rule.behaviour.judged_after); }},
    Member{"prefixed", "true ou false",
           [](Value const& v, Reading& r) { return take_flag(v, r.rule.behaviour.variants.prefixed); }},
    Member{"signed_protocol", "true ou false",
           [](Value const& v, Reading& r) { return take_flag(v, r.rule.behaviour.variants.signed_protocol); }},
    Member{"long_protocol", "true ou false",
           [](Value const& v, Reading& r) { return take_flag(v, r.rule.behaviour.variants.long_protocol); }},
    Member{"bare_query", "true ou false",
           [](Value const& v, Reading& r) { return take_flag(v, r.rule.behaviour.variants.bare_query); }},
    Member{"repeat_is_authorised", "true ou false",
           [](Value const& v, Reading& r) { return take_flag(v, r.rule.behaviour.variants.repeat_is_authorised); }},
    Member{"alerts", "de 1 a 5 textos de até 255 letras que caibam no leiaute", &take_alerts}};

// --- what could never take effect

bool can_be_told(int cStat, std::optional<Service> service) {
    switch (nfce::class_of(cStat)) {
    case CodeClass::authorised:
    case CodeClass::cancelled:
    case CodeClass::event_registered:
    case CodeClass::voided:
    case CodeClass::in_progress:
    case CodeClass::envelope: return false;
    case CodeClass::service_up: return service == Service::status;
    case CodeClass::registry: return service == Service::registry;
    default: return true;
    }
}

bool is_possible(Misdeed misdeed, std::optional<Service> service) {
    switch (misdeed) {
    case Misdeed::asynchronous:
    case Misdeed::late: return service == Service::authorisation;
    case Misdeed::wrong_digest:
        return service == Service::authorisation || service == Service::authorisation_result ||
               service == Service::query;
    case Misdeed::other_key:
        return service == Service::authorisation || service == Service::authorisation_result ||
               service == Service::query || service == Service::event;
    default: return true;
    }
}

std::optional<std::string> fault_without_effect(Rule const& rule, std::optional<When> when) {
    auto const& behaviour = rule.behaviour;
    auto const& fault = traits_of(behaviour.misdeed);
    if (!is_possible(fault.misdeed, rule.service))
        return fmt::format("A falha {} não existe neste serviço.", fault.name);
    if (is_judged_later(fault.misdeed) != (behaviour.judged_after.count() > 0))
        return "asynchronous e late pedem judged_after_ms, e só elas.";
    if (when && is_judged_later(fault.misdeed)) return fmt::format("A falha {} não tem when.", fault.name);
    if (when == When::before && !fault.before)
        return fmt::format("A falha {} precisa de uma resposta julgada: use when after.", fault.name);
    if (behaviour.cStat && fault.hides_answer)
        return fmt::format("Com a falha {} o cStat não chegaria a ninguém.", fault.name);
    return std::nullopt;
}

std::optional<std::string> variant_without_effect(Rule const& rule) {
    auto const& variants = rule.behaviour.variants;
    bool const authorises = rule.service == Service::authorisation || !rule.service;
    if ((variants.signed_protocol || variants.repeat_is_authorised || !variants.alerts.empty()) && !authorises)
        return "signed_protocol, repeat_is_authorised e alerts são da autorização.";
    if (variants.long_protocol && !authorises && rule.service != Service::event && rule.service != Service::voiding)
        return "long_protocol é dos serviços que dão protocolo.";
    if (variants.bare_query && rule.service != Service::query && rule.service) return "bare_query é da consulta.";
    return std::nullopt;
}

std::optional<std::string> without_effect(Reading const& reading) {
    auto const& rule = reading.rule;
    auto const& behaviour = rule.behaviour;
    if (reading.service.empty()) return "Falta service: o nome de um serviço, ou *.";
    if (rule.seed && !rule.probability) return "seed só vale com probability.";
    if (!behaviour.xMotivo.empty() && !behaviour.cStat) return "xMotivo só vale com cStat.";
    if (behaviour.cStat && !can_be_told(*behaviour.cStat, rule.service)) {
        return fmt::format("{} não é resposta que se escolha neste serviço: depende do que foi julgado.",
                           *behaviour.cStat);
    }
    bool const names_keys = !rule.service || rule.service == Service::authorisation || rule.service == Service::query ||
                            rule.service == Service::event;
    if (!rule.chNFe.empty() && !names_keys) return "As mensagens deste serviço não trazem chave.";
    bool const names_company = names_keys || rule.service == Service::voiding;
    if (!rule.CNPJ.empty() && !names_company) return "As mensagens deste serviço não trazem o CNPJ do emitente.";
    bool const happens = behaviour.cStat || behaviour.delay.count() > 0 || behaviour.misdeed != Misdeed::none;
    if (reading.when && !happens) return "when só vale com cStat, delay_ms ou fault.";
    if (auto wrong = fault_without_effect(rule, reading.when)) return wrong;
    return variant_without_effect(rule);
}

std::string wrong_member(std::string_view name) {
    auto const* const known = std::ranges::find(members, name, &Member::name);
    if (known != members.end()) return fmt::format("“{}” tem um valor que não serve: {}.", name, known->takes);
    std::string names;
    for (auto const& member : members) names += (names.empty() ? "" : ", ") + std::string(member.name);
    return fmt::format("“{}” não existe. Use {}.", name, names);
}

} // namespace

std::string_view name_of_fault(Behaviour const& behaviour) {
    if (behaviour.misdeed != Misdeed::none) return traits_of(behaviour.misdeed).name;
    return behaviour.cStat ? "cStat" : "";
}

std::expected<Rule, std::string> read_rule(std::string_view json) {
    auto const object = json::parse_object(json);
    if (!object) return std::unexpected(object.error().detail.empty() ? object.error().title : object.error().detail);
    Reading reading;
    for (auto const& [name, value] : *object) {
        auto const* const member = std::ranges::find(members, std::string_view(name), &Member::name);
        if (member == members.end() || !member->take(value, reading)) return std::unexpected(wrong_member(name));
    }
    auto& rule = reading.rule;
    rule.service = service_of_name(reading.service);
    if (auto wrong = without_effect(reading)) return std::unexpected(std::move(*wrong));
    auto const& fault = traits_of(rule.behaviour.misdeed);
    rule.behaviour.when = reading.when.value_or(fault.before ? When::before : When::after);
    if (rule.seed) rule.dice.seed(static_cast<std::uint64_t>(*rule.seed));
    return rule;
}

std::string rule_json(Rule const& rule) {
    auto const& behaviour = rule.behaviour;
    json::ObjectWriter object;
    object.text("service", rule.service ? nfce::service_name(*rule.service) : "*");
    if (rule.authoriser) object.text("authoriser", name_of(*rule.authoriser));
    if (!rule.CNPJ.empty()) object.text("CNPJ", rule.CNPJ);
    if (!rule.chNFe.empty()) object.text("chNFe", rule.chNFe);
    if (rule.times) object.integer("times", *rule.times);
    if (rule.skip > 0) object.integer("skip", rule.skip);
    if (rule.probability) object.raw("probability", fmt::format("{}", *rule.probability));
    if (rule.seed) object.integer("seed", *rule.seed);
    if (behaviour.cStat) object.integer("cStat", *behaviour.cStat);
    if (!behaviour.xMotivo.empty()) object.text("xMotivo", behaviour.xMotivo);
    object.integer("delay_ms", behaviour.delay.count());
    auto const& fault = traits_of(behaviour.misdeed);
    object.text("fault", fault.name);
    if (!is_judged_later(fault.misdeed)) object.text("when", behaviour.when == When::before ? "before" : "after");
    else object.integer("judged_after_ms", behaviour.judged_after.count());
    for (auto const& [name, set] : {std::pair("prefixed", behaviour.variants.prefixed),
                                    std::pair("signed_protocol", behaviour.variants.signed_protocol),
                                    std::pair("long_protocol", behaviour.variants.long_protocol),
                                    std::pair("bare_query", behaviour.variants.bare_query),
                                    std::pair("repeat_is_authorised", behaviour.variants.repeat_is_authorised)})
        if (set) object.boolean(name, true);
    std::string alerts;
    for (auto const& text : behaviour.variants.alerts) {
        alerts += alerts.empty() ? "" : ",";
        json::append_string(alerts, text);
    }
    if (!alerts.empty()) object.raw("alerts", '[' + alerts + ']');
    return object.take();
}

} // namespace balcao::sefaz::simulator
