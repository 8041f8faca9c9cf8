#pragma once
// The arithmetic of a budget: totals, shares of what is over the whole, installments. Pure, exact, never throws on what
// a person may have typed. The cases in server/tests/features/cases/budget-totals.txt say the same in numbers; the
// browser's arithmetic is tested by them too.

#include <cstdint>
#include <string>
#include <vector>

#include "platform/base/decimal.hpp"
#include "platform/base/result.hpp"

namespace balcao::budgets {

using Quantity = Decimal<4>;
using Price = Decimal<4>;

/// The largest amount that an item or a whole budget may come to.
inline constexpr Money most_money = Money::from_raw(9'999'999'999'999);

struct ItemAmounts {
    Quantity quantidade; // not negative
    Price valor_venda;   // not negative
    Money desconto;      // not negative
};

/// What is over the whole; not negative.
struct WholeAmounts {
    Money total_venda; // used only when there are no items
    Money desconto;
    Money acrescimo;
};

struct ItemTotals {
    Money total;            // quantidade × valor_venda rounded half up to the cent, less its own discount
    Money rateio_desconto;  // its share of the discount over the whole
    Money rateio_acrescimo; // its share of the surcharge over the whole
};

struct Totals {
    Money total_venda;  // Σ items, or as typed
    Money total_fatura; // total_venda − desconto + acrescimo
    std::vector<ItemTotals> items;
};

/// Appends what is wrong at `itens.N.desconto`, `itens.N.quantidade`, `desconto` or `total_venda`; the totals count
/// only when nothing was. Shares go by the items' totals, cents that are left to the largest remainders and then to the
/// earlier items (`apportion`). When all items come to nothing a surcharge is shared equally; a discount larger than
/// the items is shared by what they come to with their surcharge. So no item ever falls below zero.
Totals compute_totals(std::vector<ItemAmounts> const& items, WholeAmounts const& whole,
                      std::vector<FieldProblem>& problems);

struct Installment {
    std::string vencimento; // YYYY-MM-DD
    Money valor;
};

/// `count` equal installments; cents that are left go to the first. A single one is due on `from` itself, of several
/// the first 30 days after it and each next one 30 days later. None when there is nothing to pay.
std::vector<Installment> make_installments(Money total, std::int64_t count, std::string const& from);

/// Installments as typed: their sum is `total`, their dates ascend. Problems at `parcelas.N.valor` and
/// `parcelas.N.vencimento`; a wrong sum is told at the last one.
void check_installments(std::vector<Installment> const& installments, Money total, std::vector<FieldProblem>& problems);

} // namespace balcao::budgets
