#pragma once
// Sales of orders (Faturar): a draft of what an order still has to be invoiced, and what issuing and undoing a sale
// does to its order. Practice in the simulator leaves orders alone.

#include "platform/auth/access.hpp"
#include "platform/base/result.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "selling/receipts/issuing/sale_request.hpp"
#include "selling/sales/sale.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::receipts {

/// First of what follows the number of a sale: takes what it sells from its order, which is locked. `invalid` when less
/// remains.
Result<void> take_from_order(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale);
/// Once the sale's nota is written, was issued or refused, or another one took its place: the order shows it.
void settle_order(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                  sales::VendaId sale);
/// The one way an issued sale is undone: cancelled, or given up after a refusal. What it took from an order, and
/// its money from the till and from store credits, is given back. Does nothing when it was undone before.
void undo_sale(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               sales::VendaId sale);

/// POST /api/companies/{id}/budgets/{bid}/sale. `rules` must outlive the gate.
void add_order_sale_route(auth::Gate& gate, SaleRules const& rules, records::Services services);

} // namespace balcao::receipts
