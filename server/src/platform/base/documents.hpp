#pragma once

#include <string>
#include <string_view>

/// Check digits and masks of Brazilian company, person and product numbers.
/// Pure functions, any thread, never throw on text from outside.
namespace balcao {

/// What is written in cEAN of a product that has no GTIN.
inline constexpr std::string_view sem_gtin = "SEM GTIN";

/// The two check digits of a CNPJ: numeric or alphanumeric (letters allowed in the first 12 of 14 characters),
/// upper case, without punctuation. A number of 14 equal characters is refused.
bool is_valid_cnpj(std::string_view cnpj);

/// 11 digits without punctuation, not all equal, right check digits.
bool is_valid_cpf(std::string_view cpf);

/// GTIN-8, 12, 13 or 14: digits only, right check digit, not all zeros.
bool is_valid_gtin(std::string_view gtin);

/// What the field cEAN accepts: a valid GTIN or the literal "SEM GTIN".
bool is_valid_cean(std::string_view cean);

/// As typed -> as stored: drops '.', '/', '-' and blanks, upper-cases a-z. Everything else stays, so that
/// is_valid_cnpj still sees (and refuses) it.
std::string normalize_cnpj(std::string_view typed);

/// As typed -> as stored: drops '.', '-' and blanks.
std::string normalize_cpf(std::string_view typed);

/// "12ABC34501DE35" -> "12.ABC.345/01DE-35". A text that has not 14 characters comes back unchanged.
std::string format_cnpj(std::string_view cnpj);

/// "52998224725" -> "529.982.247-25". A text that has not 11 characters comes back unchanged.
std::string format_cpf(std::string_view cpf);

} // namespace balcao
