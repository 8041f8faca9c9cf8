#pragma once
// Rules of single product fields: canonical forms, and the Portuguese sentence when a text is wrong.

#include <optional>
#include <string>
#include <string_view>

#include "platform/reference/tables.hpp"

namespace balcao::products {

/// Without blanks, dots, dashes and slashes.
std::string without_punctuation(std::string_view typed);
/// The same in capitals.
std::string upper_without_punctuation(std::string_view typed);
/// A GTIN without blanks and dashes; `sem gtin` in capitals.
std::string normalize_gtin(std::string_view typed);

using Problem = std::optional<std::string>;

Problem check_gtin(std::string_view text);
Problem check_ncm(std::string_view text);
Problem check_cest(std::string_view text);
Problem check_cfop(std::string_view text);
Problem check_nve(std::string_view text);
Problem check_extipi(std::string_view text);
Problem check_fci(std::string_view text);
Problem check_cbenef(std::string_view text);
Problem check_cnpj(std::string_view text);
/// CST or CSOSN; which of the two is a matter of the company.
Problem check_icms_cst(std::string_view text);
Problem check_cclasstrib(std::string_view text);

template <reference::Table table>
Problem check_code(std::string_view text) {
    if (reference::find_in(table, text) != nullptr) return std::nullopt;
    return "Este código não está na tabela. Escolha um da lista.";
}

} // namespace balcao::products
