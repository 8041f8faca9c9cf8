#pragma once

#include <string>
#include <string_view>

/// Check digits and masks of Brazilian company, person and product numbers.
/// Pure functions, any thread, never throw on text from outside.
namespace balcao {

/// Value of cEAN for a product without GTIN.
inline constexpr std::string_view sem_gtin = "SEM GTIN";

/// Verifies a CNPJ of 14 characters without punctuation, in upper case: the first 12 numeric or alphanumeric, two check
/// digits. 14 equal characters are invalid.
bool is_valid_cnpj(std::string_view cnpj);

/// 11 digits without punctuation, not all equal, right check digits.
bool is_valid_cpf(std::string_view cpf);

/// GTIN-8, 12, 13 or 14: digits only, right check digit, not all zeros.
bool is_valid_gtin(std::string_view gtin);

/// Whether a valid GTIN has a prefix that GS1 gives to nobody: numbers a shop makes for itself (020–029, 040–049,
/// 200–299; 0 and 2 of eight digits), coupons and refunds (050–059, 980–984, 990–999). No catalogue has it.
/// Source: GS1 General Specifications, table of GS1 prefixes.
bool is_internal_gtin(std::string_view gtin);

/// Valid in cEAN: a GTIN or the literal "SEM GTIN".
bool is_valid_cean(std::string_view cean);

/// As typed -> as stored: drops '.', '/', '-' and blanks, upper-cases a-z. Other characters stay, so that is_valid_cnpj
/// refuses them.
std::string normalize_cnpj(std::string_view typed);

/// As typed -> as stored: drops '.', '-' and blanks.
std::string normalize_cpf(std::string_view typed);

/// "12ABC34501DE35" -> "12.ABC.345/01DE-35". Text of another length is returned unchanged.
std::string format_cnpj(std::string_view cnpj);

/// "52998224725" -> "529.982.247-25". Text of another length is returned unchanged.
std::string format_cpf(std::string_view cpf);

} // namespace balcao
