#include "selling/deliveries/deliveries.hpp"

#include <utility>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "platform/base/json.hpp"
#include "platform/db/entity.hpp"
#include "selling/budgets/budgets.hpp"

namespace balcao::deliveries {

namespace {

constexpr events::Topic topic = "deliveries";

#define OF_REMESSA(column)                                                                                             \
    "(select e." column " from nfce e where e.emitente_id = :emitente_id and e.entrega_id = pedido_entrega.id "        \
    "and e.substituida_por is null)"
constexpr Field fields[]{
    field<&Delivery::id>("id"),
    field<&Delivery::orcamento_id>("orcamento_id"),
    field<&Delivery::ordem>("ordem"),
    field<&Delivery::endereco>("endereco"),
    field<&Delivery::motorista>("motorista"),
    field<&Delivery::placa>("placa"),
    field<&Delivery::observacao>("observacao"),
    field<&Delivery::desfeita_em>("desfeita_em"),
    field<&Delivery::desfeita_motivo>("desfeita_motivo"),
    field<&Delivery::user_id>("user_id"),
    field<&Delivery::usuario>("usuario",
                              {.derived = "(select u.full_name from users u where u.id = pedido_entrega.user_id)"}),
    field<&Delivery::created_at>("created_at"),
    field<&Delivery::nota_id>("nota_id", {.derived = OF_REMESSA("id") " as nota_id"}),
    field<&Delivery::nota_serie>("nota_serie", {.derived = OF_REMESSA("serie")}),
    field<&Delivery::nota_numero>("nota_numero", {.derived = OF_REMESSA("numero")}),
    field<&Delivery::nota_estado>("nota_estado", {.derived = OF_REMESSA("estado")}),
};

std::string const of_order_sql =
    "select " + db::columns(fields) +
    " from pedido_entrega where emitente_id = :emitente_id and orcamento_id = :orcamento_id "
    "order by ordem";
db::Query const of_order{"deliveries_of_order", of_order_sql};
std::string const insert_sql = "insert into pedido_entrega (emitente_id, " + db::column_names(fields) +
                               ") values (:emitente_id, " + db::placeholders(fields) + ")";
db::Query const insert_row{"deliveries_insert", insert_sql};
constexpr db::Query insert_item{"deliveries_insert_item", R"sql(
    insert into pedido_entrega_item (emitente_id, entrega_id, ordem, item_id, quantidade)
    values (:emitente_id, :entrega_id, :ordem, :item_id, :quantidade))sql"};
constexpr db::Query items_of_order{"deliveries_items", R"sql(
    select i.entrega_id, i.item_id, i.quantidade from pedido_entrega e
    join pedido_entrega_item i on i.emitente_id = :emitente_id and i.entrega_id = e.id
    where e.emitente_id = :emitente_id and e.orcamento_id = :orcamento_id order by e.ordem, i.ordem)sql"};
constexpr db::Query newest_of_order{"deliveries_newest", R"sql(
    select coalesce(max(ordem), 0) from pedido_entrega where emitente_id = :emitente_id and orcamento_id = :orcamento_id)sql"};
constexpr db::Query undo_row{"deliveries_undo", R"sql(
    update pedido_entrega set desfeita_em = :desfeita_em, desfeita_motivo = :desfeita_motivo
    where emitente_id = :emitente_id and id = :id and desfeita_em is null)sql"};

// A remessa that was cancelled or given up has no goods left.
constexpr db::Query standing_remessa{"deliveries_standing_remessa", R"sql(
    select n.numero from nfce n join remessa_item r on r.emitente_id = :emitente_id and r.nfce_id = n.id and r.ordem = 0
    where n.emitente_id = :emitente_id and n.entrega_id = :id and n.substituida_por is null)sql"};
constexpr db::Query sold_for_later{"deliveries_sold_for_later", R"sql(
    select 1 from venda where emitente_id = :emitente_id and orcamento_id = :orcamento_id and entrega_futura = 'S'
        and estado = 'emitida' and ambiente <> 'simulador' limit 1)sql"};

constexpr db::Query unit_weights{"deliveries_unit_weights", R"sql(
    select item.id, p.prod_pesoL from orcamento_composicao item
    join produtos p on p.id_emit = item.emitente_id and p.id = item.composicao_id
    where item.emitente_id = :emitente_id and item.orcamento_id = :orcamento_id and p.prod_pesoL > 0)sql"};

db::Params of(auth::CompanyScope const& scope, budgets::BudgetId order) {
    return {{"emitente_id", scope.id()}, {"orcamento_id", order}};
}

std::string details_of(budgets::Budget const& order, Delivery const& delivery) {
    json::ObjectWriter writer;
    writer.integer("numero_pedido", order.numero_pedido);
    writer.integer("ordem", delivery.ordem);
    writer.optional_text("endereco", delivery.endereco);
    writer.optional_text("motorista", delivery.motorista);
    writer.optional_text("placa", delivery.placa);
    writer.optional_text("motivo", delivery.desfeita_motivo);
    std::string list;
    for (auto const& part : delivery.itens) {
        json::ObjectWriter each;
        each.text("item_id", part.item.to_string());
        each.text("quantidade", part.quantidade.to_string());
        list += (list.empty() ? "" : ",") + each.take();
    }
    writer.raw("itens", '[' + list + ']');
    return writer.take();
}

void note(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
          std::string_view action, std::string_view what, budgets::Budget const& order, Delivery const& delivery) {
    records::note(write, services,
                  {.topic = topic,
                   .action = action,
                   .description = fmt::format("{} a entrega {} do pedido nº {}", what, delivery.ordem,
                                              grouped(order.numero_pedido)),
                   .company = scope.id(),
                   .entity = delivery.id.uuid(),
                   .details = details_of(order, delivery)});
}

} // namespace

std::vector<Delivery> find_of_order(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId id) {
    auto found =
        connection.all(of_order, of(scope, id), [](db::Row const& row) { return db::read_row<Delivery>(fields, row); });
    auto at = found.begin();
    connection.run(items_of_order, of(scope, id), [&](db::Row const& row) {
        auto const delivery = row.get<DeliveryId>(0);
        while (at->id != delivery) ++at; // both in the order of deliveries
        at->itens.push_back({.item = row.get<budgets::BudgetItemId>(1), .quantidade = row.get<budgets::Quantity>(2)});
    });
    return found;
}

UnitWeights find_unit_weights(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId order) {
    UnitWeights found;
    connection.run(unit_weights, of(scope, order), [&](db::Row const& row) {
        found.emplace(row.get<budgets::BudgetItemId>(0), row.get<products::UnitWeight>(1));
    });
    return found;
}

bool needs_remessas(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId order) {
    return connection.scalar<std::int64_t>(sold_for_later, of(scope, order)).has_value();
}

std::optional<Delivery> find(db::Connection& connection, auth::CompanyScope const& scope, budgets::BudgetId order,
                             DeliveryId id) {
    for (auto& delivery : find_of_order(connection, scope, order))
        if (delivery.id == id) return std::move(delivery);
    return std::nullopt;
}

Result<Delivery> deliver(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                         Delivery typed) {
    auto const order = budgets::Budgets(scope).find(write.db, typed.orcamento_id);
    if (!order) return not_found();
    BALCAO_TRY(budgets::deliver(write.db, scope, services, typed.orcamento_id, typed.itens));
    typed.id = DeliveryId::make();
    // The order is locked.
    typed.ordem = write.db.scalar<std::int64_t>(newest_of_order, of(scope, typed.orcamento_id)).value() + 1;
    typed.user_id = write.actor.user;
    typed.usuario = write.actor.full_name;
    typed.created_at = services.clock.now();
    auto params = db::params(fields, typed);
    params.emplace_back("emitente_id", scope.id());
    write.db.execute(insert_row, params);
    std::vector<db::Params> rows;
    for (std::size_t i = 0; i < typed.itens.size(); ++i) {
        rows.push_back({{"emitente_id", scope.id()},
                        {"entrega_id", typed.id},
                        {"ordem", i},
                        {"item_id", typed.itens[i].item},
                        {"quantidade", typed.itens[i].quantidade}});
    }
    write.db.execute_each(insert_item, rows);
    note(write, scope, services, "delivery_create", "Registrou", order->record, typed);
    return typed;
}

Result<Delivery> undo(auth::Write const& write, auth::CompanyScope const& scope, records::Services const& services,
                      Delivery delivery, std::string motivo) {
    auto const order = budgets::Budgets(scope).find(write.db, delivery.orcamento_id);
    if (!order) return not_found();
    auto const remessa =
        write.db.scalar<std::int64_t>(standing_remessa, {{"emitente_id", scope.id()}, {"id", delivery.id}});
    if (remessa) {
        return invalid(fmt::format("Esta entrega saiu com a NF-e de remessa nº {}. Cancele a nota antes de desfazer a "
                                   "entrega.",
                                   grouped(*remessa)));
    }
    delivery.desfeita_em = services.clock.now();
    delivery.desfeita_motivo = std::move(motivo);
    // Once, of two at the same time.
    if (write.db.execute(undo_row, {{"emitente_id", scope.id()},
                                    {"id", delivery.id},
                                    {"desfeita_em", delivery.desfeita_em},
                                    {"desfeita_motivo", delivery.desfeita_motivo}}) == 0)
        return invalid("Esta entrega já foi desfeita.");
    budgets::take_back(write.db, scope, services, delivery.orcamento_id, delivery.itens);
    note(write, scope, services, "delivery_undo", "Desfez", order->record, delivery);
    return delivery;
}

} // namespace balcao::deliveries
