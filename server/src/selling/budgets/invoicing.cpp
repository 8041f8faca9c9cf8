#include "selling/budgets/invoicing.hpp"

#include <algorithm>
#include <ranges>

#include <fmt/format.h>

#include "platform/base/brazilian.hpp"
#include "selling/budgets/budgets.hpp"
#include "selling/budgets/budgets_store.hpp"

namespace balcao::budgets {

namespace {

constexpr db::Query lock_order{"budgets_lock_order", R"sql(
    update orcamento set version = version
    where emitente_id = :emitente_id and id = :id and tipo = 'Pedido' and deleted_at is null)sql"};
constexpr db::Query take_item{"budgets_take_item", R"sql(
    update orcamento_composicao set faturada = faturada + :quantidade
    where emitente_id = :emitente_id and orcamento_id = :orcamento_id and id = :id
        and faturada + :quantidade <= quantidade)sql"};
constexpr db::Query give_item_back{"budgets_give_item_back", R"sql(
    update orcamento_composicao set faturada = faturada - :quantidade
    where emitente_id = :emitente_id and orcamento_id = :orcamento_id and id = :id)sql"};
constexpr db::Query save_invoicing{"budgets_save_invoicing", R"sql(
    update orcamento set faturado = :faturado, numero_nfe = :numero_nfe, updated_at = :now, version = version + 1
    where emitente_id = :emitente_id and id = :id)sql"};

db::Params params_of(auth::CompanyScope const& scope, BudgetId id, Invoiced const& part) {
    return {{"emitente_id", scope.id()}, {"orcamento_id", id}, {"id", part.item}, {"quantidade", part.quantidade}};
}

// Of the order's total.
Money amount_of(BudgetItem const& item) { return item.total - item.rateio_desconto + item.rateio_acrescimo; }

// What so much of the item comes to when it is invoiced from the first one on.
Money amount_of(BudgetItem const& item, Quantity quantidade) {
    return Money::from_raw(detail::divide_rounded(detail::checked_multiply(amount_of(item).raw(), quantidade.raw()),
                                                  item.quantidade.raw(), Rounding::half_up));
}

Money charged(Quantity quantidade, Price valor) { return rounded_product<2>(Rounding::half_up, 1, quantidade, valor); }

// The smallest price with which the quantity comes to the amount or more.
Price price_for(Money amount, Quantity quantidade) {
    auto const price = divide<4>(amount, quantidade, Rounding::truncate);
    return charged(quantidade, price) >= amount ? price : price + Price::from_raw(1);
}

Quantity left_of(BudgetItem const& item) { return item.quantidade - item.faturada; }

} // namespace

Remainder remainder_of(BudgetItem const& item) {
    Remainder left{.quantidade = left_of(item), .valor = item.valor_venda.value_or(Price{}), .desconto = {}};
    if (left.quantidade.is_zero()) return left;
    auto const amount = amount_of(item) - amount_of(item, item.faturada);
    if (charged(left.quantidade, left.valor) != amount) left.valor = price_for(amount, left.quantidade);
    left.desconto = charged(left.quantidade, left.valor) - amount;
    return left;
}

Price agreed_price(BudgetItem const& item) {
    auto const listed = item.valor_venda.value_or(Price{});
    return charged(item.quantidade, listed) == amount_of(item) ? listed : price_for(amount_of(item), item.quantidade);
}

std::string remainder_text(BudgetItem const& item) {
    return fmt::format("Restam {}{} deste item do pedido.", decimal_text(left_of(item), 2),
                       item.unidade ? " " + *item.unidade : "");
}

bool is_invoiced(Budget const& budget) {
    return std::ranges::any_of(budget.itens, [](BudgetItem const& item) { return !item.faturada.is_zero(); });
}

Decimal<2> invoiced_percent(Budget const& budget) {
    Money whole, invoiced;
    for (auto const& item : budget.itens) {
        whole += amount_of(item);
        invoiced += amount_of(item, item.faturada);
    }
    if (whole.is_zero()) return {};
    return divide<2>(invoiced * Decimal<0>::from_units(100), whole, Rounding::truncate);
}

Result<void> check_invoiceable(Budget const& budget) {
    if (budget.deleted_at) return invalid("Este pedido está na lixeira. Restaure-o para faturar.");
    if (budget.tipo != order)
        return invalid("Só um Pedido é faturado. Mude o tipo deste orçamento para Pedido e salve.");
    if (budget.itens.empty()) return invalid("Este pedido não tem itens. Inclua ao menos um para faturar.");
    if (budget.faturado && !is_invoiced(budget))
        return invalid("Este pedido já está marcado como faturado. Desmarque Faturado para emitir a nota aqui.");
    return {};
}

Result<void> take(db::Transaction& transaction, auth::CompanyScope const& scope, BudgetId id,
                  std::span<Invoiced const> taken) {
    if (transaction.execute(lock_order, {{"emitente_id", scope.id()}, {"id", id}}) == 0) {
        return invalid(
            {{"orcamento_id", "Este pedido foi excluído ou não é mais Pedido. Restaure-o, ou venda sem ele."}});
    }
    std::vector<FieldProblem> problems;
    for (auto const& part : taken) {
        if (transaction.execute(take_item, params_of(scope, id, part)) == 1) continue;
        auto const order = Budgets(scope).find(transaction, id).value();
        auto const item = std::ranges::find(order.record.itens, part.item, &BudgetItem::id);
        problems.push_back({fmt::format("itens.{}.quantidade", part.line),
                            item == order.record.itens.end() ? "Este item não está mais no pedido. Retire-o da venda."
                                                             : remainder_text(*item)});
    }
    if (!problems.empty()) return invalid(std::move(problems));
    return {};
}

void give_back(db::Transaction& transaction, auth::CompanyScope const& scope, BudgetId id,
               std::span<Invoiced const> given) {
    for (auto const& part : given) transaction.execute(give_item_back, params_of(scope, id, part));
}

void settle_invoicing(db::Transaction& transaction, auth::CompanyScope const& scope, records::Services const& services,
                      BudgetId id, std::optional<std::int64_t> undone) {
    auto const before = Budgets(scope).find(transaction, id).value();
    auto after = before.record;
    after.faturado = std::ranges::all_of(after.itens, [](BudgetItem const& item) { return left_of(item).is_zero(); }) &&
                     std::ranges::all_of(after.notas, &LinkedReceipt::is_issued);
    auto const newest_first = std::views::reverse(after.notas);
    auto const issued = std::ranges::find_if(newest_first, &LinkedReceipt::is_issued);
    if (issued != newest_first.end()) after.numero_nfe = std::to_string(issued->numero);
    else if (undone && after.numero_nfe == std::to_string(*undone)) after.numero_nfe.reset();
    transaction.execute(save_invoicing, {{"emitente_id", scope.id()},
                                         {"id", id},
                                         {"faturado", after.faturado ? 1 : 0},
                                         {"numero_nfe", after.numero_nfe},
                                         {"now", services.clock.now()}});
    if (!after.deleted_at) {
        MonthChanges months;
        months.add(counted(before.record), -1);
        months.add(counted(after), 1);
        months.write(transaction, scope);
    }
    services.events.publish(
        transaction,
        {.topic = Budgets::words.topic, .company = scope.id(), .entity = id.uuid(), .version = before.version + 1});
}

} // namespace balcao::budgets
