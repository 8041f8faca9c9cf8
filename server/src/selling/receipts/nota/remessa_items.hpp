#pragma once
// What remessas take along of the items of sales for future delivery (table `remessa_item`).

#include <cstdint>
#include <span>
#include <vector>

#include "platform/auth/access.hpp"
#include "platform/base/decimal.hpp"
#include "platform/db/database.hpp"
#include "selling/receipts/nota/nota.hpp"

namespace balcao::receipts {

struct RemessaItem {
    VendaId venda_id;
    std::int64_t venda_ordem = 0; // of the sale's items, from 0
    sales::Quantity quantidade;   // above zero
    Money valor;                  // of what was invoiced for the item
    friend bool operator==(RemessaItem const&, RemessaItem const&) = default;
};

/// In the order of the nota's items; empty for one that was cancelled or given up.
std::vector<RemessaItem> find_remessa_items(db::Connection& connection, auth::CompanyScope const& scope, NotaId nota);
/// What all remessas that stand take along of a sale, an entry for each of its items that leaves at all, in their
/// order.
std::vector<RemessaItem> find_sent(db::Connection& connection, auth::CompanyScope const& scope, VendaId sale);

/// The same of authorised ones that nobody is cancelling: what may come back.
std::vector<RemessaItem> find_arrived(db::Connection& connection, auth::CompanyScope const& scope, VendaId sale);

void insert_remessa_items(db::Transaction& transaction, auth::CompanyScope const& scope, NotaId nota,
                          std::span<RemessaItem const> items);
/// The goods go with the nota that takes the place of `from`. Nothing to do for any other nota.
void hand_on_remessa(db::Transaction& transaction, auth::CompanyScope const& scope, NotaId from, NotaId to);
/// The goods may leave with another remessa.
void release_remessa(db::Transaction& transaction, auth::CompanyScope const& scope, NotaId nota);

} // namespace balcao::receipts
