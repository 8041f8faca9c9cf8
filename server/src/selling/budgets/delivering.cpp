#include "selling/budgets/delivering.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "selling/budgets/budgets.hpp"

namespace balcao::budgets {

namespace {

// A write, so that a second delivery of the order waits for the first one.
constexpr db::Query touch_order{"budgets_touch_delivered", R"sql(
    update orcamento set updated_at = :now, version = version + 1
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query version_of_order{"budgets_version_delivered", R"sql(
    select version, case when tipo = 'Pedido' and deleted_at is null then 1 else 0 end from orcamento
    where emitente_id = :emitente_id and id = :id)sql"};
constexpr db::Query deliver_item{"budgets_deliver_item", R"sql(
    update orcamento_composicao set entregue = entregue + :quantidade
    where emitente_id = :emitente_id and orcamento_id = :orcamento_id and id = :id
        and entregue + :quantidade <= quantidade)sql"};
constexpr db::Query take_item_back{"budgets_take_item_back", R"sql(
    update orcamento_composicao set entregue = entregue - :quantidade
    where emitente_id = :emitente_id and orcamento_id = :orcamento_id and id = :id)sql"};

db::Params params_of(auth::CompanyScope const& scope, BudgetId id, Delivered const& part) {
    return {{"emitente_id", scope.id()}, {"orcamento_id", id}, {"id", part.item}, {"quantidade", part.quantidade}};
}

// Whether it is an order outside the bin. Readers learn that it has changed.
bool lock(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
          BudgetId id) {
    transaction.execute(touch_order, {{"emitente_id", scope.id()}, {"id", id}, {"now", services.clock.now()}});
    struct Found {
        std::int64_t version = 0;
        bool is_order = false;
    };
    auto const found =
        transaction.first(version_of_order, {{"emitente_id", scope.id()}, {"id", id}}, [](db::Row const& row) {
            return Found{.version = row.integer(0), .is_order = row.integer(1) == 1};
        });
    if (!found) return false;
    services.events.publish(
        transaction,
        {.topic = Budgets::words.topic, .company = scope.id(), .entity = id.uuid(), .version = found->version});
    return found->is_order;
}

std::string left_text(BudgetItem const& item) {
    auto const left = item.quantidade - item.entregue;
    if (left.is_zero()) return "Este item já foi todo entregue.";
    return fmt::format("Faltam entregar {}{} deste item.", decimal_text(left, 0),
                       item.unidade ? " " + *item.unidade : "");
}

} // namespace

bool is_delivered(Budget const& budget) {
    return std::ranges::any_of(budget.itens, [](BudgetItem const& item) { return !item.entregue.is_zero(); });
}

Result<void> deliver(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                     BudgetId id, std::span<Delivered const> parts) {
    if (!lock(transaction, scope, services, id))
        return invalid("Só um Pedido é entregue. Mude o tipo para Pedido, ou restaure-o da lixeira.");
    std::vector<FieldProblem> problems;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (transaction.execute(deliver_item, params_of(scope, id, parts[i])) == 1) continue;
        auto const order = Budgets(scope).find(transaction, id).value();
        auto const item = std::ranges::find(order.record.itens, parts[i].item, &BudgetItem::id);
        problems.push_back({fmt::format("itens.{}.quantidade", i), item == order.record.itens.end()
                                                                       ? "Este item não está mais no pedido."
                                                                       : left_text(*item)});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return {};
}

void take_back(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
               BudgetId id, std::span<Delivered const> parts) {
    lock(transaction, scope, services, id);
    for (auto const& part : parts) transaction.execute(take_item_back, params_of(scope, id, part));
}

} // namespace balcao::budgets
