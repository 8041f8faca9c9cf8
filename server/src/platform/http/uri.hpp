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

/// Splits and decodes `/path?name=value&…`. nullopt when an escape is broken, the text is not UTF-8, or the path or
/// a name or value holds a control character other than a line break or tab in a value.
std::optional<Target> parse_target(std::string_view target);

} // namespace balcao::http
