#pragma once
// What was delivered of an order: kept at its items, where the database itself refuses more than was ordered.

#include <cstddef>
#include <span>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "selling/budgets/budget.hpp"

namespace balcao::budgets {

/// Whether any of it was delivered: then its items do not change any more.
bool is_delivered(Budget const& budget);

/// A quantity of an item that leaves, or comes back.
struct Delivered {
    BudgetItemId item;
    Quantity quantidade;
};
/// Locks the order and takes the quantities from what is still to deliver. `invalid` at `itens.N.quantidade` when less
/// remains (N: the place in `parts`), and without a field when the order is none any more or is in the bin: then the
/// transaction is to be rolled back.
Result<void> deliver(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                     BudgetId id, std::span<Delivered const> parts);
/// Puts delivered quantities back to what is to deliver, also of an order in the bin.
void take_back(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               BudgetId id, std::span<Delivered const> parts);

} // namespace balcao::budgets
