#include "platform/db/value_list.hpp"

#include <array>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

namespace balcao::db::detail {

namespace {

std::array<std::string, most_values> const& names() {
    static auto const made = [] {
        std::array<std::string, most_values> all;
        for (std::size_t i = 0; i < all.size(); ++i) all.at(i) = fmt::format("v{}", i);
        return all;
    }();
    return made;
}

} // namespace

std::string_view value_name(std::size_t at) { return names().at(at); }

std::string with_values(std::string_view sql, std::size_t count) {
    constexpr std::string_view marker = ":values";
    auto const at = sql.find(marker);
    if (at == std::string_view::npos) throw std::logic_error("a query for values without :values");
    auto const before = sql.substr(0, at);
    std::string_view const between = before.ends_with("values (") ? "), (:" : ", :";
    return fmt::format("{}:{}{}", before, fmt::join(std::span(names()).first(count), between),
                       sql.substr(at + marker.size()));
}

} // namespace balcao::db::detail
