#pragma once
// Federal units and municipalities (IBGE), read from reference-data/ inside the binary. Immutable, thread-safe.

#include <span>
#include <string_view>
#include <vector>

namespace balcao::reference {

struct State {
    std::string_view uf;     // two letters
    std::string_view codigo; // two digits (IBGE)
    std::string_view nome;
};

struct Municipality {
    std::string_view codigo; // seven digits (IBGE)
    std::string_view nome;
    std::string_view uf;
};

/// The 27, by name.
std::span<State const> states();
/// Those of one federal unit, by name; empty for an unknown one.
std::span<Municipality const> municipalities(std::string_view uf);
/// nullptr for an unknown code.
Municipality const* find_municipality(std::string_view codigo);
/// By name, ignoring case and accents; nullptr if the federal unit has none.
Municipality const* find_municipality(std::string_view uf, std::string_view name);

} // namespace balcao::reference
