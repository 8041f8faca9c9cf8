#pragma once
// The product behind what a clerk typed or scanned.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "registry/products/products.hpp"

namespace balcao::products {

enum class Origem { codigo, gtin, etiqueta_peso, etiqueta_valor };

/// `desconto`: what makes quantidade · valor the price on a label, where four places of quantity cannot say it exactly.
struct Found {
    Product produto;
    Quantity quantidade;
    std::optional<Decimal<4>> valor; // of one unit: the product's price, if it has one
    Money desconto;
    Origem origem{};
};
struct NothingFound {
    std::string detail;               // what to do
    std::vector<Product> sugestoes{}; // at most five
};
using Lookup = std::variant<Found, NothingFound>;

/// An exact code, a GTIN (also one written with or without its leading zero), or a scale's label by the first of
/// `patterns` (read_scale_label) that fits and names a product; before it `10*`, a quantity. Only what is active and
/// not in the bin is found. Failure `invalid` at `code` when the text is none of these.
Result<Lookup> look_up(db::Connection& connection, auth::CompanyScope const& scope,
                       std::span<std::string const> patterns, std::string_view text);

/// The contract's schema ProductLookup.
std::string to_json(Found const& found);

} // namespace balcao::products
