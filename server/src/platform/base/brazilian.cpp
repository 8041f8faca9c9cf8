#include "platform/base/brazilian.hpp"

#include <fmt/format.h>

#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"

namespace balcao {

std::string grouped(std::int64_t number) { return detail::decimal_text(fmt::format("{}", number), 0); }

namespace detail {

std::string decimal_text(std::string_view fixed, int least_places) {
    auto const dot = std::min(fixed.find('.'), fixed.size());
    auto const whole = fixed.substr(0, dot);
    auto fraction = dot == fixed.size() ? std::string_view{} : fixed.substr(dot + 1);
    while (fraction.size() > static_cast<std::size_t>(least_places) && fraction.ends_with('0'))
        fraction.remove_suffix(1);

    std::string text;
    for (std::size_t i = 0; i < whole.size(); ++i) {
        auto const left = whole.size() - i;
        if (i > 0 && left % 3 == 0 && whole[i - 1] != '-') text += '.';
        text += whole[i];
    }
    if (!fraction.empty()) text.append(1, ',').append(fraction);
    return text;
}

} // namespace detail

std::string brl(Money amount) { return "R$\u00a0" + decimal_text(amount); }

std::string date_text(std::string_view iso_date) {
    if (iso_date.size() != 10) return std::string(iso_date);
    return fmt::format("{}/{}/{}", iso_date.substr(8), iso_date.substr(5, 2), iso_date.substr(0, 4));
}

std::string phone_text(std::string_view number) {
    if (!is_digits(number) || (number.size() != 10 && number.size() != 11)) return std::string(number);
    auto const middle = number.size() - 4;
    return fmt::format("({}) {}-{}", number.substr(0, 2), number.substr(2, middle - 2), number.substr(middle));
}

std::string cep_text(std::string_view number) {
    if (!is_digits(number) || number.size() != 8) return std::string(number);
    return fmt::format("{}-{}", number.substr(0, 5), number.substr(5));
}

std::string document_text(std::string_view document) {
    return document.size() == 11 ? format_cpf(document) : format_cnpj(document);
}

} // namespace balcao
