#include "nfce/tables.hpp"

#include "nfce/csv.hpp"
#include "platform/base/embedded.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <ranges>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

BALCAO_EMBEDDED(nfce_parameters)
BALCAO_EMBEDDED(nfce_return_codes)
BALCAO_EMBEDDED(nfce_states)
BALCAO_EMBEDDED(nfce_municipalities)
BALCAO_EMBEDDED(nfce_ncm)
BALCAO_EMBEDDED(nfce_cest)
BALCAO_EMBEDDED(nfce_payment_means)
BALCAO_EMBEDDED(nfce_card_brands)
BALCAO_EMBEDDED(nfce_ibscbs_cst)
BALCAO_EMBEDDED(nfce_ibscbs_class)

namespace balcao::nfce::tables {

namespace {

CsvTable const& states() {
    static CsvTable const table(nfce_states());
    return table;
}

CsvTable const& parameters() {
    static CsvTable const table(nfce_parameters());
    return table;
}

CsvTable const& ncms() {
    static CsvTable const table(nfce_ncm());
    return table;
}

CsvTable const& class_tribs() {
    static CsvTable const table(nfce_ibscbs_class());
    return table;
}

struct ParameterRow {
    std::string_view uf, ambiente;
    Reach reach{};
    Parameter parameter;
};

std::multimap<std::string_view, ParameterRow> read_parameters() {
    auto const& table = parameters();
    auto const uf = table.column("uf"), since = table.column("desde"), ambiente = table.column("ambiente"),
               reach = table.column("alcance"), name = table.column("parametro"), value = table.column("valor");
    std::multimap<std::string_view, ParameterRow> read;
    for (auto const& row : table.rows()) {
        auto const of = row[reach] == "sefaz" ? Reach::sefaz : row[reach] == "lei" ? Reach::lei : Reach::programa;
        read.emplace(row[name], ParameterRow{.uf = row[uf],
                                             .ambiente = row[ambiente],
                                             .reach = of,
                                             .parameter = {.value = row[value], .since = row[since]}});
    }
    return read;
}

bool in_force(std::string_view from, std::string_view to, std::string_view date) {
    return (from.empty() || from <= date) && (to.empty() || date <= to);
}

} // namespace

Parameter const* find_parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb,
                                std::optional<Reach> reach) {
    static auto const rows = read_parameters();
    auto const [first, last] = rows.equal_range(name);
    if (first == last) throw std::logic_error("unknown NFC-e parameter: " + std::string(name));
    ParameterRow const* best = nullptr;
    auto const rank = [](ParameterRow const& row) {
        return std::tuple(row.uf != "*", row.ambiente != "*", row.parameter.since);
    };
    auto const ambiente = tpAmb == 1 ? std::string_view("producao") : std::string_view("homologacao");
    for (auto const& [_, row] : std::ranges::subrange(first, last)) {
        if (reach && row.reach != *reach) continue;
        if (row.uf != "*" && row.uf != uf) continue;
        if (row.ambiente != "*" && row.ambiente != ambiente) continue;
        if (row.parameter.since > date) continue;
        if (best == nullptr || rank(row) >= rank(*best)) best = &row;
    }
    return best == nullptr ? nullptr : &best->parameter;
}

std::string_view parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb) {
    auto const* const row = find_parameter(name, uf, date, tpAmb);
    return row == nullptr ? std::string_view{} : row->value;
}

bool allowed(std::string_view name, std::string_view uf, std::string_view date, int tpAmb) {
    return parameter(name, uf, date, tpAmb) == "S";
}

bool listed(std::string_view name, std::string_view uf, std::string_view date, std::string_view word, int tpAmb) {
    return has_word(parameter(name, uf, date, tpAmb), word);
}

