#include "sefaz/simulator_behaviour.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/json.hpp"
#include "nfce/xml_writer.hpp"

namespace balcao::sefaz {

namespace {

constexpr std::array<std::pair<std::string_view, Misdeed>, 8> misdeeds{{{"none", Misdeed::none},
                                                                        {"drop", Misdeed::drop},
                                                                        {"silence", Misdeed::silence},
                                                                        {"garbage", Misdeed::garbage},
                                                                        {"html", Misdeed::html},
                                                                        {"half", Misdeed::half},
                                                                        {"huge", Misdeed::huge},
                                                                        {"error", Misdeed::error}}};
constexpr std::int64_t longest_delay = 600'000;
constexpr std::size_t longest_text = 255;

constexpr std::array services{nfce::Service::authorisation, nfce::Service::authorisation_result,
                              nfce::Service::query,         nfce::Service::status,
                              nfce::Service::voiding,       nfce::Service::event,
                              nfce::Service::registry};

/// The layout has no other letters than Latin-1.
bool can_be_written(std::string_view text) {
    nfce::XmlWriter xml;
    xml.text("xMotivo", text);
    return !xml.refused();
}

} // namespace

std::expected<void, std::string> Behaviours::set(std::string_view json) {
    auto const object = json::parse_object(json);
    if (!object) return std::unexpected(object.error().detail.empty() ? object.error().title : object.error().detail);
    Behaviour behaviour;
    std::string service;
    for (auto const& [name, value] : *object) {
        auto const text = value.is_string() ? std::string_view(value.get_string()) : std::string_view();
        auto const number = value.is_int64() ? value.get_int64() : -1;
        auto is_good = false;
        if (name == "service") {
            service = text;
            is_good = service == "*" || service_of_name(service);
        } else if (name == "cStat") {
            is_good = number >= 100 && number <= 9999;
            behaviour.told.cStat = static_cast<int>(number);
        } else if (name == "xMotivo") {
            is_good = !text.empty() && text.size() <= longest_text && can_be_written(text);
            behaviour.told.xMotivo = text;
        } else if (name == "delay_ms") {
            is_good = number >= 0 && number <= longest_delay;
            behaviour.delay = std::chrono::milliseconds(number);
        } else if (name == "fault") {
            auto const* const found = std::ranges::find(misdeeds, text, &std::pair<std::string_view, Misdeed>::first);
            is_good = found != misdeeds.end();
            if (is_good) behaviour.misdeed = found->second;
        }
        if (!is_good) {
            return std::unexpected(
                fmt::format("“{}” não existe ou tem um valor que não serve. Use service, cStat (100 a 9999), xMotivo, "
                            "delay_ms (até {}) e fault (none, drop, silence, garbage, html, half, huge ou error).",
                            std::string_view(name), longest_delay));
        }
    }
    if (service.empty()) return std::unexpected("Falta service: o nome de um serviço, ou *.");
    std::lock_guard const lock(mutex_);
    if (auto const one = service_of_name(service)) told_[*one] = behaviour;
    else
        for (auto const each : services) told_[each] = behaviour;
    return {};
}

void Behaviours::reset() {
    std::lock_guard const lock(mutex_);
    told_.clear();
}

Behaviour Behaviours::of(nfce::Service service) const {
    std::lock_guard const lock(mutex_);
    auto const found = told_.find(service);
    return found == told_.end() ? Behaviour{} : found->second;
}

std::string Behaviours::to_json() const {
    std::string out = "[";
    std::lock_guard const lock(mutex_);
    for (auto const& [service, behaviour] : told_) {
        json::ObjectWriter object;
        object.text("service", nfce::service_name(service));
        if (behaviour.told.cStat) object.integer("cStat", *behaviour.told.cStat);
        if (!behaviour.told.xMotivo.empty()) object.text("xMotivo", behaviour.told.xMotivo);
        object.integer("delay_ms", behaviour.delay.count());
        object.text(
            "fault",
            std::ranges::find(misdeeds, behaviour.misdeed, &std::pair<std::string_view, Misdeed>::second)->first);
        out += (out.size() > 1 ? "," : "") + object.take();
    }
    return out + "]";
}

} // namespace balcao::sefaz
