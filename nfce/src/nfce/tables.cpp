#include "nfce/tables.hpp"

#include "nfce/digest.hpp"
#include "nfce/endpoint_reading.hpp"
#include "platform/base/embedded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <ranges>
#include <stdexcept>
#include <utility>

BALCAO_EMBEDDED(nfce_parameters)
BALCAO_EMBEDDED(nfce_endpoints)
BALCAO_EMBEDDED(nfe_endpoints)
BALCAO_EMBEDDED(nfce_ncm)
BALCAO_EMBEDDED(nfce_cest)
BALCAO_EMBEDDED(nfce_cfop)
BALCAO_EMBEDDED(nfce_ibscbs_cst)
BALCAO_EMBEDDED(nfce_ibscbs_class)

namespace balcao::nfce {

namespace {

struct File {
    std::string_view name, as_of;
    std::string_view (*text)();
};
// In the order of TableFile. The days are those of reference-data/README.md.
constexpr std::array<File, table_file_count> files{{{"nfce-parametros.csv", "2026-11-27", nfce_parameters},
                                                    {"nfce-endpoints.json", "2026-10-04", nfce_endpoints},
                                                    {"ncm.csv", "2026-08-13", nfce_ncm},
                                                    {"cest.csv", "2026-08-11", nfce_cest},
                                                    {"cfop.csv", "2026-09-19", nfce_cfop},
                                                    {"ibscbs_cst.csv", "2026-06-23", nfce_ibscbs_cst},
                                                    {"ibscbs_cclasstrib.csv", "2026-06-23", nfce_ibscbs_class},
                                                    {"nfe-endpoints.json", "2026-06-23", nfe_endpoints}}};

File const& file_of(TableFile file) { return files.at(static_cast<std::size_t>(file)); }

bool in_force(std::string_view from, std::string_view to, std::string_view date) {
    return (from.empty() || from <= date) && (to.empty() || date <= to);
}

std::array<std::string_view, table_file_count> views(TableTexts const& own) {
    std::array<std::string_view, table_file_count> texts;
    std::ranges::transform(files, texts.begin(), [](File const& file) { return file.text(); });
    for (auto const& [file, text] : own) texts.at(static_cast<std::size_t>(file)) = text;
    return texts;
}

std::string id_of(TableTexts const& own, std::string_view addresses) {
    if (own.empty() && addresses.empty()) return {};
    std::string all(addresses);
    for (auto const& [file, text] : own) all += fmt::format("\n{} {}\n{}", name_of(file), text.size(), text);
    return hex_lower(sha1({all}));
}

} // namespace

std::string_view name_of(TableFile file) { return file_of(file).name; }
std::string_view base_text(TableFile file) { return file_of(file).text(); }
std::string_view base_as_of(TableFile file) { return file_of(file).as_of; }

std::optional<TableFile> table_file_named(std::string_view name) {
    auto const* const at = std::ranges::find(files, name, &File::name);
    return at == files.end() ? std::nullopt : std::optional(static_cast<TableFile>(at - files.begin()));
}

std::shared_ptr<Tables const> const& Tables::base() {
    static std::shared_ptr<Tables const> const tables(new Tables({}));
    return tables;
}

std::expected<std::shared_ptr<Tables const>, std::pair<TableFile, TableErrors>>
Tables::make(TableTexts texts, std::string_view addresses, std::int64_t revision) {
    for (auto const& [file, text] : texts)
        if (auto errors = check_table(file, text); !errors.empty()) return std::unexpected(std::pair(file, errors));
    std::unique_ptr<Tables> made(new Tables(std::move(texts)));
    if (!addresses.empty()) {
        EndpointReading reading(addresses);
        if (!reading.errors.empty()) return std::unexpected(std::pair(TableFile::enderecos, reading.errors));
        for (auto& [key, endpoint] : reading.rows) made->endpoints_[key] = std::move(endpoint);
    }
    made->id_ = id_of(made->own_, addresses);
    made->addresses_ = addresses;
    made->revision_ = revision;
    return std::shared_ptr<Tables const>(std::move(made));
}

Tables::Tables(TableTexts own)
    : own_(std::move(own)), texts_(views(own_)), ncm_(text(TableFile::ncm)), cest_(text(TableFile::cest)),
      cfop_(text(TableFile::cfop)), ibscbs_cst_(text(TableFile::ibscbs_cst)),
      endpoints_(EndpointReading(text(TableFile::enderecos)).rows) {
    endpoints_.merge(EndpointReading(text(TableFile::enderecos_nfe)).rows);
    read_parameters();
    read_class_tribs();
    read_days();
}

void Tables::read_parameters() {
    CsvTable const table(text(TableFile::parametros));
    auto const uf = table.column("uf"), since = table.column("desde"), ambiente = table.column("ambiente"),
               reach = table.column("alcance"), name = table.column("parametro"), value = table.column("valor");
    for (auto const& row : table.rows()) {
        auto const of = row[reach] == "sefaz" ? Reach::sefaz : row[reach] == "lei" ? Reach::lei : Reach::programa;
        parameters_.emplace(row[name], ParameterRow{.uf = row[uf],
                                                    .ambiente = row[ambiente],
                                                    .reach = of,
                                                    .parameter = {.value = row[value], .since = row[since]}});
    }
}

void Tables::read_class_tribs() {
    CsvTable const table(text(TableFile::ibscbs_cclasstrib));
    auto const code = table.column("cClassTrib"), ibs = table.column("pRedIBS"), cbs = table.column("pRedCBS"),
               from = table.column("dIniVig"), to = table.column("dFimVig"), regular = table.column("ind_gTribRegular"),
               nfce = table.column("indNFCe"), nfe = table.column("indNFe");
    for (auto const& row : table.rows()) {
        class_tribs_[row[code]] = {.pRedIBS = row[ibs],
                                   .pRedCBS = row[cbs],
                                   .dIniVig = row[from],
                                   .dFimVig = row[to],
                                   .gTribRegular = row[regular] == "1",
                                   .nfce = row[nfce] == "1",
                                   .nfe = row[nfe] == "1"};
    }
}

void Tables::read_days() {
    for (auto const& [_, row] : parameters_) begun_.insert(row.parameter.since);
    auto const from = ncm_.column("inicio"), to = ncm_.column("fim");
    for (auto const& row : ncm_.rows()) {
        begun_.insert(row[from]);
        ended_.insert(row[to]);
    }
    for (auto const& [_, row] : class_tribs_) {
        begun_.insert(row.dIniVig);
        ended_.insert(row.dFimVig);
    }
}

Parameter const* Tables::find_parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb,
                                        std::optional<Reach> reach) const {
    auto const [first, last] = parameters_.equal_range(name);
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

std::string_view Tables::parameter(std::string_view name, std::string_view uf, std::string_view date, int tpAmb) const {
    auto const* const row = find_parameter(name, uf, date, tpAmb);
    return row == nullptr ? std::string_view{} : row->value;
}

bool Tables::allowed(std::string_view name, std::string_view uf, std::string_view date, int tpAmb) const {
    return parameter(name, uf, date, tpAmb) == "S";
}

bool Tables::listed(std::string_view name, std::string_view uf, std::string_view date, std::string_view word,
                    int tpAmb) const {
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

std::string_view Tables::last_change(std::string_view date) const {
    auto const before = [](std::set<std::string_view> const& all, auto end) {
        return end == all.begin() ? std::string_view{} : *std::prev(end);
    };
    return std::max(before(begun_, begun_.upper_bound(date)), before(ended_, ended_.lower_bound(date)));
}

bool Tables::ncm_in_force(std::string_view ncm, std::string_view date) const {
    auto const* row = ncm_.find(ncm);
    return row != nullptr && in_force((*row)[ncm_.column("inicio")], (*row)[ncm_.column("fim")], date);
}

std::optional<std::string_view> Tables::cfop_title(std::string_view cfop) const {
    auto const* row = cfop_.find(cfop);
    if (row == nullptr || (*row)[cfop_.column("grupo")] == "1") return std::nullopt;
    return (*row)[cfop_.column("descricao")];
}

bool Tables::cest_fits(std::string_view cest, std::string_view ncm) const {
    auto const* row = cest_.find(cest);
    if (row == nullptr) return false;
    auto prefixes = (*row)[cest_.column("ncms")];
    if (prefixes.empty()) return true;
    while (!prefixes.empty()) {
        auto const end = std::min(prefixes.find('|'), prefixes.size());
        if (ncm.starts_with(prefixes.substr(0, end))) return true;
        prefixes.remove_prefix(std::min(end + 1, prefixes.size()));
    }
    return false;
}

std::optional<IbsCbsCst> Tables::ibscbs_cst(std::string_view cst) const {
    auto const* row = ibscbs_cst_.find(cst);
    if (row == nullptr) return std::nullopt;
    auto const flag = [&](std::string_view name) { return (*row)[ibscbs_cst_.column(name)] == "1"; };
    return IbsCbsCst{.gIBSCBS = flag("ind_gIBSCBS"), .gIBSCBSMono = flag("ind_gIBSCBSMono"), .gRed = flag("ind_gRed")};
}

std::optional<ClassTrib> Tables::class_trib(std::string_view cClassTrib) const {
    auto const at = class_tribs_.find(cClassTrib);
    return at == class_tribs_.end() ? std::nullopt : std::optional(at->second);
}

} // namespace balcao::nfce
