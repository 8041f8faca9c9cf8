#include "reference/municipalities.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "base/embedded.hpp"
#include "base/text.hpp"

BALCAO_EMBEDDED(states)
BALCAO_EMBEDDED(municipalities)

namespace balcao::reference {

namespace {

// The two files hold no quotes, so a comma always separates. Calls each(columns) for every line after the header.
template <std::size_t Columns, class Each>
void each_line(std::string_view csv, Each each) {
    csv.remove_prefix(csv.find('\n') + 1);
    while (!csv.empty()) {
        auto const end = csv.find('\n');
        auto line = csv.substr(0, end);
        csv.remove_prefix(end == std::string_view::npos ? csv.size() : end + 1);
        std::array<std::string_view, Columns> columns;
        for (std::size_t i = 0; i < Columns; ++i) {
            auto const comma = line.find(',');
            columns[i] = line.substr(0, comma);
            line.remove_prefix(comma == std::string_view::npos ? line.size() : comma + 1);
        }
        if (!line.empty() || columns.back().empty()) throw std::logic_error("reference data with a wrong number of columns");
        each(columns);
    }
}

struct Tables {
    std::vector<State> states;
    std::map<std::string_view, std::vector<Municipality>> by_uf;
    std::unordered_map<std::string_view, Municipality> by_code;

    Tables() {
        each_line<4>(::states(), [&](auto const& column) { states.push_back({.uf = column[1], .codigo = column[0], .nome = column[2]}); });
        sort_by_name(states);
        each_line<4>(::municipalities(), [&](auto const& column) {
            Municipality const municipality{.codigo = column[0], .nome = column[1], .uf = column[2]};
            by_uf[municipality.uf].push_back(municipality);
            by_code.emplace(municipality.codigo, municipality);
        });
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

} // namespace balcao::reference
