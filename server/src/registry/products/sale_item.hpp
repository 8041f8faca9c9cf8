#pragma once
// A product as an item of a receipt. Pure, any thread.

#include <string>
#include <string_view>
#include <vector>

#include "nfce/sale.hpp"
#include "platform/base/decimal.hpp"
#include "platform/base/result.hpp"
#include "registry/products/product.hpp"

namespace balcao::products {

/// What is sold of a product.
struct Sold {
    Quantity quantidade;
    Decimal<4> valor; // of one unit
    Money desconto{};
};

/// `date`: fiscal, "AAAA-MM-DD". Without lots. Appends why no item of modelo 65 can be made of the product, at the
/// product's fields, without its name; the answer counts only when nothing was. Missing tax data that the rules of the
/// fiscal library find anyway is left to them.
nfce::SaleItem to_sale_item(Product const& product, Sold const& sold, Taxation const& taxation, std::string_view date,
                            std::vector<FieldProblem>& problems);

/// The product's field where a mistake at a path of the fiscal library (`prod/NCM`, `icms.pICMS`) is corrected; empty
/// when it lies in the sale, not in the product.
std::string field_at(std::string_view path);

} // namespace balcao::products
