#include "nfce/key.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace balcao::nfce {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_digit_or_upper(char c) { return is_digit(c) || (c >= 'A' && c <= 'Z'); }

bool all_digits(std::string_view text, std::size_t size) {
    return text.size() == size && std::ranges::all_of(text, is_digit);
}

int number(std::string_view digits) {
    int value = 0;
    for (char const c : digits) value = value * 10 + (c - '0');
    return value;
}

} // namespace

char key_check_digit(std::string_view first43) {
    int sum = 0;
    int weight = 2;
    for (auto it = first43.rbegin(); it != first43.rend(); ++it) {
        sum += (*it - '0') * weight;
        weight = weight == 9 ? 2 : weight + 1;
    }
    int const rest = sum % 11;
    return static_cast<char>(rest < 2 ? '0' : '0' + 11 - rest);
}

std::optional<std::string> make_key(KeyParts const& parts) {
    bool const cnpj_fits = parts.CNPJ.size() == 14 && all_digits(std::string_view(parts.CNPJ).substr(12), 2) &&
                           std::ranges::all_of(parts.CNPJ, is_digit_or_upper);
    if (!all_digits(parts.cUF, 2) || !all_digits(parts.aamm, 4) || !cnpj_fits || !all_digits(parts.cNF, 8) ||
        parts.mod < 0 || parts.mod > 99 || parts.serie < 0 || parts.serie > 999 || parts.nNF < 0 ||
        parts.nNF > 999'999'999 || parts.tpEmis < 0 || parts.tpEmis > 9)
        return std::nullopt;
    auto key = fmt::format("{}{}{}{:02}{:03}{:09}{}{}", parts.cUF, parts.aamm, parts.CNPJ, parts.mod, parts.serie,
                           parts.nNF, parts.tpEmis, parts.cNF);
    key += key_check_digit(key);
    return key;
}

bool is_valid_key(std::string_view key) {
    if (key.size() != 44 || !all_digits(key.substr(0, 6), 6) ||
        !std::ranges::all_of(key.substr(6, 12), is_digit_or_upper) || !all_digits(key.substr(18), 26))
        return false;
    auto const model = key.substr(20, 2);
    return (model == "65" || model == "55") && key[43] == key_check_digit(key.substr(0, 43));
}

std::optional<KeyParts> parse_key(std::string_view key) {
    if (!is_valid_key(key)) return std::nullopt;
    return KeyParts{.cUF = std::string(key.substr(0, 2)),
                    .aamm = std::string(key.substr(2, 4)),
                    .CNPJ = std::string(key.substr(6, 14)),
                    .mod = number(key.substr(20, 2)),
                    .serie = number(key.substr(22, 3)),
                    .nNF = number(key.substr(25, 9)),
                    .tpEmis = number(key.substr(34, 1)),
                    .cNF = std::string(key.substr(35, 8))};
}

bool is_allowed_cnf(std::string_view cNF, int nNF) {
    if (!all_digits(cNF, 8) || number(cNF) == nNF) return false;
    int const step = (cNF[1] - cNF[0] + 10) % 10;
    if (step > 1) return true;
    // One repeated digit (step 0) or digits that count up, 9 followed by 0 (step 1).
    for (std::size_t i = 1; i < cNF.size(); ++i)
        if ((cNF[i] - cNF[i - 1] + 10) % 10 != step) return true;
    return false;
}

} // namespace balcao::nfce
