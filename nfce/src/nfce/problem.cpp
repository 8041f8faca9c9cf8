#include "nfce/problem.hpp"

#include "platform/base/json.hpp"

namespace balcao::nfce {

std::string to_json(Problem const& problem) {
    balcao::json::ObjectWriter out;
    auto const number = [&out](std::string_view name, int value) {
        if (value == 0) out.null(name);
        else out.integer(name, value);
    };
    number("rule", problem.rule);
    number("cStat", problem.cStat);
    out.text("field", problem.field);
    out.text("message", problem.message);
    return out.take();
}

} // namespace balcao::nfce
