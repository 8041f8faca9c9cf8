#include "selling/receipts/chain/chain.hpp"

#include <map>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fiscal/sefaz_calls/situation.hpp"
#include "nfce/text.hpp"
#include "platform/auth/gate.hpp"
#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/records/answers.hpp"
#include "platform/records/record_routes.hpp"
#include "platform/secrets/secrets.hpp"
#include "registry/people/people.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/budgets/invoicing.hpp"
#include "selling/cash/cash.hpp"
#include "selling/receipts/nota/remessa_items.hpp"
#include "selling/receipts/nota/store.hpp"
#include "selling/sales/sales.hpp"
#include "selling/store_credits/store_credits.hpp"

namespace balcao::receipts {

namespace {

using budgets::BudgetId;
using sales::VendaId;

// Nullopt: a sale that leaves orders alone.
std::optional<BudgetId> order_of(sales::Sale const& sale) {
    return sale.ambiente == sefaz_calls::simulador ? std::nullopt : sale.orcamento_id;
}

std::vector<budgets::Invoiced> invoiced_by(sales::Sale const& sale) {
    std::vector<budgets::Invoiced> parts;
    for (std::size_t i = 0; i < sale.itens.size(); ++i) {
        auto const& item = sale.itens[i];
        if (item.orcamento_item_id)
            parts.push_back({.item = *item.orcamento_item_id, .quantidade = item.quantidade, .line = i});
    }
    return parts;
}

} // namespace

Result<void> take_from_order(db::Transaction& transaction, auth::CompanyScope const& scope, sales::Sale const& sale) {
    auto const order = order_of(sale);
    if (!order) return {};
    return budgets::take(transaction, scope, *order, invoiced_by(sale));
}

void settle_order(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                  VendaId sale) {
    auto const order = sales::order_of(transaction, scope, sale);
    if (order) budgets::settle_invoicing(transaction, scope, services, *order);
}

void undo_sale(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               VendaId id) {
    if (!sales::undo(transaction, scope, id, services.clock.now())) return;
    services.events.publish(transaction, {.topic = "sales", .company = scope.id(), .entity = id.uuid()});
    auto const sale = sales::find(transaction, scope, id).value().sale;
    auto const order = order_of(sale);
    if (order) budgets::give_back(transaction, scope, *order, invoiced_by(sale));
    store_credits::give_back(transaction, scope, services, id);
    cash::give_back(transaction, scope, sale, services.clock.now());
    if (sale.sessao_id) services.events.publish(transaction, {.topic = "cash", .company = scope.id()});
    if (!order) return;
    auto const nota = find_nota_of(transaction, scope, id);
    budgets::settle_invoicing(transaction, scope, services, *order,
                              nota.transform([](Nota const& one) { return one.numero; }));
}

void undo_documented(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                     Nota const& nota) {
    if (nota.documents_sale()) undo_sale(transaction, scope, services, nota.venda_id);
    else if (nota.operacao == Nota::of_delivery) release_remessa(transaction, scope, nota.id);
}

} // namespace balcao::receipts
