#pragma once

#include <cstddef>

namespace balcao::nfce {

/// About what a receipt of so many items takes as XML, in bytes. An item with all its taxes has 1,150; much more than
/// is used makes malloc hand memory back after each receipt and fault it in again with the next, which at 990 items
/// costs as much as writing them.
constexpr std::size_t expected_receipt_bytes(std::size_t items) { return 8'000 + items * 1'280; }

} // namespace balcao::nfce
