#include "registry/products/scale_label.hpp"

#include "platform/base/documents.hpp"
#include "platform/base/text.hpp"

namespace balcao::products {

std::optional<ScaleLabel> read_scale_label(std::string_view pattern, std::string_view text) {
    constexpr std::size_t size = 13;
    // Its check digit is that of a GTIN-13.
    if (pattern.size() != size || text.size() != size || !is_digits(text) || !is_valid_gtin(text)) return std::nullopt;
    std::string code;
    std::int64_t amount = 0;
    bool is_weight = false;
    for (std::size_t i = 0; i < size; ++i) {
        switch (pattern[i]) {
        case 'C': code += text[i]; break;
        case 'P': is_weight = true; [[fallthrough]];
        case 'V': amount = (amount * 10) + (text[i] - '0'); break;
        case 'D': break;
        default:
            if (pattern[i] != text[i]) return std::nullopt;
        }
    }
    ScaleLabel label{.codes = {code}};
    auto const first = code.find_first_not_of('0');
    if (first != 0 && first != std::string::npos) label.codes.push_back(code.substr(first));
    if (is_weight) label.kg = Decimal<4>::from_raw(amount * 10); // grams are thousandths
    else label.price = Money::from_raw(amount);
    return label;
}

} // namespace balcao::products