bool has_word(std::string_view words, std::string_view word) {
    while (!words.empty()) {
        auto const end = std::min(words.find(' '), words.size());
        if (words.substr(0, end) == word) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

std::optional<std::string_view> uf_code(std::string_view uf) {
    static auto const column = states().column("sigla");
    for (auto const& row : states().rows())
        if (row[column] == uf) return row[0];
    return std::nullopt;
}

std::optional<std::string_view> uf_of_code(std::string_view code) {
    static auto const column = states().column("sigla");
    auto const* row = states().find(code);
    return row == nullptr ? std::nullopt : std::optional((*row)[column]);
}

std::optional<std::string_view> uf_of_municipality(std::string_view code) {
    static CsvTable const table(nfce_municipalities());
    static auto const column = table.column("uf");
    auto const* row = table.find(code);
    return row == nullptr ? std::nullopt : std::optional((*row)[column]);
}

std::string_view last_change(std::string_view date) {
    static auto const days = [] {
        std::set<std::string_view> begun, ended;
        auto const take = [&](CsvTable const& table, std::string_view from, std::string_view to) {
            auto const first = table.column(from);
            auto const last = to.empty() ? first : table.column(to);
            for (auto const& row : table.rows()) {
                begun.insert(row[first]);
                if (last != first) ended.insert(row[last]);
            }
        };
        take(parameters(), "desde", "");
        take(ncms(), "inicio", "fim");
        take(class_tribs(), "dIniVig", "dFimVig");
        return std::pair(std::move(begun), std::move(ended));
    }();
    auto const& [begun, ended] = days;
    auto const before = [](std::set<std::string_view> const& all, auto end) {
        return end == all.begin() ? std::string_view{} : *std::prev(end);
    };
    return std::max(before(begun, begun.upper_bound(date)), before(ended, ended.lower_bound(date)));
}

bool ncm_in_force(std::string_view ncm, std::string_view date) {
    static auto const& table = ncms();
    static auto const from = table.column("inicio"), to = table.column("fim");
    auto const* row = table.find(ncm);
    return row != nullptr && in_force((*row)[from], (*row)[to], date);
}

namespace {

CsvTable const& cests() {
    static CsvTable const table(nfce_cest());
    return table;
}

} // namespace

bool cest_fits(std::string_view cest, std::string_view ncm) {
    static auto const column = cests().column("ncms");
    auto const* row = cests().find(cest);
    if (row == nullptr) return false;
    auto prefixes = (*row)[column];
    if (prefixes.empty()) return true;
    while (!prefixes.empty()) {
        auto const end = std::min(prefixes.find('|'), prefixes.size());
        if (ncm.starts_with(prefixes.substr(0, end))) return true;
        prefixes.remove_prefix(std::min(end + 1, prefixes.size()));
    }
    return false;
}

bool is_payment_means(std::string_view tPag) {
    static CsvTable const table(nfce_payment_means());
    return table.find(tPag) != nullptr;
}

bool is_card_brand(std::string_view tBand) {
    static CsvTable const table(nfce_card_brands());
    return table.find(tBand) != nullptr;
}

std::optional<IbsCbsCst> ibscbs_cst(std::string_view cst) {
    static CsvTable const table(nfce_ibscbs_cst());
    static auto const rates = table.column("ind_gIBSCBS"), mono = table.column("ind_gIBSCBSMono"),
                      red = table.column("ind_gRed");
    auto const* row = table.find(cst);
    if (row == nullptr) return std::nullopt;
    return IbsCbsCst{.gIBSCBS = (*row)[rates] == "1", .gIBSCBSMono = (*row)[mono] == "1", .gRed = (*row)[red] == "1"};
}

std::optional<ClassTrib> class_trib(std::string_view cClassTrib) {
    static auto const index = [] {
        auto const& table = class_tribs();
        std::map<std::string_view, ClassTrib, std::less<>> read;
        auto const code = table.column("cClassTrib"), ibs = table.column("pRedIBS"), cbs = table.column("pRedCBS"),
                   from = table.column("dIniVig"), to = table.column("dFimVig"),
                   regular = table.column("ind_gTribRegular"), nfce = table.column("indNFCe");
        for (auto const& row : table.rows()) {
            read[row[code]] = {.pRedIBS = row[ibs],
                               .pRedCBS = row[cbs],
                               .dIniVig = row[from],
                               .dFimVig = row[to],
                               .gTribRegular = row[regular] == "1",
                               .nfce = row[nfce] == "1"};
        }
        return read;
    }();
    auto const at = index.find(cClassTrib);
    return at == index.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::string_view> official_text(int cStat) {
    static auto const texts = [] {
        std::map<int, std::string> read;
        auto const file = boost::json::parse(nfce_return_codes());
        for (auto const& row : file.at("cStat").as_array())
            read[static_cast<int>(row.at("cStat").as_int64())] = std::string(row.at("xMotivo").as_string());
        return read;
    }();
    auto const at = texts.find(cStat);
    return at == texts.end() ? std::nullopt : std::optional<std::string_view>(at->second);
}

} // namespace balcao::nfce::tables
