#include "platform/auth/device.hpp"

#include <algorithm>
#include <array>

namespace balcao::auth {

namespace {

struct Sign {
    std::string_view mark;
    std::string_view name;
};

// The first that fits: browsers also name those they want to be taken for.
constexpr std::array browsers{
    Sign{"Edg", "Edge"},         Sign{"OPR/", "Opera"},     Sign{"SamsungBrowser/", "Samsung Internet"},
    Sign{"Vivaldi/", "Vivaldi"}, Sign{"FxiOS/", "Firefox"}, Sign{"Firefox/", "Firefox"},
    Sign{"CriOS/", "Chrome"},    Sign{"Chrome/", "Chrome"}, Sign{"Chromium/", "Chromium"},
    Sign{"Version/", "Safari"},  Sign{"Safari/", "Safari"},
};
constexpr std::array systems{
    Sign{"Windows", "no Windows"}, Sign{"Android", "no Android"}, Sign{"iPhone", "no iPhone"}, Sign{"iPad", "no iPad"},
    Sign{"CrOS", "no ChromeOS"},   Sign{"Macintosh", "no Mac"},   Sign{"Linux", "no Linux"},
};

std::string_view first_of(auto const& signs, std::string_view user_agent) {
    auto const found = std::ranges::find_if(signs, [&](Sign const& sign) { return user_agent.contains(sign.mark); });
    return found == signs.end() ? std::string_view{} : found->name;
}

} // namespace

std::string device_name(std::string_view user_agent) {
    auto const browser = first_of(browsers, user_agent);
    auto const system = first_of(systems, user_agent);
    if (browser.empty() && system.empty()) return "Aparelho desconhecido";
    std::string name(browser.empty() ? "Programa" : browser);
    if (!system.empty()) name += ' ' + std::string(system);
    return name;
}

} // namespace balcao::auth
