#pragma once
// Whether a product can stand on a receipt: 'Pronto para nota', or what it lacks; and what the law wants besides. Kept
// with the product's row (columns `fiscal_pendencies`, `fiscal_warnings`), judged again where it is saved and by a job
// (judging.hpp) when what it was judged by changes.

#include <string>
#include <string_view>
#include <vector>

#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "registry/products/product.hpp"
#include "registry/products/sale_item.hpp"

namespace balcao::products {

/// Day that a product saved or judged now is judged by.
std::string judging_date(Instant now);

/// What keeps a receipt with this product alone from being right, by the rules of the fiscal library: one sentence a
/// field, problems of the item only. `date`: "AAAA-MM-DD". Empty: ready. Pure, any thread.
std::vector<FieldProblem> fiscal_pendencies(Product const& product, Taxation const& taxation, std::string_view date);

/// What the law wants of the product on that day, or will within nfce::rules_notice_days, and SEFAZ does not refuse a
/// receipt for: never in the way of a sale. Pure, any thread.
std::vector<FieldProblem> fiscal_warnings(Product const& product, Taxation const& taxation, std::string_view date);

/// `[{"campo":"prod_NCM","mensagem":"…"}]`: as the row and the contract have it.
std::string pendencies_json(std::vector<FieldProblem> const& pendencies);
/// Of a product that is ready.
inline constexpr std::string_view no_pendencies = "[]";

/// Both of a product, as its row has them.
struct Judgement {
    std::string pendencies, warnings;

    friend bool operator==(Judgement const&, Judgement const&) = default;
};
Judgement judge(Product const& product, Taxation const& taxation, std::string_view date);

} // namespace balcao::products
