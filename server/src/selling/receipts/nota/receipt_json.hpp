#pragma once
// A nota as the contract shows it.

#include <string>

#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

/// The contract's schema ReceiptSummary: what its row says.
std::string summary_json(Nota const& nota);

} // namespace balcao::receipts
