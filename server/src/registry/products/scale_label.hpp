#pragma once
// EAN-13 labels that scales of a shop print: code and weight, or code and price. Pure, any thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "platform/base/decimal.hpp"

namespace balcao::products {

struct ScaleLabel {
    /// The product's code as printed, and without its leading zeros where it has some.
    std::vector<std::string> codes;
    /// One of the two.
    std::optional<Decimal<4>> kg{};
    std::optional<Money> price{};
};

/// Reads thirteen digits by a pattern of the company's settings (`2CCCCCCPPPPPD`): digits stand for themselves, C for
/// the code, P for the weight in grams or V for the price in cents, D for the check digit. Nullopt when the text is no
/// such label.
std::optional<ScaleLabel> read_scale_label(std::string_view pattern, std::string_view text);

} // namespace balcao::products
