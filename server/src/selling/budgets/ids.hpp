#pragma once
// Ids of budgets and their items, for what names them.

#include "platform/base/ids.hpp"

namespace balcao::budgets {

struct BudgetId : Id<BudgetId> {
    using Id::Id;
};
struct BudgetItemId : Id<BudgetItemId> {
    using Id::Id;
};

} // namespace balcao::budgets
