#pragma once
// What receipts have invoiced of an order: kept at its items, where the database itself refuses more than was ordered.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "selling/budgets/budget.hpp"

namespace balcao::budgets {

/// What an item still has to be invoiced, at the order's price: quantidade × valor rounded to the cent, less desconto,
/// comes to its part of the order's total, with its share of the discount and the surcharge over the whole. In
/// whatever parts an item is invoiced, they add up.
struct Remainder {
    Quantity quantidade;
    Price valor;
    Money desconto;
};
Remainder remainder_of(BudgetItem const& item);
/// What one costs in the order, its share of discount and surcharge included; rounded up to four places.
Price agreed_price(BudgetItem const& item);
/// "Restam 4,00 m² deste item do pedido."
std::string remainder_text(BudgetItem const& item);

/// Whether any of it was invoiced: then its items and their prices do not change any more.
bool is_invoiced(Budget const& budget);
/// Percent of the items' total, truncated.
Decimal<2> invoiced_percent(Budget const& budget);
/// Why nothing of it can be invoiced by a receipt; what remains is another matter. `invalid` without fields.
Result<void> check_invoiceable(Budget const& budget);

/// A quantity that a sale takes of an item. `line`: its place in the sale, for what is told.
struct Invoiced {
    BudgetItemId item;
    Quantity quantidade;
    std::size_t line = 0;
};
/// Locks the order and takes them. `invalid` at `itens.N.quantidade` when less remains, at `orcamento_id` when the
/// order is none any more: then nothing was taken, and the transaction is to be rolled back.
Result<void> take(db::Transaction& transaction, auth::CompanyScope const& scope, BudgetId id,
                  std::span<Invoiced const> taken);
/// Gives back what was taken, also to an order in the bin.
void give_back(db::Transaction& transaction, auth::CompanyScope const& scope, BudgetId id,
               std::span<Invoiced const> given);
/// Once the sale and its nota are written, issued or refused, or another nota took its place: faturado, numero_nfe, the
/// month's sums and an event. A nota counts once it is issued; until then the order keeps what was typed.
/// `undone`: number of the nota whose sale was undone, which the order does not show any more.
void settle_invoicing(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                      BudgetId id, std::optional<std::int64_t> undone = {});

} // namespace balcao::budgets
