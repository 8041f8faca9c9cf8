#include "selling/sales/shares.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <stdexcept>

#include "nfce/totals.hpp"

namespace balcao::sales {

namespace {

// Of all that has come back or left so far; grows with it, and is all of `paid` in the end.
Money up_to(Money paid, Quantity sold, Quantity moved) {
    return rounded_product<2>(Rounding::half_up, sold.raw(), paid, Decimal<0>::from_raw(moved.raw()));
}

std::optional<Money> not_zero(Money amount) { return amount.is_zero() ? std::nullopt : std::optional(amount); }

Money amount_of(std::optional<nfce::Valor> const& amount) { return amount ? amount->value : Money{}; }

} // namespace

std::vector<Money> paid_for(Sale const& sale) {
    std::vector<nfce::Det> items;
    for (auto const& item : sale.itens) {
        auto& prod = items.emplace_back().prod;
        prod.vProd = item.total + item.desconto;
        if (!item.desconto.is_zero()) prod.vDesc = item.desconto;
    }
    nfce::Apportionment const whole{.vDesc = not_zero(sale.desconto),
                                    .vFrete = not_zero(sale.frete),
                                    .vSeg = std::nullopt,
                                    .vOutro = not_zero(sale.acrescimo)};
    if (!nfce::apportion_whole(whole, items))
        throw std::logic_error("an issued sale whose discount cannot be shared: " + sale.id.to_string());
    std::vector<Money> paid;
    std::ranges::transform(items, std::back_inserter(paid), [](nfce::Det const& item) {
        auto const& prod = item.prod;
        return prod.vProd.value - amount_of(prod.vDesc) + amount_of(prod.vFrete) + amount_of(prod.vOutro);
    });
    return paid;
}

Money share_of(Money paid, Quantity sold, Quantity before, Quantity quantity) {
    return up_to(paid, sold, before + quantity) - up_to(paid, sold, before);
}

} // namespace balcao::sales
