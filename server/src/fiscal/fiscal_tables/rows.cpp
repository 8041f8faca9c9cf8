#include "fiscal/fiscal_tables/rows.hpp"

#include <fmt/format.h>

#include <boost/json/array.hpp>
#include <boost/json/parse.hpp>

#include "platform/base/csv.hpp"

namespace balcao::fiscal_tables {

namespace {

std::string joined(Row const& row, std::size_t from, std::vector<std::string> const& header) {
    std::string text;
    for (std::size_t at = from; at < row.size(); ++at) {
        if (row[at].empty()) continue;
        text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", header[at], row[at]);
    }
    return text;
}

std::string text_of(boost::json::object const& row, std::string_view name) {
    auto const* const value = row.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::map<std::string, std::string> keyed_addresses(std::string_view json) {
    std::map<std::string, std::string> found;
    auto const file = boost::json::parse(json);
    for (auto const& each : file.at("endpoints").as_array()) {
        auto const& row = each.as_object();
        found[fmt::format("{} {} {}", text_of(row, "uf"), row.at("tpAmb").as_int64() == 1 ? "produção" : "homologação",
                          text_of(row, "service"))] = text_of(row, "url");
    }
    return found;
}

} // namespace

std::string parameters_header() {
    auto const base = nfce::base_text(nfce::TableFile::parametros);
    return std::string(base.substr(0, base.find('\n') + 1));
}

std::vector<Row> read_rows(std::string_view csv) {
    if (csv.starts_with("\xef\xbb\xbf")) csv.remove_prefix(3);
    std::vector<Row> rows;
    CsvReader reader(csv);
    while (reader.next()) {
        auto& row = rows.emplace_back();
        for (auto const field : reader.record()) row.push_back(csv_text(field));
    }
    return rows;
}

std::string write_row(Row const& row) {
    std::string text;
    for (std::size_t at = 0; at < row.size(); ++at) {
        auto const& field = row[at];
        bool const quoted = field.find_first_of(",\"\n") != std::string::npos;
        text += at == 0 ? "" : ",";
        if (quoted) text += '"';
        for (char const c : field) text += c == '"' ? std::string("\"\"") : std::string(1, c);
        if (quoted) text += '"';
    }
    return text;
}

std::string write_rows(std::vector<Row> const& rows) {
    auto text = parameters_header();
    for (auto const& row : rows) text += write_row(row) + '\n';
    return text;
}

std::map<std::string, std::string> keyed_rows(nfce::TableFile file, std::string_view text) {
    if (file == nfce::TableFile::enderecos || file == nfce::TableFile::enderecos_nfe) return keyed_addresses(text);
    std::map<std::string, std::string> found;
    CsvReader const reader(text.starts_with("\xef\xbb\xbf") ? text.substr(3) : text);
    Row header;
    for (auto const name : reader.header()) header.emplace_back(name);
    auto const code = file == nfce::TableFile::ibscbs_cclasstrib ? std::size_t{1} : std::size_t{0};
    for (auto const& row : read_rows(text)) {
        if (file != nfce::TableFile::parametros) {
            found[row[code]] = joined(row, code + 1, header);
            continue;
        }
        auto const key =
            fmt::format("{} {} {} {} desde {}", row[parametro], row[alcance], row[uf], row[ambiente], row[desde]);
        found[key] = joined(row, valor, header);
    }
    return found;
}

} // namespace balcao::fiscal_tables
