#include "platform/reference/tables.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "platform/base/csv.hpp"
#include "platform/base/embedded.hpp"
#include "platform/reference/fiscal_tables.hpp"

BALCAO_EMBEDDED(table_ncm_headings)
BALCAO_EMBEDDED(table_ncm_words)
BALCAO_EMBEDDED(table_units)
BALCAO_EMBEDDED(table_cenq)
BALCAO_EMBEDDED(table_cst)

namespace balcao::reference {

namespace {

constexpr std::array<std::pair<std::string_view, Table>, 13> names{{
    {"ncm", Table::ncm},
    {"cest", Table::cest},
    {"cfop", Table::cfop},
    {"unidades", Table::unidades},
    {"cenq", Table::cenq},
    {"origem", Table::origem},
    {"cst_icms", Table::cst_icms},
    {"csosn", Table::csosn},
    {"cst_pis", Table::cst_pis},
    {"cst_cofins", Table::cst_cofins},
    {"cst_ipi", Table::cst_ipi},
    {"cst_ibscbs", Table::cst_ibscbs},
    {"cclasstrib", Table::cclasstrib},
}};

// Entries and the few texts of theirs that do not stand in the file as they are.
struct Rows {
    std::vector<Entry> all;
    std::deque<std::string> texts;

    std::string_view plain(std::string_view field) {
        return field.contains('"') ? texts.emplace_back(csv_text(field)) : field;
    }
};

// The official table marks a heading's level by leading dashes.
std::string_view without_dashes(std::string_view text) {
    auto const first = text.find_first_not_of("- ");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

// The longest heading that is a beginning of the code; headings are by code, so that it stands at or before the code's
// place.
std::int32_t parent_of(std::vector<Entry> const& headings, std::string_view code) {
    for (auto size = code.size() - 1; size >= 2; --size) {
        auto const at = std::ranges::lower_bound(headings, code.substr(0, size), {}, &Entry::codigo);
        if (at != headings.end() && at->codigo == code.substr(0, size))
            return static_cast<std::int32_t>(at - headings.begin());
    }
    return -1;
}

Rows read_headings() {
    Rows rows;
    CsvReader line(table_ncm_headings());
    rows.all.reserve(4'700);
    while (line.next()) rows.all.push_back({.codigo = line[0], .descricao = rows.plain(without_dashes(line[1]))});
    for (auto& heading : rows.all) heading.parent = parent_of(rows.all, heading.codigo);
    return rows;
}

Rows const& heading_rows() {
    static Rows const rows = read_headings();
    return rows;
}

Rows read_ncm(std::string_view csv) {
    Rows rows;
    auto const& above = heading_rows().all;
    CsvReader line(csv);
    rows.all.reserve(10'600);
    while (line.next()) {
        rows.all.push_back(
            {.codigo = line[0], .descricao = rows.plain(without_dashes(line[1])), .parent = parent_of(above, line[0])});
    }
    return rows;
}

std::string_view cfop_group(std::string_view direction, std::string_view scope) {
    auto const out = direction == "saida";
    if (scope == "interna") return out ? "Saída · dentro do estado" : "Entrada · dentro do estado";
    if (scope == "interestadual") return out ? "Saída · outro estado" : "Entrada · outro estado";
    return out ? "Saída · exterior" : "Entrada · exterior";
}

Rows read_cfop(std::string_view csv) {
    Rows rows;
    CsvReader line(csv);
    auto const direction = line.column("direcao"), scope = line.column("ambito"), is_group = line.column("grupo");
    while (line.next()) {
        if (line[is_group] == "0") {
            rows.all.push_back({.codigo = line[0],
                                .descricao = rows.plain(line[1]),
                                .group = cfop_group(line[direction], line[scope])});
        }
    }
    return rows;
}

Rows read_cest(std::string_view csv) {
    Rows rows;
    CsvReader line(csv);
    auto const segment = line.column("segmento"), text = line.column("descricao"), ncms = line.column("ncms");
    while (line.next()) {
        rows.all.push_back({.codigo = line[0],
                            .descricao = rows.plain(line[text]),
                            .group = rows.plain(line[segment]),
                            .fits = line[ncms]});
    }
    return rows;
}

std::string_view cenq_group(std::string_view group) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 4> groups{
        {{"imunidade", "Imunidade"}, {"suspensao", "Suspensão"}, {"isencao", "Isenção"}, {"reducao", "Redução"}}};
    auto const* const at = std::ranges::find(groups, group, &std::pair<std::string_view, std::string_view>::first);
    return at == groups.end() ? "Outros" : at->second;
}

Rows read_cenq() {
    Rows rows;
    CsvReader line(table_cenq());
    auto const group = line.column("grupo"), text = line.column("descricao"), in = line.column("cst_entrada"),
               out = line.column("cst_saida");
    while (line.next()) {
        Entry entry{.codigo = line[0], .descricao = rows.plain(line[text]), .group = cenq_group(line[group])};
        if (!line[in].empty())
            entry.fits = rows.texts.emplace_back(std::string(line[in]) + '|' + std::string(line[out]));
        rows.all.push_back(entry);
    }
    return rows;
}

Rows read_units() {
    Rows rows;
    CsvReader line(table_units());
    auto const text = line.column("descricao"), use = line.column("uso");
    while (line.next())
        if (line[use] == "comercial") rows.all.push_back({.codigo = line[0], .descricao = rows.plain(line[text])});
    return rows;
}

Rows read_cst(std::string_view tax) {
    Rows rows;
    CsvReader line(table_cst());
    auto const of = line.column("tributo"), code = line.column("codigo"), text = line.column("descricao");
    while (line.next())
        if (line[of] == tax) rows.all.push_back({.codigo = line[code], .descricao = rows.plain(line[text])});
    return rows;
}

Rows read_ibscbs_cst(std::string_view csv) {
    Rows rows;
    CsvReader line(csv);
    while (line.next()) rows.all.push_back({.codigo = line[0], .descricao = rows.plain(line[1])});
    return rows;
}

// An end date in this table has always passed when it is published.
Rows read_cclasstrib(std::string_view csv) {
    Rows rows;
    CsvReader line(csv);
    auto const cst = line.column("cst"), code = line.column("cClassTrib"), text = line.column("nome"),
               end = line.column("dFimVig"), nfce = line.column("indNFCe");
    while (line.next()) {
        if (line[nfce] == "1" && line[end].empty())
            rows.all.push_back({.codigo = line[code], .descricao = rows.plain(line[text]), .fits = line[cst]});
    }
    return rows;
}

template <auto Read>
Rows const& once() {
    static Rows const rows = Read();
    return rows;
}

// Of a file that may be replaced: read once for each text of it that is in force, and kept to the end together with its
// set, since views of it are held.
Rows const& in_force(nfce::TableFile file, Rows (*read)(std::string_view text)) {
    struct Kept {
        std::shared_ptr<nfce::Tables const> tables;
        Rows rows;
    };
    static std::mutex mutex;
    static std::map<char const*, Kept> all;
    auto tables = fiscal_tables();
    auto const text = tables->text(file);
    std::lock_guard const lock(mutex);
    auto const [at, is_new] = all.try_emplace(text.data());
    if (is_new) {
        at->second = {.tables = std::move(tables), .rows = read(text)};
        std::ranges::sort(at->second.rows.all, {}, &Entry::codigo);
    }
    return at->second.rows;
}

Rows const& rows_of(Table table) {
    using nfce::TableFile;
    switch (table) {
    case Table::ncm: return in_force(TableFile::ncm, read_ncm);
    case Table::cest: return in_force(TableFile::cest, read_cest);
    case Table::cfop: return in_force(TableFile::cfop, read_cfop);
    case Table::unidades: return once<read_units>();
    case Table::cenq: return once<read_cenq>();
    case Table::origem: return once<[] { return read_cst("ORIGEM"); }>();
    case Table::cst_icms: return once<[] { return read_cst("ICMS"); }>();
    case Table::csosn: return once<[] { return read_cst("CSOSN"); }>();
    case Table::cst_pis: return once<[] { return read_cst("PIS"); }>();
    case Table::cst_cofins: return once<[] { return read_cst("COFINS"); }>();
    case Table::cst_ipi: return once<[] { return read_cst("IPI"); }>();
    case Table::cst_ibscbs: return in_force(TableFile::ibscbs_cst, read_ibscbs_cst);
    case Table::cclasstrib: return in_force(TableFile::ibscbs_cclasstrib, read_cclasstrib);
    }
    std::unreachable();
}

} // namespace

std::optional<Table> table_named(std::string_view name) {
    auto const* const at = std::ranges::find(names, name, &std::pair<std::string_view, Table>::first);
    return at == names.end() ? std::nullopt : std::optional(at->second);
}

std::span<Entry const> entries(Table table) { return rows_of(table).all; }
std::span<Entry const> headings() { return heading_rows().all; }

Entry const* find_in(Table table, std::string_view codigo) {
    auto const& all = rows_of(table).all;
    if (table == Table::unidades) {
        auto const at = std::ranges::find(all, codigo, &Entry::codigo);
        return at == all.end() ? nullptr : &*at;
    }
    auto const at = std::ranges::lower_bound(all, codigo, {}, &Entry::codigo);
    return at == all.end() || at->codigo != codigo ? nullptr : &*at;
}

std::vector<std::string_view> ncm_of_trade_word(std::string_view word) {
    std::vector<std::string_view> beginnings;
    CsvReader line(table_ncm_words());
    while (line.next()) {
        if (line[0] != word) continue;
        for (auto const one : std::views::split(line[1], '|')) beginnings.emplace_back(one);
    }
    return beginnings;
}

bool cest_fits_ncm(std::string_view cest, std::string_view ncm) {
    auto const* const entry = find_in(Table::cest, cest);
    if (entry == nullptr) return false;
    auto beginnings = entry->fits;
    if (beginnings.empty()) return true;
    while (!beginnings.empty()) {
        auto const end = std::min(beginnings.find('|'), beginnings.size());
        if (ncm.starts_with(beginnings.substr(0, end))) return true;
        beginnings.remove_prefix(std::min(end + 1, beginnings.size()));
    }
    return false;
}

bool cclasstrib_fits_cst(std::string_view cclasstrib, std::string_view cst) {
    auto const* const entry = find_in(Table::cclasstrib, cclasstrib);
    return entry != nullptr && entry->fits == cst;
}

std::string detail_of(Table table, Entry const& entry) {
    if (table != Table::ncm) return std::string(entry.group);
    std::string path;
    auto const above = headings();
    for (auto at = entry.parent; at >= 0; at = above[static_cast<std::size_t>(at)].parent) {
        auto text = std::string(above[static_cast<std::size_t>(at)].descricao);
        while (text.ends_with('.') || text.ends_with(':')) text.pop_back();
        path = path.empty() ? text : text + " › " + path;
    }
    return path;
}

} // namespace balcao::reference
