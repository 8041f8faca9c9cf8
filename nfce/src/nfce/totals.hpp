#pragma once

#include "nfce/sale.hpp"

#include <span>

namespace balcao::nfce {

/// Splits `whole` over the items by vProd (largest remainder) and adds the shares to the items' own values.
/// A discount never exceeds vProd of an item: what does not fit goes to the other items by the same rule.
/// The result is a problem when a discount is larger than what the items can take, or when vProd of all items is zero.
std::expected<void, Problems> apportion_whole(Apportionment const& whole, std::span<Det> items);

/// total of the items, as the validator adds them: sums of rounded values.
Total total_of(std::span<Det const> items);

} // namespace balcao::nfce
