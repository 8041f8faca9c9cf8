#pragma once
// Field rules shared by records, for `normalize` and `check` of their field tables (platform/base/entity.hpp). A check
// takes the normalised text and returns the sentence if it is wrong. Pure, any thread.

#include <optional>
#include <string>
#include <string_view>

namespace balcao::records {

/// Drops blanks and `.-/()+`.
std::string without_punctuation(std::string_view typed);

/// 14 characters, numeric or alphanumeric, right check digits; the sentence counts missing ones.
std::optional<std::string> cnpj_problem(std::string_view cnpj);
/// 11 digits, right check digits; the sentence counts missing ones.
std::optional<std::string> cpf_problem(std::string_view cpf);

/// Without punctuation, in capitals.
std::string normalize_inscricao_estadual(std::string_view typed);
/// 2 to 14 digits, or ISENTO.
std::optional<std::string> inscricao_estadual_problem(std::string_view text);

/// 6 to 14 digits, as NF-e layout 4.00 (fone).
std::optional<std::string> telefone_problem(std::string_view text);
/// 8 digits.
std::optional<std::string> cep_problem(std::string_view text);

/// An IBGE code that exists.
std::optional<std::string> codigo_municipio_problem(std::string_view text);
/// Whether the municipality (a code or empty) lies in the federal unit (or empty); the sentence names where it is.
std::optional<std::string> municipality_elsewhere(std::string_view codigo_municipio, std::string_view uf);

/// For `one_of`.
inline constexpr std::string_view all_ufs =
    "AC|AL|AM|AP|BA|CE|DF|ES|GO|MA|MG|MS|MT|PA|PB|PE|PI|PR|RJ|RN|RO|RR|RS|SC|SE|SP|TO";

} // namespace balcao::records
