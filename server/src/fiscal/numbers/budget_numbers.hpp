#pragma once
// The numbers of budgets, which clients have on paper, are one more series of each company in fiscal/numbers/marks.hpp:
// `serie` 0 of this environment, 3 in the file.

#include <string_view>

namespace balcao::numbers {

inline constexpr std::string_view budget_numbers = "orcamentos";

} // namespace balcao::numbers
