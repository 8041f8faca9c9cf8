#include "platform/base/documents.hpp"

#include <algorithm>
#include <string>

namespace balcao {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

/// Check digit modulo 11 with weights 2, 3, … from the right, starting again at 2 after `last_weight`.
/// A character counts as its ASCII code minus 48, so the same rule serves digits and letters.
char modulo_11(std::string_view text, int last_weight) {
    int sum = 0;
    int weight = 2;
    for (auto it = text.rbegin(); it != text.rend(); ++it) {
        sum += (*it - '0') * weight;
        weight = weight == last_weight ? 2 : weight + 1;
    }
    int const rest = sum % 11;
    return static_cast<char>(rest < 2 ? '0' : '0' + 11 - rest);
}

bool all_equal(std::string_view text) { return text.find_first_not_of(text.front()) == std::string_view::npos; }

std::string without(std::string_view typed, std::string_view dropped) {
    std::string kept;
    kept.reserve(typed.size());
    for (char const c : typed)
        if (dropped.find(c) == std::string_view::npos) kept += c;
    return kept;
}

} // namespace

bool is_valid_cnpj(std::string_view cnpj) {
    if (cnpj.size() != 14 || all_equal(cnpj)) return false;
    auto const base = cnpj.substr(0, 12);
    if (!std::ranges::all_of(base, [](char c) { return is_digit(c) || is_upper(c); })) return false;
    return cnpj[12] == modulo_11(base, 9) && cnpj[13] == modulo_11(cnpj.substr(0, 13), 9);
}

bool is_valid_cpf(std::string_view cpf) {
    if (cpf.size() != 11 || all_equal(cpf) || !std::ranges::all_of(cpf, is_digit)) return false;
    return cpf[9] == modulo_11(cpf.substr(0, 9), 11) && cpf[10] == modulo_11(cpf.substr(0, 10), 11);
}

bool is_valid_gtin(std::string_view gtin) {
    auto const size = gtin.size();
    if (size != 8 && size != 12 && size != 13 && size != 14) return false;
    if (!std::ranges::all_of(gtin, is_digit) || gtin.find_first_not_of('0') == std::string_view::npos) return false;
    int sum = 0;
    int weight = 3;
    for (auto i = size - 1; i-- > 0; weight = 4 - weight) sum += (gtin[i] - '0') * weight;
    return gtin.back() - '0' == (10 - sum % 10) % 10;
}

bool is_internal_gtin(std::string_view gtin) {
    if (!is_valid_gtin(gtin)) return false;
    if (gtin.size() == 8) return gtin.front() == '0' || gtin.front() == '2';
    // As 13 digits: those of 14 begin with how much is packed, those of 12 lack a zero.
    auto const digits = gtin.size() == 12 ? '0' + std::string(gtin) : std::string(gtin.substr(gtin.size() - 13));
    auto const prefix = std::stoi(digits.substr(0, 3));
    auto const in = [prefix](int first, int last) { return prefix >= first && prefix <= last; };
    return in(20, 29) || in(40, 59) || in(200, 299) || in(980, 984) || in(990, 999);
}

bool is_valid_cean(std::string_view cean) { return cean == sem_gtin || is_valid_gtin(cean); }

std::string normalize_cnpj(std::string_view typed) {
    auto kept = without(typed, "./- ");
    std::ranges::transform(kept, kept.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
    return kept;
}

std::string normalize_cpf(std::string_view typed) { return without(typed, ".- "); }

std::string format_cnpj(std::string_view cnpj) {
    if (cnpj.size() != 14) return std::string(cnpj);
    std::string out;
    out.append(cnpj.substr(0, 2)).append(".").append(cnpj.substr(2, 3)).append(".").append(cnpj.substr(5, 3));
    out.append("/").append(cnpj.substr(8, 4)).append("-").append(cnpj.substr(12));
    return out;
}

std::string format_cpf(std::string_view cpf) {
    if (cpf.size() != 11) return std::string(cpf);
    std::string out;
    out.append(cpf.substr(0, 3)).append(".").append(cpf.substr(3, 3)).append(".").append(cpf.substr(6, 3));
    out.append("-").append(cpf.substr(9));
    return out;
}

} // namespace balcao
