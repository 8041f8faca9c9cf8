#include "db/value_list.hpp"

#include <array>

#include <fmt/format.h>

namespace balcao::db {

namespace {

struct Names {
    std::array<std::string, values_at_once> names;
    std::string list;

    Names() {
        for (std::size_t i = 0; i < values_at_once; ++i) {
            names.at(i) = fmt::format("v{}", i);
            list += fmt::format("{}:{}", i == 0 ? "" : ", ", names.at(i));
        }
    }
};
// Statements are composed before main starts, in any order of the files.
Names const& all() {
    static Names const names;
    return names;
}

} // namespace

std::string const& value_list() { return all().list; }

namespace detail {
std::string_view value_name(std::size_t at) { return all().names.at(at); }
} // namespace detail

} // namespace balcao::db
