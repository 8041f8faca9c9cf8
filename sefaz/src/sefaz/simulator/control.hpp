#pragma once
// The control routes: plain HTTP on this machine, apart from the services.

#include <string>
#include <string_view>

#include "sefaz/simulator/behaviour.hpp"
#include "sefaz/simulator/desk.hpp"

namespace balcao::sefaz::simulator {

struct ControlAnswer {
    int status = 200;
    std::string body; // JSON with status 200, else a sentence
};

/// `target` is the path with its query; `is_json` whether the body claims to be JSON.
ControlAnswer control(Behaviours& behaviours, Desk& desk, std::string_view method, std::string_view target,
                      bool is_json, std::string_view body);

} // namespace balcao::sefaz::simulator
