#include "platform/reference/municipalities.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>

#include "platform/base/csv.hpp"
#include "platform/base/embedded.hpp"
#include "platform/base/text.hpp"

BALCAO_EMBEDDED(states)
BALCAO_EMBEDDED(municipalities)

namespace balcao::reference {

namespace {

struct Tables {
    std::vector<State> states;
    std::map<std::string_view, std::vector<Municipality>> by_uf;
    std::unordered_map<std::string_view, Municipality> by_code;

    Tables() {
        for (CsvReader line(::states()); line.next();)
            states.push_back({.uf = line[1], .codigo = line[0], .nome = line[2]});
        sort_by_name(states);
        for (CsvReader line(::municipalities()); line.next();) {
            Municipality const municipality{.codigo = line[0], .nome = line[1], .uf = line[2]};
            by_uf[municipality.uf].push_back(municipality);
            by_code.emplace(municipality.codigo, municipality);
        }
        for (auto& [uf, list] : by_uf) sort_by_name(list);
    }

    // As people look for them: accents and capitals do not count.
    template <class Row>
    static void sort_by_name(std::vector<Row>& rows) {
        std::ranges::sort(rows, {}, [](Row const& row) { return fold(row.nome); });
    }
};

Tables const& tables() {
    static Tables const all;
    return all;
}

} // namespace

std::span<State const> states() { return tables().states; }

std::span<Municipality const> municipalities(std::string_view uf) {
    auto const at = tables().by_uf.find(uf);
    return at == tables().by_uf.end() ? std::span<Municipality const>{} : at->second;
}

Municipality const* find_municipality(std::string_view codigo) {
    auto const at = tables().by_code.find(codigo);
    return at == tables().by_code.end() ? nullptr : &at->second;
}

Municipality const* find_municipality(std::string_view uf, std::string_view name) {
    auto const all = municipalities(uf);
    auto const found = std::ranges::find(all, fold(name), [](Municipality const& each) { return fold(each.nome); });
    return found == all.end() ? nullptr : &*found;
}

} // namespace balcao::reference
