#pragma once
// A product as an item of a receipt. Pure, any thread.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nfce/composition.hpp"
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

/// `date`: fiscal, "AAAA-MM-DD"; `tpAmb`: environment. IBS and CBS are there when SEFAZ or the law wants them that day
/// and product and tables say how; whole_or_none (below) judges the receipt. Without lots. Appends why no item of
/// modelo 65 can be made of the product, at the product's fields, without its name; the answer counts only when nothing
/// was. Missing tax data that the rules of the fiscal library find anyway is left to them.
nfce::SaleItem to_sale_item(Product const& product, Sold const& sold, Taxation const& taxation, std::string_view date,
                            int tpAmb, std::vector<FieldProblem>& problems);

/// The percentages of approximate taxes typed in the product; nothing without any. They come from the company's own
/// calculation, which is also their source.
std::optional<nfce::ApproximateTaxes> approximate_taxes(Product const& product);

/// A receipt has IBS and CBS in all of its items or in none: what some items lack is taken off all, unless SEFAZ
/// refuses a receipt without (the rules of the fiscal library then say which product lacks it). The answer is why no
/// receipt can be made: SEFAZ wants the group and a rate of that day is not known.
std::optional<std::string> whole_or_none(std::vector<nfce::SaleItem>& items, nfce::IbsCbsDemand const& demand);

/// The product's field where a mistake at a path of the fiscal library (`prod/NCM`, `icms.pICMS`) is corrected; empty
/// when it lies in the sale, not in the product.
std::string field_at(std::string_view path);

} // namespace balcao::products
