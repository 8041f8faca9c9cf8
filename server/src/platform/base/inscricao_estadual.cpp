#include "platform/base/inscricao_estadual.hpp"

#include <initializer_list>
#include <map>
#include <string>

#include "platform/base/text.hpp"

/// Every UF has a check-digit rule of its own; most are modulo 11 with weights that count down to 2.
namespace balcao {

namespace {

using Weights = std::initializer_list<int>;

int weighted_sum(std::string_view ie, Weights weights) {
    int sum = 0;
    std::size_t at = 0;
    for (int const weight : weights) sum += (ie[at++] - '0') * weight;
    return sum;
}

int digit(std::string_view ie, std::size_t at) { return ie[at] - '0'; }

/// 11 − sum mod 11, 10 and 11 becoming 0.
int complement_11(int sum) {
    int const rest = sum % 11;
    return rest < 2 ? 0 : 11 - rest;
}

constexpr Weights kNine{9, 8, 7, 6, 5, 4, 3, 2};

bool plain_nine(std::string_view ie) {
    return ie.size() == 9 && digit(ie, 8) == complement_11(weighted_sum(ie, kNine));
}

bool two_digits_of_thirteen(std::string_view ie) {
    return ie.size() == 13 && digit(ie, 11) == complement_11(weighted_sum(ie, {4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2})) &&
           digit(ie, 12) == complement_11(weighted_sum(ie, {5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2}));
}

bool times_ten_nine(std::string_view ie) {
    return ie.size() == 9 && digit(ie, 8) == weighted_sum(ie, kNine) * 10 % 11 % 10;
}

bool amapa(std::string_view ie) {
    if (ie.size() != 9) return false;
    auto const base = ie.substr(0, 8);
    int start = 0, for_eleven = 0;
    if (base >= "03000001" && base <= "03017000") start = 5;
    else if (base >= "03017001" && base <= "03019022") start = 9, for_eleven = 1;
    int const rest = 11 - (start + weighted_sum(ie, kNine)) % 11;
    return digit(ie, 8) == (rest == 10 ? 0 : rest == 11 ? for_eleven : rest);
}

bool amazonas(std::string_view ie) {
    if (ie.size() != 9) return false;
    int const sum = weighted_sum(ie, kNine);
    return digit(ie, 8) == (sum < 11 ? 11 - sum : complement_11(sum));
}

/// The second digit comes first; the digit that decides between modulo 10 and 11 is the first of 8 or the second of 9.
bool bahia(std::string_view ie) {
    if (ie.size() != 8 && ie.size() != 9) return false;
    auto const base = ie.size() - 2;
    char const decider = ie[ie.size() == 8 ? 0 : 1];
    int const modulo = decider == '6' || decider == '7' || decider == '9' ? 11 : 10;
    auto const check = [modulo](int sum) {
        int const rest = sum % modulo;
        return rest == 0 || (modulo == 11 && rest == 1) ? 0 : modulo - rest;
    };
    int second = 0, first = 0;
    for (std::size_t i = 0; i < base; ++i) {
        second += digit(ie, i) * static_cast<int>(base + 1 - i);
        first += digit(ie, i) * static_cast<int>(base + 2 - i);
    }
    int const second_digit = check(second);
    return digit(ie, base + 1) == second_digit && digit(ie, base) == check(first + second_digit * 2);
}

bool goias(std::string_view ie) {
    if (ie.size() != 9) return false;
    int const rest = weighted_sum(ie, kNine) % 11;
    auto const base = ie.substr(0, 8);
    if (base == "11094402") return digit(ie, 8) == 0 || digit(ie, 8) == 1;
    if (rest == 1) return digit(ie, 8) == (base >= "10103105" && base <= "10119997" ? 1 : 0);
    return digit(ie, 8) == (rest == 0 ? 0 : 11 - rest);
}

bool minas_gerais(std::string_view ie) {
    if (ie.size() != 13) return false;
    // A zero goes between the municipality's three digits and the rest; products of two digits count digit by digit.
    std::string const widened = std::string(ie.substr(0, 3)) + "0" + std::string(ie.substr(3, 8));
    int sum = 0;
    for (std::size_t i = 0; i < widened.size(); ++i) {
        int const product = digit(widened, i) * (i % 2 == 0 ? 1 : 2);
        sum += product / 10 + product % 10;
    }
    return digit(ie, 11) == (10 - sum % 10) % 10 &&
           digit(ie, 12) == complement_11(weighted_sum(ie, {3, 2, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2}));
}

bool pernambuco(std::string_view ie) {
    if (ie.size() == 14) {
        int const rest = 11 - weighted_sum(ie, {5, 4, 3, 2, 1, 9, 8, 7, 6, 5, 4, 3, 2}) % 11;
        return digit(ie, 13) == rest % 10;
    }
    return ie.size() == 9 && digit(ie, 7) == complement_11(weighted_sum(ie, {8, 7, 6, 5, 4, 3, 2})) &&
           digit(ie, 8) == complement_11(weighted_sum(ie, kNine));
}

bool rio_grande_do_norte(std::string_view ie) {
    if (ie.size() == 10) return digit(ie, 9) == weighted_sum(ie, {10, 9, 8, 7, 6, 5, 4, 3, 2}) * 10 % 11 % 10;
    return times_ten_nine(ie);
}

bool rondonia(std::string_view ie) {
    if (ie.size() != 14) return false;
    return digit(ie, 13) == (11 - weighted_sum(ie, {6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2}) % 11) % 10;
}

bool sao_paulo(std::string_view ie) {
    return ie.size() == 12 && digit(ie, 8) == weighted_sum(ie, {1, 3, 4, 5, 6, 7, 8, 10}) % 11 % 10 &&
           digit(ie, 11) == weighted_sum(ie, {3, 2, 10, 9, 8, 7, 6, 5, 4, 3, 2}) % 11 % 10;
}

bool tocantins(std::string_view ie) {
    if (ie.size() != 11) return plain_nine(ie);
    // The old form holds a kind of establishment in places 3 and 4, which does not count.
    return plain_nine(std::string(ie.substr(0, 2)) + std::string(ie.substr(4)));
}

} // namespace

bool is_valid_ie(std::string_view ie, std::string_view uf) {
    if (ie.size() < 2 || ie.size() > 14 || !is_digits(ie) || ie.find_first_not_of('0') == std::string_view::npos)
        return false;
    using Rule = bool (*)(std::string_view);
    static std::map<std::string_view, Rule> const rules{
        {"AC", two_digits_of_thirteen},
        {"AL", times_ten_nine},
        {"AP", amapa},
        {"AM", amazonas},
        {"BA", bahia},
        {"CE", plain_nine},
        {"DF", two_digits_of_thirteen},
        {"ES", plain_nine},
        {"GO", goias},
        {"MA", plain_nine},
        {"MT",
         [](std::string_view n) {
             return n.size() == 11 && digit(n, 10) == complement_11(weighted_sum(n, {3, 2, 9, 8, 7, 6, 5, 4, 3, 2}));
         }},
        {"MS", plain_nine},
        {"MG", minas_gerais},
        {"PA", plain_nine},
        {"PB", plain_nine},
        {"PR",
         [](std::string_view n) {
             return n.size() == 10 && digit(n, 8) == complement_11(weighted_sum(n, {3, 2, 7, 6, 5, 4, 3, 2})) &&
                    digit(n, 9) == complement_11(weighted_sum(n, {4, 3, 2, 7, 6, 5, 4, 3, 2}));
         }},
        {"PE", pernambuco},
        {"PI", plain_nine},
        {"RJ",
         [](std::string_view n) {
             return n.size() == 8 && digit(n, 7) == complement_11(weighted_sum(n, {2, 7, 6, 5, 4, 3, 2}));
         }},
        {"RN", rio_grande_do_norte},
        {"RS",
         [](std::string_view n) {
             return n.size() == 10 && digit(n, 9) == complement_11(weighted_sum(n, {2, 9, 8, 7, 6, 5, 4, 3, 2}));
         }},
        {"RO", rondonia},
        {"RR",
         [](std::string_view n) {
             return n.size() == 9 && digit(n, 8) == weighted_sum(n, {1, 2, 3, 4, 5, 6, 7, 8}) % 9;
         }},
        {"SC", plain_nine},
        {"SP", sao_paulo},
        {"SE", plain_nine},
        {"TO", tocantins}};
    auto const rule = rules.find(uf);
    // An unknown UF is reported by the rule about the UF.
    return rule == rules.end() || rule->second(ie);
}

} // namespace balcao
