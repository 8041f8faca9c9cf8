#pragma once

#include "nfce/datetime.hpp"

#include <optional>
#include <string>
#include <string_view>

/// The access key (chave de acesso): 44 characters that name a receipt.
namespace balcao::nfce {

struct KeyParts {
    std::string cUF;  ///< 2 digits
    std::string aamm; ///< year and month of dhEmi in its own offset
    std::string CNPJ; ///< 14 characters, letters allowed in the first 12
    int mod = 65;     ///< two digits
    int serie = 0;    ///< 0–999
    int nNF = 0;      ///< 0–999999999
    int tpEmis = 1;   ///< one digit
    std::string cNF;  ///< 8 digits
    friend bool operator==(KeyParts const&, KeyParts const&) = default;
};

/// The key with its check digit; nullopt when a part does not fit its place.
std::optional<std::string> make_key(KeyParts const& parts);

/// Check digit of the first 43 characters: '0' to '9'.
char key_check_digit(std::string_view first43);

/// 44 characters of the schema's pattern, mod 65 or 55, with the right check digit.
bool is_valid_key(std::string_view key);

/// The parts of a key; nullopt when is_valid_key is false.
std::optional<KeyParts> parse_key(std::string_view key);

/// False for the cNF that SEFAZ refuses (897): equal to nNF, one repeated digit, or a digit sequence.
bool is_allowed_cnf(std::string_view cNF, int nNF);

} // namespace balcao::nfce
