#pragma once
// Deliveries of orders (tables `pedido_entrega`, `pedido_entrega_item`): what left on which truck, with the romaneio
// that goes along. A delivery needs no nota, which is the company's practice, unless its goods were invoiced for future
// delivery: then a remessa goes along with each truck (selling/receipts/issuing).

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nfce/slip.hpp"
#include "platform/auth/access.hpp"
#include "platform/base/ids.hpp"
#include "platform/base/result.hpp"
#include "platform/base/time.hpp"
#include "platform/db/database.hpp"
#include "platform/records/records.hpp"
#include "registry/products/products.hpp"
#include "registry/stations/stations.hpp"
#include "selling/budgets/delivering.hpp"

namespace balcao::auth {
class Gate;
}

namespace balcao::deliveries {

struct DeliveryId : Id<DeliveryId> {
    using Id::Id;
};

/// Of a receipt (selling/receipts).
struct NotaId : Id<NotaId> {
    using Id::Id;
};

struct Delivery {
    DeliveryId id;
    budgets::BudgetId orcamento_id;
    std::int64_t ordem = 0; // of the order's deliveries, from 1
    std::optional<std::string> endereco, motorista, placa, observacao;
    std::optional<Instant> desfeita_em;
    std::optional<std::string> desfeita_motivo;
    UserId user_id;
    std::string usuario; // full name
    // Of its remessa that no other one has replaced.
    std::optional<NotaId> nota_id{};
    std::optional<std::int64_t> nota_serie{}, nota_numero{};
    std::optional<std::string> nota_estado{};
    Instant created_at;
    std::vector<budgets::Delivered> itens;
};

/// Of an order, in their order; also undone ones.
std::vector<Delivery> find_of_order(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId id);
std::optional<Delivery> find(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId order,
                             DeliveryId id);

/// Records that goods left, with audit row and events. `typed` needs no id, ordem, user or time. `not_found` without
/// the order; `invalid` as budgets::deliver.
Result<Delivery> deliver(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                         Delivery typed);
/// Something of the order was invoiced for future delivery, so that its trucks need remessas.
bool needs_remessas(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId order);
/// The goods are to deliver again. `invalid` for one that was undone before, and while its remessa stands.
Result<Delivery> undo(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                      Delivery delivery, std::string motivo);

/// What one of each item of the order weighs, as its product says now; items without a weight are missing.
using UnitWeights = std::map<budgets::BudgetItemId, products::UnitWeight>;
UnitWeights find_unit_weights(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId order);

/// The romaneio of a delivery that stands, on A4 pages: what is on the truck, what it weighs and where it goes. Throws
/// std::runtime_error when memory or a library fails.
std::string draw_romaneio(db::Connection& connection, auth::CompanyScope const& scope, budgets::Budget const& order,
                          Delivery const& delivery, Instant now);
/// The same for a receipt printer.
nfce::Slip romaneio_slip(db::Connection& connection, auth::CompanyScope const& scope, budgets::Budget const& order,
                         Delivery const& delivery);

/// /api/companies/{id}/budgets/{bid}/deliveries… and /api/companies/{id}/stations/{eid}/romaneios; copies `services`.
void add_deliveries_routes(auth::Gate& gate, stations::Services services);

} // namespace balcao::deliveries
