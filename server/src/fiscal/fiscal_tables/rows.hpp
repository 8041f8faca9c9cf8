#pragma once
// Rows of the files, as texts.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/tables.hpp"

namespace balcao::fiscal_tables {

using Row = std::vector<std::string>;
/// Columns of nfce-parametros.csv.
enum ParameterColumn : std::size_t { uf, desde, ambiente, alcance, parametro, valor, fonte, confianca };

/// First line of nfce-parametros.csv, with its end.
std::string parameters_header();
/// Rows of a CSV that nfce::check_table takes, without the first line.
std::vector<Row> read_rows(std::string_view csv);
/// nfce-parametros.csv.
std::string write_rows(std::vector<Row> const& rows);
/// One row, without the end of the line.
std::string write_row(Row const& row);

/// Each row's key ("pCBS sefaz * * desde 2027-01-01", "68109100") and what else it says.
std::map<std::string, std::string> keyed_rows(nfce::TableFile file, std::string_view text);

} // namespace balcao::fiscal_tables
