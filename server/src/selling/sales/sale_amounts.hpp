#pragma once
// The arithmetic of a sale: what is to be paid, what was handed over, the change, and how far prices were left. Pure,
// exact, never throws on what a person may have typed.

#include <string>
#include <vector>

#include "platform/base/decimal.hpp"
#include "platform/base/result.hpp"
#include "selling/budgets/totals.hpp"

namespace balcao::sales {

using budgets::Price;
using budgets::Quantity;

struct ItemAmounts {
    std::string descricao;
    Quantity quantidade; // above zero
    Price valor;         // charged for one; not negative
    Price preco_lido;    // the product's when the item was added
    Price preco;         // the product's now
    Money desconto;      // not negative
};

struct Payment {
    std::string tPag;
    Money valor; // handed over
};

struct SaleAmounts {
    std::vector<ItemAmounts> itens;
    Money desconto, acrescimo, frete; // over the whole; not negative
    std::vector<Payment> pagamentos;
    Money total_visto; // that the clerk and the customer saw
};

struct SaleTotals {
    std::vector<budgets::ItemTotals> itens;
    Money total;
    Money troco;
    Money desconto_valor;           // discounts, or surcharges if more
    Decimal<2> desconto_percentual; // the same as a share of the products' prices; rounded up
};

/// At most this many items (NF-e layout).
inline constexpr std::size_t most_items = 990;

/// Appends what is wrong at `itens.N.…`, `pagamentos.N.…`, `desconto` or `total_visto`; the totals count only when
/// nothing was. A draft need not be paid: with `must_be_paid` what is missing is told, and change comes from cash and
/// cheques alone (rule 99). A charged price other than the product's counts as discount or surcharge.
SaleTotals compute_sale(SaleAmounts const& amounts, bool must_be_paid, std::vector<FieldProblem>& problems);

} // namespace balcao::sales
