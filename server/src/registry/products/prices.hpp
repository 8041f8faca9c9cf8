#pragma once
// A rule that makes a new price of an old one. Pure.

#include <optional>
#include <vector>

#include <boost/json/object.hpp>

#include "platform/base/decimal.hpp"
#include "platform/base/result.hpp"

namespace balcao::products {

using Price = Decimal<4>;

/// percentual: so many percent more (-99.99 to 1000); valor: so much more, or less; final: the nearest price that ends
/// in these cents (0.00 to 0.99), the higher of two.
struct PriceRule {
    enum class Kind { percentual, valor, final };
    Kind kind{};
    Decimal<4> valor;
};

/// `{"tipo":"percentual","valor":"5"}`; appends what is wrong at `regra.…`.
PriceRule read_price_rule(boost::json::object const& body, std::vector<FieldProblem>& problems);

/// In cents when the old one was, else with four places. Nothing when it would be below zero or beyond a product's
/// price.
std::optional<Price> new_price(PriceRule const& rule, Price old);

} // namespace balcao::products
