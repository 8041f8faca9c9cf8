#pragma once
// What parts of a sale's goods are worth, to the cent: of those that come back or leave later. Pure, exact.

#include <vector>

#include "platform/base/decimal.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::sales {

/// What the customer paid for each item: with its share of discount, surcharge and freight over the whole, as its nota
/// says it (nfce/totals.hpp). The shares come to the sale's total exactly; none is negative. Of an issued sale.
std::vector<Money> paid_for(Sale const& sale);

/// What `quantity` more of an item is worth, of which `sold` was `paid` for, when `before` of it came back or left
/// earlier. However the goods move, in the end it was `paid` exactly; never negative. `sold` above zero, `before`
/// + `quantity` at most that.
Money share_of(Money paid, Quantity sold, Quantity before, Quantity quantity);

} // namespace balcao::sales
