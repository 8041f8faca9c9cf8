#pragma once
// What is given back for goods of a sale, to the cent. Pure, exact.

#include <vector>

#include "platform/base/decimal.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::returns {

using sales::Quantity;

/// What the customer paid for each item: with its share of discount, surcharge and freight over the whole, as its nota
/// says it (nfce/totals.hpp). The shares come to the sale's total exactly; none is negative. Of an issued sale.
std::vector<Money> paid_for(sales::Sale const& sale);

/// What is given back for `quantity` more of an item that `sold` of was `paid` for, when `before` of it came back
/// earlier. However the goods come back, in the end it was `paid` exactly; never negative. `sold` above zero, `before`
/// + `quantity` at most that.
Money share_of(Money paid, Quantity sold, Quantity before, Quantity quantity);

} // namespace balcao::returns
