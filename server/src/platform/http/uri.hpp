#pragma once
// Request targets: percent-decoding and queries.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace balcao::http {

struct Target {
    std::string path; // starts with `/`
    std::vector<std::pair<std::string, std::string>> query{};
};

/// Splits and decodes `/path?name=value&…`. nullopt if an escape is broken, the text is not UTF-8, or a control
/// character occurs (line breaks and tabs are allowed in values).
std::optional<Target> parse_target(std::string_view target);

} // namespace balcao::http
