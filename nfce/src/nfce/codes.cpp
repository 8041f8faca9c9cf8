// What of tables.hpp is the same in every installation.

#include "nfce/csv.hpp"
#include "nfce/tables.hpp"
#include "platform/base/embedded.hpp"

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include <map>

BALCAO_EMBEDDED(nfce_return_codes)
BALCAO_EMBEDDED(nfce_states)
BALCAO_EMBEDDED(nfce_municipalities)
BALCAO_EMBEDDED(nfce_payment_means)
BALCAO_EMBEDDED(nfce_card_brands)
BALCAO_EMBEDDED(nfce_ipi_framings)

namespace balcao::nfce::tables {

namespace {

CsvTable const& states() {
    static CsvTable const table(nfce_states());
    return table;
}

} // namespace

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

std::optional<std::string_view> payment_means(std::string_view tPag) {
    static CsvTable const table(nfce_payment_means());
    auto const* row = table.find(tPag);
    return row == nullptr ? std::nullopt : std::optional((*row)[1]);
}

std::optional<IpiFraming> ipi_framing(std::string_view cEnq) {
    static CsvTable const table(nfce_ipi_framings());
    static auto const entry = table.column("cst_entrada"), leaving = table.column("cst_saida");
    auto const* row = table.find(cEnq);
    if (row == nullptr) return std::nullopt;
    return IpiFraming{.cst_entrada = (*row)[entry], .cst_saida = (*row)[leaving]};
}

bool is_card_brand(std::string_view tBand) {
    static CsvTable const table(nfce_card_brands());
    return table.find(tBand) != nullptr;
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
